/// The objects of one context that are alive, by row: no row has two.
struct IdentityMap {
  private var tables: [RowTable]

  init(tableCount: Int) {
    tables = Array(repeating: RowTable(), count: tableCount)
  }

  /// The object of a row.
  func object(_ id: Int64, in table: Int) -> AnyObject? { tables[table].find(id)?.object }

  mutating func insert(_ object: any PersistentModel, _ id: Int64, in table: Int) {
    tables[table].insert(RowTable.Entry(id: id, object: object, record: object._$record))
  }

  /// Takes a row's entry out, if it is that record's.
  mutating func remove(_ id: Int64, in table: Int, _ record: ModelRecord) {
    tables[table].remove(id, record)
  }

  /// Whether no object is alive.
  var isEmpty: Bool { tables.allSatisfy { $0.count == 0 } }

  /// All objects alive.
  var all: [AnyObject] { tables.flatMap(\.objects) }
}
