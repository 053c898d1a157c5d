import SQLite

extension ContextCore {
  /// The object of a row, if it is alive in this context.
  func registered(
    _ type: any PersistentModel.Type, _ id: Int64
  ) -> (any PersistentModel)? {
    guard let entity = attempt({ try store.schema.entity(of: type) }) else { return nil }
    return identities.object(id, in: entity.tableIndex) as? any PersistentModel
  }

  /// The object of a row, read if need be; nil where there is no such row.
  func object<Model: PersistentModel>(_ type: Model.Type, _ id: Int64) -> Model? {
    attempt { try find(type, id) } ?? nil
  }

  /// The object of a row, read if need be; nil where there is no such row.
  func find<Model: PersistentModel>(_ type: Model.Type, _ id: Int64) throws -> Model? {
    let entity = try store.schema.entity(of: type)
    if let known = identities.object(id, in: entity.tableIndex) as? Model { return known }
    let sql = "SELECT \(entity.selection("t0")) FROM \(entity.table) AS t0 WHERE t0._id = ?"
    return try session.run { connection in
      try connection.withStatement(sql) { statement in
        statement.bind(id, at: 1)
        return try objects(type, entity, statement).first
      }
    }
  }

  /// An object with empty values, deleted and of no row.
  func blank<Model: PersistentModel>(_ type: Model.Type) throws -> Model {
    try withBlankRow(type) { row in
      let object = try Model(_$row: &row)
      object._$record.isDeleted = true
      return object
    }
  }

  /// Runs a block with a row of empty values.
  func withBlankRow<Result>(
    _ type: any PersistentModel.Type, _ body: (inout RowReader) throws -> Result
  ) throws -> Result {
    let entity = try store.schema.entity(of: type)
    let values = try entity.root.tableColumns.map { try Self.blankValue($0, entity) }
    return try session.run { connection in
      try connection.withStatement("SELECT \(values.joined(separator: ", "))") { statement in
        _ = try statement.step()
        var row = RowReader(statement, first: 0, entity: entity.root)
        return try body(&row)
      }
    }
  }

  /// NULL, which reads as zero or nothing; where it reads as no value, the default, or what another row
  /// has.
  private static func blankValue(_ column: Entity.Column, _ entity: Entity) throws -> String {
    guard case .attribute(let shape) = column.property.kind, shape.form != .plain,
      !shape.isOptional
    else { return "NULL" }
    let other = """
      (SELECT \(column.sql) FROM \(entity.table) WHERE \(column.sql) IS NOT NULL LIMIT 1)
      """
    return try column.property.defaultSQL ?? other
  }

  /// The objects of all rows that a statement gives, which selects as `Entity.selection` says, or as
  /// `PartialRead.selection` does.
  func objects<Model: PersistentModel>(
    _ type: Model.Type, _ entity: Entity, _ statement: Statement, _ partial: PartialRead? = nil
  ) throws -> [Model] {
    var found: [Model] = []
    var row = RowReader(
      statement, first: entity.firstSelected, entity: entity.root, partial: partial)
    let version = isRehearsing ? 0 : self.version
    let table = entity.tableIndex
    let isShared = entity.isShared
    while try statement.step() {
      counters.rowsRead += 1
      let id = statement.integer(at: 0)
      // No row is written with such a number, and 0 stands for an object without a row.
      guard id > 0 else { throw store.damaged("a row of \(entity.name) has the number \(id)") }
      if let known = identities.object(id, in: table) {
        let object = unsafeDowncast(known, to: Model.self)
        let record = object._$record
        let isOld = record.version != version
        if isOld || record.partial != nil && partial == nil, !record.isDirty, !isRehearsing,
          !record.isInserted, !record.isDeletePending
        {
          try object._$reload(from: &row)
          record.version = version
          record.partial = partial
          if isOld { record.announceAll(object) }
        }
        found.append(object)
        continue
      }
      let object: Model
      let kind: Entity
      if isShared {
        let name = statement.text(at: 1)
        guard let named = store.schema.entity(named: name),
          let made = try named.type.init(_$row: &row) as? Model
        else { throw StoreError.unknownModel(name) }
        object = made
        kind = named
      } else {
        object = try Model(_$row: &row)
        kind = entity
      }
      counters.objectsMade += 1
      let record = object._$record
      if partial != nil { record.partial = partial }
      record.core = self
      record.entity = kind
      record.rowID = id
      record.version = version
      identities.insert(object, id, in: table)
      found.append(object)
    }
    return found
  }

  /// The objects that a to-many relationship leads to, in their order.
  func targets<Target: PersistentModel>(
    of owner: any PersistentModel, _ index: Int, as type: Target.Type
  ) -> [Target] {
    let record = owner._$record
    // Without a row there is nothing to read; what was set is in memory.
    guard record.rowID != 0, !record.isInserted, let link = record.entity?.links[index] else {
      return []
    }
    return attempt { try targets(of: owner, link, index, as: type) } ?? []
  }

  private func targets<Target: PersistentModel>(
    of owner: any PersistentModel, _ link: Link, _ index: Int, as type: Target.Type
  ) throws -> [Target] {
    let entity = try store.schema.entity(of: type)
    let sql = targetsSQL(entity, link)
    let found = try withPending(of: [entity.tableIndex]) { connection in
      try read(sql, owner._$record.rowID, type, entity, connection)
    }
    connect(found, to: owner, index)
    return found
  }

  /// Brings what an array was filled with in step with its owner.
  func connect<Target: PersistentModel>(
    _ found: [Target], to owner: any PersistentModel, _ index: Int
  ) {
    if case .manyToOne(let place) = Swift.type(of: owner)._$description.pairing(at: index) {
      for object in found {
        object._$record.synced |= ModelRecord.bit(place)
        if case .toOne(let shape) = Target._$description.stored[place].kind,
          case .object(let target) = shape.read(object), target === owner, owner._$record.isSaved
        {
          shape.refer(object, owner._$record.rowID)
        }
      }
    }
  }

  /// The same as the rows stand, without what is pending.
  func storedTargets(
    of owner: any PersistentModel, _ link: Link, as type: any PersistentModel.Type
  ) throws -> [any PersistentModel] {
    func read<Target: PersistentModel>(_ type: Target.Type) throws -> [any PersistentModel] {
      let entity = try store.schema.entity(of: type)
      return try session.run { connection in
        try self.read(
          targetsSQL(entity, link), owner._$record.rowID, type, entity, connection)
      }
    }
    return try read(type)
  }

  private func read<Target: PersistentModel>(
    _ sql: String, _ id: Int64, _ type: Target.Type, _ entity: Entity, _ connection: Connection
  ) throws -> [Target] {
    try connection.withStatement(sql) { statement in
      statement.bind(id, at: 1)
      return try objects(type, entity, statement)
    }
  }

  private func targetsSQL(_ entity: Entity, _ link: Link) -> String {
    let selection = entity.selection("t0")
    switch link {
    case .toOne(let column, _, _):
      return "SELECT \(selection) FROM \(entity.table) AS t0 WHERE t0.\(quoted(column)) = ?"
    case .toMany(let column, let order, _, _, _):
      let order = "t0.\(quoted(order.name))"
      return """
        SELECT \(selection) FROM \(entity.table) AS t0 WHERE t0.\(quoted(column)) = ? \
        ORDER BY \(order) IS NULL, \(order), t0._id
        """
    case .join(let table, let mine, let theirs, _, _):
      return """
        SELECT \(selection) FROM \(quoted(table)) AS j JOIN \(entity.table) AS t0 \
        ON t0._id = j.\(theirs) WHERE j.\(mine) = ? \
        ORDER BY j.\(mine)_order IS NULL, j.\(mine)_order, t0._id
        """
    }
  }

  /// Reads every object alive again, but for those with changes.
  func reloadAll() throws {
    let version = version
    for case let object as any PersistentModel in identities.all {
      guard !object._$record.isDirty else { continue }
      try reload(object)
      object._$record.version = version
    }
  }

  /// Reads one object again; one without a row keeps its values.
  func reload(_ object: any PersistentModel) throws {
    guard let entity = object._$record.entity else { return }
    if try read(object, entity) { object._$record.partial = nil }
    object._$record.announceAll(object)
  }

  /// Reads an object's row again.
  ///
  /// - Returns: Whether there is one.
  func read(_ object: any PersistentModel, _ entity: Entity) throws -> Bool {
    let sql = "SELECT \(entity.selection("t0")) FROM \(entity.table) AS t0 WHERE t0._id = ?"
    return try session.run { connection in
      try connection.withStatement(sql) { statement in
        statement.bind(object._$record.rowID, at: 1)
        guard try statement.step() else { return false }
        var row = RowReader(statement, first: entity.firstSelected, entity: entity.root)
        try object._$reload(from: &row)
        return true
      }
    }
  }

  /// Runs a query on the database as it would be after a save, and takes the save back.
  ///
  /// This is how pending objects are seen by their own context alone: one engine answers, by one set
  /// of rules, whether an object was saved or not.
  ///
  /// - Parameters:
  ///   - tables: Those that the query reads; where none has changes, nothing is written.
  ///   - body: The query.
  /// - Returns: What the query gives.
  /// - Throws: What the query throws, and what SQLite says of the pending rows.
  func withPending<Result>(
    of tables: Set<Int>, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try ObservationBatch.run { try pendingSession(of: tables, body) }
  }

  private func pendingSession<Result>(
    of tables: Set<Int>, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try session.run { connection in
      guard !isRehearsing, !tables.isEmpty, hasPending(in: tables) else {
        return try body(connection)
      }
      isRehearsing = true
      var flush = Flush(self, connection)
      defer {
        flush.takeBack()
        isRehearsing = false
      }
      return try connection.rehearsal {
        try flush.run(isRehearsal: true)
        return try body(connection)
      }
    }
  }

  private func hasPending(in tables: Set<Int>) -> Bool {
    // A deletion may reach any table by its rules.
    if !deleted.isEmpty { return true }
    // An array's keys lie in the table of its targets, so its owner counts too.
    func touches(_ object: any PersistentModel) -> Bool {
      guard let entity = object._$record.entity else { return false }
      return tables.contains(entity.tableIndex)
        || entity.arrayTargets.contains { tables.contains($0) }
    }
    return inserted.contains(where: touches) || changed.contains(where: touches)
  }
}
