import SQLite

/// Deletes rows and follows the delete rules among the rows.
struct Deletion {
  private let connection: Connection
  /// The rows that go, in the order they were found.
  private(set) var doomed: [(entity: Entity, id: Int64)] = []
  /// The rows whose reference to a deleted one was cleared, with the place of the property.
  private(set) var cleared: [(entity: Entity, id: Int64, property: Int)] = []
  private var known: [Int: Set<Int64>] = [:]

  init(_ connection: Connection) { self.connection = connection }

  mutating func run(
    _ objects: [any PersistentModel], in core: ContextCore, _ files: ExternalChanges?,
    isRehearsal: Bool
  ) throws {
    try run(
      rows: objects.compactMap { object in
        object._$record.entity.map { ($0, object._$record.rowID) }
      }, in: core, files, isRehearsal: isRehearsal)
  }

  /// Deletes rows, with or without an object at hand, after those that were deleted before.
  mutating func run(
    rows: [(entity: Entity, id: Int64)], in core: ContextCore, _ files: ExternalChanges?,
    isRehearsal: Bool
  ) throws {
    let first = doomed.count
    for row in rows { doom(row.entity, row.id) }
    // The list grows while it is walked, until no rule adds to it.
    var place = first
    while place < doomed.count {
      let (entity, id) = doomed[place]
      try followCascades(entity, id, core)
      place += 1
    }
    for (entity, id) in doomed[first...] {
      if let object = core.identities.object(id, in: entity.tableIndex) as? any PersistentModel,
        object._$record.partial != nil
      {
        // It is to answer with its last values.
        object._$record.completeNow(object)
      }
      if entity.hasExternal {
        try files?.note(entity.columns, of: id, in: entity, connection)
      }
      try run("DELETE FROM \(entity.table) WHERE _id = ?", id)
    }
    for (entity, id) in doomed[first...] { try release(entity, id, isRehearsal: isRehearsal) }
  }

  /// Notes that a row's reference was cleared by someone else.
  mutating func noteCleared(_ id: Int64, of entity: Entity, property: Int) {
    cleared.append((entity, id, property))
  }

  private mutating func doom(_ entity: Entity, _ id: Int64) {
    if known[entity.tableIndex, default: []].insert(id).inserted { doomed.append((entity, id)) }
  }

  private mutating func followCascades(_ entity: Entity, _ id: Int64, _ core: ContextCore) throws {
    for reference in entity.references where reference.rule == .cascade {
      try doomRows(
        of: reference.entity, "WHERE t0.\(quoted(reference.column)) = ?", id, core)
    }
    for link in entity.links {
      switch link {
      case .toOne(let column, let target, let shape) where shape.options.deleteRule == .cascade:
        try doomRows(
          of: target,
          "WHERE t0._id = (SELECT \(quoted(column)) FROM \(entity.table) WHERE _id = ?)", id, core)
      case .join(let table, let mine, let theirs, let target, let shape)
      where shape.options.deleteRule == .cascade:
        try doomRows(
          of: target, "WHERE t0._id IN (SELECT \(theirs) FROM \(quoted(table)) WHERE \(mine) = ?)",
          id, core)
      default: continue
      }
    }
  }

  private mutating func doomRows(
    of entity: Entity, _ condition: String, _ id: Int64, _ core: ContextCore
  ) throws {
    let model = entity.isShared ? "t0._model" : "NULL"
    let sql = "SELECT t0._id, \(model) FROM \(entity.table) AS t0 \(condition)"
    let rows: [(Int64, String)] = try connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      var rows: [(Int64, String)] = []
      while try statement.step() { rows.append((statement.integer(at: 0), statement.text(at: 1))) }
      return rows
    }
    for (id, name) in rows {
      doom(entity.isShared ? core.store.schema.entity(named: name) ?? entity : entity, id)
    }
  }

  /// Clears what led to a row that is gone, or refuses.
  private mutating func release(_ entity: Entity, _ id: Int64, isRehearsal: Bool) throws {
    for reference in entity.references {
      let column = quoted(reference.column)
      let table = reference.entity.table
      switch reference.rule {
      case .cascade, .noAction: continue
      case .deny:
        guard !isRehearsal, try hasRows("SELECT 1 FROM \(table) WHERE \(column) = ?", id) else {
          continue
        }
        throw StoreError.deletionDenied(
          model: entity.name, property: reference.inverseName ?? reference.column)
      case .nullify:
        if let property = reference.property {
          let found = try ids("SELECT _id FROM \(table) WHERE \(column) = ?", id)
          if found.isEmpty { continue }
          if reference.isRequired, !isRehearsal {
            throw StoreError.missingTarget(
              model: reference.entity.name, property: reference.column)
          }
          cleared += found.map { (reference.entity, $0, property) }
        }
        try run("UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?", id)
      }
    }
    for case .join(let table, let mine, let theirs, let target, let shape) in entity.links {
      let own = "FROM \(quoted(table)) WHERE \(mine) = ?"
      if shape.options.deleteRule == .deny, !isRehearsal, try hasRows("SELECT 1 \(own)", id) {
        throw StoreError.deletionDenied(model: entity.name, property: target.name)
      }
      try run("DELETE \(own)", id)
      if target.root === entity.root {
        try run("DELETE FROM \(quoted(table)) WHERE \(theirs) = ?", id)
      }
    }
  }

  private func run(_ sql: String, _ id: Int64) throws {
    try connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      try statement.run()
    }
  }

  private func hasRows(_ sql: String, _ id: Int64) throws -> Bool {
    try connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      return try statement.step()
    }
  }

  private func ids(_ sql: String, _ id: Int64) throws -> [Int64] {
    try connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      var ids: [Int64] = []
      while try statement.step() { ids.append(statement.integer(at: 0)) }
      return ids
    }
  }
}
