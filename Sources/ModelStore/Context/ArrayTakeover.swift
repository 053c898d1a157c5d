import SQLite

/// Decides whose array a row has when a new object with its unique value became that row.
///
/// A new object's array takes the place of the row's, unless it is empty: an object that was made without
/// looking at the relationship says nothing of it. Of several new objects the first with an array speaks. What
/// the row loses goes by the relationship's rule as if its owner went: a cascade deletes it, else it stays
/// behind alone.
struct ArrayTakeover {
  /// Objects that stand for a row whose array another one gave.
  private(set) var outvoted: [any PersistentModel] = []
  private var passedOver: Set<Place> = []

  private struct Place: Hashable {
    let object: ObjectIdentifier
    let index: Int
  }

  private struct Row: Hashable {
    let table: Int
    let id: Int64
  }

  /// Whether an object's array is not to be written.
  func isPassedOver(_ object: any PersistentModel, _ index: Int) -> Bool {
    !passedOver.isEmpty
      && passedOver.contains(Place(object: ObjectIdentifier(object), index: index))
  }

  /// Settles all rows that new objects became, once each object has its row.
  mutating func run(_ flush: inout Flush) throws {
    let shared = Set((flush.adopted + flush.merged).compactMap(Self.row))
    var order: [Row] = []
    var objects: [Row: [any PersistentModel]] = [:]
    for object in flush.core.inserted {
      guard let row = Self.row(of: object), shared.contains(row) else { continue }
      if objects[row] == nil { order.append(row) }
      objects[row, default: []].append(object)
    }
    for row in order { try settle(objects[row] ?? [], of: row.id, &flush) }
  }

  private static func row(of object: any PersistentModel) -> Row? {
    object._$record.entity.map { Row(table: $0.tableIndex, id: object._$record.rowID) }
  }

  private mutating func settle(
    _ objects: [any PersistentModel], of id: Int64, _ flush: inout Flush
  ) throws {
    guard let entity = objects.first?._$record.entity else { return }
    for index in entity.description.relationships {
      guard let link = entity.links[index],
        case .toMany(let shape) = entity.description.stored[index].kind
      else { continue }
      func targets(_ object: any PersistentModel) -> [any PersistentModel] {
        guard object._$record.entity === entity else { return [] }
        return (shape.read(object) ?? []).filter { !$0._$record.isDeleted }
      }
      guard let speaker = objects.first(where: { !targets($0).isEmpty }) else { continue }
      for other in objects where other !== speaker {
        passedOver.insert(Place(object: ObjectIdentifier(other), index: index))
        if !outvoted.contains(where: { $0 === other }) { outvoted.append(other) }
      }
      let kept = Set(targets(speaker).map(\._$record.rowID))
      let lost = try Self.rows(link, leadingFrom: id, flush).filter { !kept.contains($0.id) }
      guard !lost.isEmpty else { continue }
      if shape.options.deleteRule == .cascade {
        try flush.deletion.run(
          rows: lost, in: flush.core, flush.files, isRehearsal: flush.isRehearsal)
      } else {
        try Self.letGo(lost, link, entity.description.pairing(at: index), &flush)
      }
    }
  }

  /// The rows that an array leads to, as they are in the database.
  private static func rows(
    _ link: Link, leadingFrom id: Int64, _ flush: Flush
  ) throws -> [(entity: Entity, id: Int64)] {
    let target = link.target
    let model = target.isShared ? "t0._model" : "NULL"
    let condition: String
    switch link {
    case .toOne: return []
    case .toMany(let column, _, _, _, _): condition = "t0.\(quoted(column)) = ?"
    case .join(let table, let mine, let theirs, _, _):
      condition = "t0._id IN (SELECT \(theirs) FROM \(quoted(table)) WHERE \(mine) = ?)"
    }
    let sql = "SELECT t0._id, \(model) FROM \(target.table) AS t0 WHERE \(condition)"
    return try flush.connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      var rows: [(entity: Entity, id: Int64)] = []
      while try statement.step() {
        let kind =
          target.isShared ? flush.core.store.schema.entity(named: statement.text(at: 1)) : target
        rows.append((kind ?? target, statement.integer(at: 0)))
      }
      return rows
    }
  }

  /// Clears the keys by which rows were in an array.
  ///
  /// The rows of a join go when the array is written.
  private static func letGo(
    _ lost: [(entity: Entity, id: Int64)], _ link: Link, _ pairing: Pairing, _ flush: inout Flush
  ) throws {
    guard case .toMany(let column, let order, _, let target, _) = link else { return }
    if case .manyToOne(let place) = pairing {
      if case .toOne(_, _, let inverse) = target.links[place], inverse.isRequired,
        !flush.isRehearsal
      {
        throw StoreError.missingTarget(
          model: target.name, property: target.description.stored[place].name)
      }
      for row in lost { flush.deletion.noteCleared(row.id, of: row.entity, property: place) }
    }
    let sql = """
      UPDATE \(target.table) SET \(quoted(column)) = NULL, \(quoted(order.name)) = NULL WHERE _id = ?
      """
    for row in lost {
      try flush.connection.withStatement(sql) { statement in
        statement.bind(row.id, at: 1)
        try statement.run()
      }
    }
  }
}
