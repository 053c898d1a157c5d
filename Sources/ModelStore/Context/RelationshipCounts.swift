import SQLite

/// Checks that relationships lead to as many objects as their models say.
///
/// All rows of a model are looked at, since a row may lose objects without being touched itself: only in
/// a save that touches a model with such a relationship, or its targets.
struct RelationshipCounts {
  private let core: ContextCore
  private let connection: Connection

  init(_ core: ContextCore, _ connection: Connection) {
    self.core = core
    self.connection = connection
  }

  /// Checks all relationships, whatever was touched.
  func checkAll() throws {
    for (entity, index) in core.store.schema.limitedRelationships {
      guard let link = entity.links[index] else { continue }
      try check(entity, entity.description.stored[index].name, link)
    }
  }

  func check() throws {
    let limited = core.store.schema.limitedRelationships
    guard !limited.isEmpty else { return }
    var touched: Set<Int> = []
    for object in core.inserted + core.changed + core.deleted {
      if let entity = object._$record.entity { touched.insert(entity.tableIndex) }
    }
    for (entity, index) in limited {
      guard let link = entity.links[index],
        touched.contains(entity.tableIndex) || touched.contains(link.target.tableIndex)
          || !core.deleted.isEmpty
      else { continue }
      try check(entity, entity.description.stored[index].name, link)
    }
  }

  private func check(_ entity: Entity, _ property: String, _ link: Link) throws {
    let count: String
    switch link {
    case .toOne(let column, _, _): count = "o.\(quoted(column)) IS NOT NULL"
    case .toMany(let column, _, _, let target, _):
      count = "(SELECT count(*) FROM \(target.table) WHERE \(quoted(column)) = o._id)"
    case .join(let table, let mine, _, _, _):
      count = "(SELECT count(*) FROM \(quoted(table)) WHERE \(mine) = o._id)"
    }
    let (minimum, maximum) = (link.options.minimum, link.options.maximum)
    var wrong = ["n < \(minimum)"]
    if maximum > 0 { wrong.append("n > \(maximum)") }
    let kind = entity.kindCondition("o").map { " WHERE \($0)" } ?? ""
    let sql = """
      SELECT n FROM (SELECT \(count) AS n FROM \(entity.table) AS o\(kind)) \
      WHERE \(wrong.joined(separator: " OR ")) LIMIT 1
      """
    try connection.withStatement(sql) { statement in
      guard try statement.step() else { return }
      throw StoreError.relationshipCount(
        model: entity.name, property: property, count: Int(statement.integer(at: 0)),
        minimum: minimum, maximum: maximum)
    }
  }
}
