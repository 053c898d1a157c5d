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
      defer { importer.end() }
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
///
/// Rows are written some at a time: all of them are there when the block has ended.
public final class ObjectImporter {
  private let core: ContextCore
  private let connection: Connection
  private let files: ExternalChanges?
  private var inserters: [ObjectIdentifier: RowInserter] = [:]
  /// The one used last: most objects are of the same model as the one before.
  private var latest: (model: any PersistentModel.Type, inserter: RowInserter)?
  fileprivate private(set) var rows: [ImportedRows] = []
  /// The rows of objects, for those that lead to them.
  private var written: [ObjectIdentifier: (object: any PersistentModel, id: Int64)] = [:]

  fileprivate init(_ core: ContextCore, _ connection: Connection) {
    self.core = core
    self.connection = connection
    files = core.store.files.map { ExternalChanges($0) }
  }

  /// Writes a new object, and what its arrays hold.
  ///
  /// What its relationships to one lead to must have been written before, or be saved in the context.
  /// The object stays of use, but nobody can observe it from now on.
  ///
  /// - Parameter object: An object that belongs to no context.
  /// - Returns: The name of its row.
  /// - Throws: ``StoreError``
  @discardableResult public func add(_ object: some PersistentModel) throws
    -> PersistentIdentifier
  {
    let inserter = try inserter(of: object)
    let id = try write(object, inserter, nil)
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
    let array = ArrayLink(link)
    let inserter = try inserter(of: Model.self)
    guard inserter.takesMany(of: array), objects.allSatisfy({ type(of: $0) == Model.self }) else {
      for place in objects.indices { try add(objects[place], at: place, array, id) }
      return
    }
    for object in objects { try checkIsFree(object._$record, Model.self) }
    note(inserter.entity, try inserter.add(objects, array, owner: id))
    for object in objects { object._$record.isImported = true }
  }

  private func addArrays(of object: any PersistentModel, _ id: Int64, _ entity: Entity) throws {
    for index in entity.description.relationships {
      guard case .toMany(let shape) = entity.description.stored[index].kind,
        let targets = shape.read(object), !targets.isEmpty, let link = entity.links[index]
      else { continue }
      let array = ArrayLink(link)
      for (place, target) in targets.enumerated() { try add(target, at: place, array, id) }
    }
  }

  private func add(
    _ object: any PersistentModel, at place: Int, _ link: ArrayLink, _ owner: Int64
  ) throws {
    if !written.isEmpty, let known = written[ObjectIdentifier(object)] {
      // Written already, as what another array holds, or as the other end of this one.
      guard link.join != nil else {
        throw StoreError.foreignObject(model: type(of: object)._$description.name)
      }
      try join(known.id, to: owner, link, at: place)
      return
    }
    let id = try write(
      object, inserter(of: object),
      link.join == nil ? RowInserter.Membership(link: link, owner: owner, place: place) : nil)
    try join(id, to: owner, link, at: place)
  }

  /// Writes that an object of a many-to-many array belongs to it.
  private func join(_ id: Int64, to owner: Int64, _ link: ArrayLink, at place: Int) throws {
    guard let sql = link.join else { return }
    try connection.withStatement(sql) { statement in
      statement.bind(owner, at: 1)
      statement.bind(id, at: 2)
      statement.bind(Int64(place), at: 3)
      try statement.run()
    }
  }

  private func inserter(of object: any PersistentModel) throws -> RowInserter {
    let model = type(of: object)
    try checkIsFree(object._$record, model)
    return try inserter(of: model)
  }

  private func checkIsFree(
    _ record: ModelRecord, _ model: any PersistentModel.Type
  ) throws(StoreError) {
    guard record.core == nil, !record.isDeleted else {
      throw StoreError.foreignObject(model: model._$description.name)
    }
  }

  private func inserter(of model: any PersistentModel.Type) throws -> RowInserter {
    if let latest, latest.model == model { return latest.inserter }
    let inserter = try inserters[ObjectIdentifier(model)] ?? makeInserter(model)
    latest = (model, inserter)
    return inserter
  }

  private func makeInserter(_ model: any PersistentModel.Type) throws -> RowInserter {
    let entity = try core.store.schema.entity(of: model)
    // Classes of one table share its numbers.
    let table = entity.tableIndex
    let sibling = inserters.values.first { $0.entity.tableIndex == table }
    let numbers = try sibling?.numbers ?? RowInserter.Numbers(next: firstFreeID(entity))
    let inserter = RowInserter(
      entity, connection, numbers, external: files.map { .files($0) } ?? .row)
    inserters[ObjectIdentifier(model)] = inserter
    return inserter
  }

  private func firstFreeID(_ entity: Entity) throws -> Int64 {
    let largest = try connection.rows("SELECT coalesce(max(_id), 0) FROM \(entity.table)")
    guard case .integer(let id)? = largest.first?.first else { return 1 }
    return core.store.firstFreeID(in: entity.tableIndex, largestStored: id)
  }

  private func write(
    _ object: any PersistentModel, _ inserter: RowInserter, _ membership: RowInserter.Membership?
  ) throws -> Int64 {
    let entity = inserter.entity
    try referToRows(object, inserter, besides: membership?.link)
    let id = try inserter.add(object, membership)
    object._$record.isImported = true
    note(entity, id...id)
    // It is held, so that no other object gets its address while the import lasts.
    if inserter.isLedTo { written[ObjectIdentifier(object)] = (object, id) }
    if inserter.hasArrays { try addArrays(of: object, id, entity) }
    return id
  }

  private func note(_ entity: Entity, _ ids: ClosedRange<Int64>) {
    if let last = rows.indices.last, rows[last].entity === entity,
      rows[last].ids.upperBound == ids.lowerBound - 1
    {
      rows[last].ids = rows[last].ids.lowerBound...ids.upperBound
    } else {
      rows.append(ImportedRows(entity: entity, ids: ids))
    }
  }

  /// Turns references to objects that were written before into references to their rows.
  ///
  /// The one that leads to the owner of an array is not looked at: the owner's row is written there.
  private func referToRows(
    _ object: any PersistentModel, _ inserter: RowInserter, besides link: ArrayLink?
  ) throws {
    for reference in inserter.references where reference.column != link?.key {
      switch reference.shape.read(object) {
      case .reference: continue
      case .none:
        if reference.shape.isRequired {
          throw StoreError.missingTarget(model: inserter.entity.name, property: reference.column)
        }
      case .object(let target):
        if target._$record.isSaved, target._$record.core === core {
          guard reference.shape.isRequired, target._$record.isDeleted else { continue }
          throw StoreError.missingTarget(model: inserter.entity.name, property: reference.column)
        }
        guard let known = written[ObjectIdentifier(target)] else {
          throw StoreError.foreignObject(model: type(of: target)._$description.name)
        }
        reference.shape.refer(object, known.id)
      }
    }
  }

  fileprivate func finish(author: String?) throws {
    for inserter in inserters.values { try inserter.flush() }
    try RelationshipCounts(core, connection).checkAll()
    if core.store.keepsHistory {
      try HistoryWriter(connection, author: author).write(imported: rows)
    }
  }

  fileprivate func end() {
    for inserter in inserters.values { inserter.end() }
  }

  fileprivate func takeBack() {
    if let files { files.files.remove(files.written) }
  }
}

/// Rows that were imported one after the other.
struct ImportedRows {
  let entity: Entity
  var ids: ClosedRange<Int64>
}

extension ContextCore {
  /// What follows once the database has imported rows.
  fileprivate func noteImport(_ rows: [ImportedRows]) {
    for row in rows { store.noteUsed(row.ids.upperBound, in: row.entity.tableIndex) }
    noteOwnSave()
    ObservationBatch.run { invalidate(nil) }
    if isObserved { context?.postDidImport(rows) }
  }
}
