/// The objects of one context that are alive, by row: no row has two.
struct IdentityMap {
  // Unowned references: the record of each object takes it out when it goes, so an entry never
  // outlives its object, and loading a row costs no side table.
  private var tables: [[Int64: Entry]]

  private struct Entry {
    unowned(unsafe) let object: AnyObject
    unowned(unsafe) let record: ModelRecord
  }

  init(tableCount: Int) {
    tables = Array(repeating: [:], count: tableCount)
  }

  /// The object of a row.
  func object(_ id: Int64, in table: Int) -> AnyObject? { tables[table][id]?.object }

  mutating func insert(_ object: any PersistentModel, _ id: Int64, in table: Int) {
    tables[table][id] = Entry(object: object, record: object._$record)
  }

  /// Takes a row's entry out, if it is that record's.
  mutating func remove(_ id: Int64, in table: Int, _ record: ModelRecord) {
    guard let place = tables[table].index(forKey: id), tables[table][place].value.record === record
    else { return }
    tables[table].remove(at: place)
  }

  /// Whether no object is alive.
  var isEmpty: Bool { tables.allSatisfy(\.isEmpty) }

  /// All objects alive.
  var all: [AnyObject] { tables.flatMap { $0.values.map(\.object) } }
}
