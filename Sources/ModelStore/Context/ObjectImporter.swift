import SQLite

extension ModelContext {
  /// Writes many new objects to the store and lets go of them, in one transaction.
  ///
  /// An import of many objects that nobody looks at next takes a fraction of the time and memory of
  /// ``insert(_:)`` and ``save()``: the objects do not become this context's, and a fetch makes others of
  /// their rows. There is no upsert: an object with a unique value that a row has makes the import throw.
  /// What is pending in the context stays pending.
  ///
  /// - Parameter body: Gets the importer, which is of use only within it.
  /// - Returns: What the block gives.
  /// - Throws: What the block throws, or ``StoreError``. Nothing is written then.
  @discardableResult
  public func importing<Result>(_ body: (ObjectImporter) throws -> Result) throws -> Result {
    let core = try opened.get()
    try core.throwDeferred()
    guard core.store.allowsSave else { throw StoreError.savingNotAllowed }
    let (result, imported) = try core.session.run { connection in
      let importer = ObjectImporter(core, connection)
      do {
        return try connection.transaction(.immediate) {
          let result = try body(importer)
          try importer.finish(author: author)
          return (result, importer.rows)
        }
      } catch {
        importer.takeBack()
        throw error
      }
    }
    core.noteImport(imported)
    return result
  }
}

/// Writes new objects one after the other; see ``ModelContext/importing(_:)``.
public final class ObjectImporter {
  private let core: ContextCore
  private let connection: Connection
  private let files: ExternalChanges?
  private var inserters: [ObjectIdentifier: Inserter] = [:]
  fileprivate private(set) var rows: [(entity: Entity, id: Int64)] = []
  /// The rows of objects, for those that lead to them.
  private var written: [ObjectIdentifier: (object: any PersistentModel, id: Int64)] = [:]

  /// What writes the rows of one model.
  private final class Inserter {
    let entity: Entity
    let statement: Statement
    var nextID: Int64

    init(_ entity: Entity, _ statement: Statement, nextID: Int64) {
      self.entity = entity
      self.statement = statement
      self.nextID = nextID
    }
  }

  /// A place in an array that an object is written into.
  private struct Membership {
    let link: Link
    let owner: Int64
    let place: Int
  }

  fileprivate init(_ core: ContextCore, _ connection: Connection) {
    self.core = core
    self.connection = connection
    files = core.store.files.map { ExternalChanges($0) }
  }

  /// Writes a new object, and what its arrays hold.
  ///
  /// What its relationships to one lead to must have been written before, or be saved in the context.
  ///
  /// - Parameter object: An object that belongs to no context.
  /// - Returns: The name of its row.
  /// - Throws: ``StoreError``
  @discardableResult public func add(_ object: some PersistentModel) throws
    -> PersistentIdentifier
  {
    let inserter = try inserter(of: object)
    let id = try write(object, inserter, nil)
    note(object, id, inserter.entity)
    try addArrays(of: object, id)
    return PersistentIdentifier(
      entityName: inserter.entity.name, storeIdentifier: core.store.identifier, key: .saved(id))
  }

  /// Writes new objects into an array of an object that was written before.
  ///
  /// - Parameters:
  ///   - objects: Objects that belong to no context, in the order of the array.
  ///   - relationship: The array, as in `\Trip.items`; it must be empty.
  ///   - owner: What ``add(_:)`` gave for its object.
  /// - Throws: ``StoreError``
  public func add<Owner: PersistentModel, Model: PersistentModel>(
    _ objects: [Model], to relationship: KeyPath<Owner, [Model]>, of owner: PersistentIdentifier
  ) throws {
    guard !objects.isEmpty else { return }
    let entity = try core.store.schema.entity(of: Owner.self)
    guard let index = entity.description.index(of: relationship), let link = entity.links[index],
      case .saved(let id) = owner.key
    else { throw StoreError.foreignObject(model: Owner._$description.name) }
    try add(objects, link, id)
  }

  private func addArrays(of object: any PersistentModel, _ id: Int64) throws {
    let entity = try core.store.schema.entity(of: type(of: object))
    for index in entity.description.relationships {
      guard case .toMany(let shape) = entity.description.stored[index].kind,
        let targets = shape.read(object), !targets.isEmpty, let link = entity.links[index]
      else { continue }
      try add(targets, link, id)
    }
  }

  private func add(_ objects: [any PersistentModel], _ link: Link, _ owner: Int64) throws {
    for (place, object) in objects.enumerated() {
      if let known = written[ObjectIdentifier(object)] {
        // Written already, as what another array holds, or as the other end of this one.
        guard case .join = link else {
          throw StoreError.foreignObject(model: type(of: object)._$description.name)
        }
        try join(known.id, to: owner, link, at: place)
        continue
      }
      let inserter = try inserter(of: object)
      let membership = Membership(link: link, owner: owner, place: place)
      if case .toMany(let column, _, nil, let target, _) = link,
        let index = target.columns.first(where: { $0.name == column })?.index,
        case .toOne(let shape) = target.description.stored[index].kind
      {
        shape.refer(object, owner)
      }
      let id = try write(object, inserter, membership)
      note(object, id, inserter.entity)
      try join(id, to: owner, link, at: place)
      try addArrays(of: object, id)
    }
  }

  /// Writes that an object of a many-to-many array belongs to it.
  private func join(_ id: Int64, to owner: Int64, _ link: Link, at place: Int) throws {
    guard case .join(let table, let mine, let theirs, _, _) = link else { return }
    let sql = """
      INSERT INTO \(quoted(table)) (\(mine), \(theirs), \(mine)_order) VALUES (?, ?, ?) \
      ON CONFLICT (first, second) DO UPDATE SET \(mine)_order = excluded.\(mine)_order
      """
    try connection.withStatement(sql) { statement in
      statement.bind(owner, at: 1)
      statement.bind(id, at: 2)
      statement.bind(Int64(place), at: 3)
      try statement.run()
    }
  }

  /// Remembers the row of an object that others may lead to.
  ///
  /// It is held, so that no other object gets its address while the import lasts.
  private func note(_ object: any PersistentModel, _ id: Int64, _ entity: Entity) {
    if entity.isLedTo { written[ObjectIdentifier(object)] = (object, id) }
  }

  private func inserter(of object: any PersistentModel) throws -> Inserter {
    let model = type(of: object)
    guard object._$record.core == nil, !object._$record.isDeleted else {
      throw StoreError.foreignObject(model: model._$description.name)
    }
    if let known = inserters[ObjectIdentifier(model)] { return known }
    let entity = try core.store.schema.entity(of: model)
    // Classes of one table share its numbers.
    let table = entity.tableIndex
    let sibling = inserters.values.first { $0.entity.tableIndex == table }
    let first = try sibling?.nextID ?? firstFreeID(entity)
    let inserter = Inserter(entity, try connection.prepare(entity.insertSQL), nextID: first)
    inserters[ObjectIdentifier(model)] = inserter
    return inserter
  }

  private func firstFreeID(_ entity: Entity) throws -> Int64 {
    let largest = try connection.rows("SELECT coalesce(max(_id), 0) FROM \(entity.table)")
    guard case .integer(let id)? = largest.first?.first else { return 1 }
    return core.store.firstFreeID(in: entity.tableIndex, largestStored: id)
  }

  private func write(
    _ object: any PersistentModel, _ inserter: Inserter, _ membership: Membership?
  ) throws -> Int64 {
    let (entity, statement) = (inserter.entity, inserter.statement)
    try referToRows(object, entity)
    try entity.checkTargets(of: object)
    let id = inserter.nextID
    statement.bind(id, at: 1)
    if entity.isShared { statement.bind(entity.name, at: 2) }
    var writer = RowWriter(
      statement, first: entity.isShared ? 3 : 2, external: files.map { .files($0) } ?? .row)
    object._$bind(into: &writer)
    if let failure = writer.failure { throw failure }
    for place in entity.root.hidden.indices { statement.bindNull(at: writer.index + Int32(place)) }
    if let membership, case .toMany(_, let order, let key, _, _) = membership.link {
      statement.bind(Int64(membership.place), at: writer.index + Int32(order.index))
      if let key { statement.bind(membership.owner, at: writer.index + Int32(key.index)) }
    }
    do {
      try statement.run()
    } catch {
      throw entity.explain(error)
    }
    if entity.hasUnique, connection.changes == 0 {
      throw StoreError.notUnique(model: entity.name, properties: entity.uniqueNames)
    }
    advance(entity.tableIndex, past: id)
    rows.append((entity, id))
    return id
  }

  private func advance(_ table: Int, past id: Int64) {
    for inserter in inserters.values where inserter.entity.tableIndex == table {
      inserter.nextID = id + 1
    }
  }

  /// Turns references to objects that were written before into references to their rows.
  private func referToRows(_ object: any PersistentModel, _ entity: Entity) throws {
    for index in entity.description.relationships {
      guard case .toOne(let shape) = entity.description.stored[index].kind,
        case .object(let target) = shape.read(object)
      else { continue }
      if target._$record.isSaved, target._$record.core === core { continue }
      guard let known = written[ObjectIdentifier(target)] else {
        throw StoreError.foreignObject(model: type(of: target)._$description.name)
      }
      shape.refer(object, known.id)
    }
  }

  fileprivate func finish(author: String?) throws {
    try RelationshipCounts(core, connection).checkAll()
    if core.store.keepsHistory {
      try HistoryWriter(connection, author: author).write(imported: rows)
    }
  }

  fileprivate func takeBack() {
    if let files { files.files.remove(files.written) }
  }
}

extension ContextCore {
  /// What follows once the database has imported rows.
  fileprivate func noteImport(_ rows: [(entity: Entity, id: Int64)]) {
    for row in rows { store.noteUsed(row.id, in: row.entity.tableIndex) }
    noteOwnSave()
    ObservationBatch.run { invalidate(nil) }
    context?.postDidImport(rows)
  }
}
