import SQLite

/// Writes the pending changes of a context, within a transaction that someone else ends.
///
/// The order is: changed rows, deletions with their rules, new rows, references to rows that were not
/// there before, and the keys and order of arrays. Objects with a unique value that a row has already
/// become that row; of several new ones with one value, the first stays.
struct Flush {
  let core: ContextCore
  let connection: Connection
  /// The first id of this flush in each table: smaller ones were there before.
  private var firstIDs: [Int64]
  /// The first id that is free in each table; 0 where none was needed.
  private(set) var nextIDs: [Int64]
  /// The statement that inserted the last row: most rows follow one of their own kind.
  private var inserter: (entity: Entity, statement: Statement)?
  /// Objects whose reference led to an object without a row, when their own was written.
  private var unfinished: [any PersistentModel] = []
  /// New objects that became a row that was there before.
  private(set) var adopted: [any PersistentModel] = []
  /// New objects that became the row of another new object.
  private(set) var merged: [any PersistentModel] = []
  /// Who speaks for the arrays of a row that several objects stand for.
  private(set) var takeover = ArrayTakeover()
  var deletion: Deletion
  private(set) var isRehearsal = false
  /// The files that are written; nil for a store in memory.
  private(set) var files: ExternalChanges?
  /// What the identity map held under the rows that new objects took, to be put back.
  private var replaced: [(object: AnyObject, id: Int64, table: Int)] = []
  private var updateSQL: [UpdateKey: String] = [:]

  private struct UpdateKey: Hashable {
    let entity: ObjectIdentifier
    let bits: UInt64
  }

  init(_ core: ContextCore, _ connection: Connection) {
    self.core = core
    self.connection = connection
    deletion = Deletion(connection)
    firstIDs = Array(repeating: 0, count: core.store.schema.tableCount)
    nextIDs = firstIDs
  }

  mutating func run(isRehearsal: Bool) throws {
    self.isRehearsal = isRehearsal
    if !isRehearsal { files = core.store.files.map { ExternalChanges($0) } }
    for object in core.changed { try update(object, bits: object._$record.dirty) }
    for owner in core.deleted where owner._$record.isDirty {
      try writeArrays(of: owner, isNew: false)
    }
    try deletion.run(core.deleted, in: core, files, isRehearsal: isRehearsal)
    let arrivals = inOrderOfDependence(core.inserted)
    for owner in core.inserted { numberNewTargets(of: owner) }
    defer { giveBackInserter() }
    for object in arrivals { try insert(object) }
    for object in unfinished { try update(object, bits: toOneBits(of: object)) }
    if !adopted.isEmpty || !merged.isEmpty {
      var takeover = ArrayTakeover()
      try takeover.run(&self)
      self.takeover = takeover
    }
    for owner in core.inserted { try writeArrays(of: owner, isNew: true) }
    for owner in core.changed { try writeArrays(of: owner, isNew: false) }
    guard !isRehearsal else { return }
    try RelationshipCounts(core, connection).check()
    if core.store.keepsHistory {
      try HistoryWriter(connection, author: core.context?.author).write(self)
    }
  }

  /// Where large values go.
  private var external: RowWriter.External {
    if core.store.files == nil { return .row }
    return files.map { .files($0) } ?? .pending
  }

  // MARK: Rows

  /// Targets before what leads to them, as far as the models allow, so that fewer rows are written
  /// twice.
  private func inOrderOfDependence(_ objects: [any PersistentModel]) -> [any PersistentModel] {
    let entities = core.store.schema.entities
    guard let first = objects.first?._$record.entity,
      objects.contains(where: { $0._$record.entity !== first })
    else { return objects }
    var order: [ObjectIdentifier: Int] = [:]
    func visit(_ entity: Entity) {
      guard order[ObjectIdentifier(entity)] == nil else { return }
      order[ObjectIdentifier(entity)] = -1
      for case .toOne(_, let target, _) in entity.links { visit(target) }
      order[ObjectIdentifier(entity)] = order.count
    }
    entities.forEach(visit)
    var groups: [Int: [any PersistentModel]] = [:]
    for object in objects {
      guard let entity = object._$record.entity else { continue }
      groups[order[ObjectIdentifier(entity)] ?? 0, default: []].append(object)
    }
    return groups.keys.sorted().flatMap { groups[$0] ?? [] }
  }

  private mutating func insert(_ object: any PersistentModel) throws {
    let record = object._$record
    guard let entity = record.entity else { return }
    try checkTargets(of: object, entity)
    if entity.findsTwinFirst, let id = try rowWithSameValue(as: object, entity) {
      return try take(id, object, entity)
    }
    let id = try nextID(entity)
    record.rowID = id
    let statement = try insertStatement(entity)
    statement.bind(id, at: 1)
    if entity.isShared { statement.bind(entity.name, at: 2) }
    var writer = RowWriter(statement, first: entity.isShared ? 3 : 2, external: external)
    object._$bind(into: &writer)
    for place in entity.root.hidden.indices {
      let parameter = writer.index + Int32(place)
      if let value = record.hiddenValues?[place] {
        statement.bind(value, at: parameter)
      } else {
        statement.bindNull(at: parameter)
      }
    }
    if let failure = writer.failure { throw failure }
    try run(statement, entity)
    if entity.hasUnique, !entity.findsTwinFirst, connection.changes == 0 {
      // The statement met a row with the same unique value, and did nothing.
      guard let id = try rowWithSameValue(as: object, entity) else {
        throw StoreError.notUnique(model: entity.name, properties: entity.uniqueNames)
      }
      return try take(id, object, entity)
    }
    record.hiddenValues = nil
    if writer.metPending { unfinished.append(object) }
    core.identities.insert(object, id, in: entity.tableIndex)
  }

  /// Makes a new object that row which has its unique values.
  private mutating func take(_ id: Int64, _ object: any PersistentModel, _ entity: Entity) throws {
    object._$record.rowID = id
    if id >= firstIDs[entity.tableIndex] {
      merged.append(object)
    } else {
      adopted.append(object)
      try update(object, bits: UInt64.max)
      enter(object, id, entity)
    }
  }

  private mutating func insertStatement(_ entity: Entity) throws -> Statement {
    if let inserter, inserter.entity === entity { return inserter.statement }
    giveBackInserter()
    let statement = try connection.borrow(entity.insertSQL)
    inserter = (entity, statement)
    return statement
  }

  private mutating func giveBackInserter() {
    if let inserter { connection.giveBack(inserter.statement) }
    inserter = nil
  }

  /// Puts an object in the place of the one that had its row, if any.
  private mutating func enter(_ object: any PersistentModel, _ id: Int64, _ entity: Entity) {
    let table = entity.tableIndex
    if let old = core.identities.object(id, in: table), old !== object {
      replaced.append((old, id, table))
    }
    core.identities.insert(object, id, in: table)
  }

  private mutating func nextID(_ entity: Entity) throws -> Int64 {
    let table = entity.tableIndex
    if nextIDs[table] == 0 {
      let sql = "SELECT coalesce(max(_id), 0) FROM \(entity.table)"
      let largest = try connection.withStatement(sql) { statement in
        try statement.step() ? statement.integer(at: 0) : 0
      }
      firstIDs[table] = core.store.firstFreeID(in: table, largestStored: largest)
      nextIDs[table] = firstIDs[table]
    }
    defer { nextIDs[table] += 1 }
    return nextIDs[table]
  }

  private mutating func rowWithSameValue(
    as object: any PersistentModel, _ entity: Entity
  ) throws -> Int64? {
    // Rows of this flush must be told from older ones.
    if firstIDs[entity.tableIndex] == 0 {
      _ = try nextID(entity)
      nextIDs[entity.tableIndex] -= 1
    }
    for (columns, sql) in zip(entity.uniqueColumns, entity.twinQueries) {
      let found: Int64? = try connection.withStatement(sql) { statement in
        var writer = RowWriter(statement, first: 1, external: external)
        for column in columns { object._$bind(column.index, into: &writer) }
        return try statement.step() ? statement.integer(at: 0) : nil
      }
      if let found { return found }
    }
    return nil
  }

  private mutating func update(_ object: any PersistentModel, bits: UInt64) throws {
    let record = object._$record
    guard let entity = record.entity, record.rowID != 0 else { return }
    let columns = entity.columns.filter { bits & ModelRecord.bit($0.index) != 0 }
    guard !columns.isEmpty else { return }
    try checkTargets(of: object, entity)
    if entity.hasExternal, let files {
      try files.note(columns, of: record.rowID, in: entity, connection)
    }
    let key = UpdateKey(entity: ObjectIdentifier(entity), bits: bits)
    let sql: String
    if let known = updateSQL[key] {
      sql = known
    } else {
      let list = columns.map { "\($0.sql) = ?" }.joined(separator: ", ")
      sql = "UPDATE \(entity.table) SET \(list) WHERE _id = ?"
      updateSQL[key] = sql
    }
    try connection.withStatement(sql) { statement in
      var writer = RowWriter(statement, first: 1, external: external)
      for column in columns { object._$bind(column.index, into: &writer) }
      if let failure = writer.failure { throw failure }
      if writer.metPending { unfinished.append(object) }
      statement.bind(record.rowID, at: writer.index)
      try run(statement, entity)
    }
  }

  /// Writes a row; a value that the table refuses is named by its property.
  private func run(_ statement: Statement, _ entity: Entity) throws {
    do {
      try statement.run()
    } catch {
      throw entity.explain(error)
    }
  }

  private func toOneBits(of object: any PersistentModel) -> UInt64 {
    guard let entity = object._$record.entity else { return 0 }
    return entity.description.relationships.reduce(0) { $0 | ModelRecord.bit($1) }
  }

  private func checkTargets(of object: any PersistentModel, _ entity: Entity) throws {
    if !isRehearsal { try entity.checkTargets(of: object) }
  }

  // MARK: Arrays

  /// Notes the order of new objects before their rows are written, so that each is written once.
  private func numberNewTargets(of owner: any PersistentModel) {
    guard let entity = owner._$record.entity else { return }
    for index in entity.description.relationships {
      guard case .toMany(_, let order, nil, _, let shape) = entity.links[index] else { continue }
      for (place, target) in (shape.read(owner) ?? []).enumerated()
      where target._$record.isInserted {
        target._$record.hiddenValues = target._$record.hiddenValues ?? [:]
        target._$record.hiddenValues?[order.index] = Int64(place)
      }
    }
  }

  private func writeArrays(of owner: any PersistentModel, isNew: Bool) throws {
    let record = owner._$record
    guard let entity = record.entity else { return }
    for index in entity.description.relationships where isNew || record.isDirty(index) {
      if takeover.isPassedOver(owner, index) { continue }
      guard let link = entity.links[index] else { continue }
      switch link {
      case .toOne: continue
      case .toMany(_, let order, nil, let target, let shape):
        try writeOrder(shape.read(owner), order, target, isNew: isNew)
      case .toMany(let column, let order, .some, let target, let shape):
        try writeKeys(shape.read(owner), record.rowID, column, order, target, isNew: isNew)
      case .join(let table, let mine, let theirs, _, let shape):
        try writeJoin(shape.read(owner), record.rowID, table, mine, theirs, isNew: isNew)
      }
    }
  }

  private func writeOrder(
    _ targets: [any PersistentModel]?, _ order: HiddenPlace, _ target: Entity, isNew: Bool
  ) throws {
    let sql = "UPDATE \(target.table) SET \(quoted(order.name)) = ? WHERE _id = ?"
    for (place, object) in (targets ?? []).enumerated() {
      let record = object._$record
      // Those written new in this flush have their order already.
      if record.isInserted, isNew, record.hiddenValues == nil { continue }
      record.hiddenValues = nil
      try connection.withStatement(sql) { statement in
        statement.bind(Int64(place), at: 1)
        statement.bind(record.rowID, at: 2)
        try statement.run()
      }
    }
  }

  private func writeKeys(
    _ targets: [any PersistentModel]?, _ owner: Int64, _ column: String, _ order: HiddenPlace,
    _ target: Entity, isNew: Bool
  ) throws {
    guard let targets, !(isNew && targets.isEmpty) else { return }
    let (key, order) = (quoted(column), quoted(order.name))
    try connection.withStatement(
      "UPDATE \(target.table) SET \(key) = NULL, \(order) = NULL WHERE \(key) = ?"
    ) { statement in
      statement.bind(owner, at: 1)
      try statement.run()
    }
    let sql = "UPDATE \(target.table) SET \(key) = ?, \(order) = ? WHERE _id = ?"
    for (place, object) in targets.enumerated() where !object._$record.isDeleted {
      try connection.withStatement(sql) { statement in
        statement.bind(owner, at: 1)
        statement.bind(Int64(place), at: 2)
        statement.bind(object._$record.rowID, at: 3)
        try statement.run()
      }
    }
  }

  private func writeJoin(
    _ targets: [any PersistentModel]?, _ owner: Int64, _ table: String, _ mine: String,
    _ theirs: String, isNew: Bool
  ) throws {
    guard let targets, !(isNew && targets.isEmpty) else { return }
    let kept = Set(targets.filter { !$0._$record.isDeleted }.map(\._$record.rowID))
    let rows = try connection.rows(
      "SELECT \(theirs) FROM \(quoted(table)) WHERE \(mine) = ?", [.integer(owner)])
    for case .integer(let id)? in rows.map(\.first) where !kept.contains(id) {
      _ = try connection.rows(
        "DELETE FROM \(quoted(table)) WHERE \(mine) = ? AND \(theirs) = ?",
        [.integer(owner), .integer(id)])
    }
    let sql = Link.joinSQL(table, mine, theirs)
    for (place, object) in targets.enumerated() where !object._$record.isDeleted {
      try connection.withStatement(sql) { statement in
        statement.bind(owner, at: 1)
        statement.bind(object._$record.rowID, at: 2)
        statement.bind(Int64(place), at: 3)
        try statement.run()
      }
    }
  }

  // MARK: Afterwards

  /// Undoes in memory what the flush noted there, when the database took its rows back.
  mutating func takeBack() {
    if let files { files.files.remove(files.written) }
    for object in core.inserted {
      let record = object._$record
      record.hiddenValues = nil
      if let entity = record.entity, record.rowID != 0 {
        core.identities.remove(record.rowID, in: entity.tableIndex, record)
      }
      record.rowID = 0
    }
    for (object, id, table) in replaced {
      if let object = object as? any PersistentModel {
        core.identities.insert(object, id, in: table)
      }
    }
  }

  /// The objects that gave their row to a new one.
  var superseded: [any PersistentModel] {
    replaced.compactMap { $0.object as? any PersistentModel }
  }
}
