import Foundation
import SQLite

extension ModelContext {
  /// The objects that a descriptor picks, in its order.
  ///
  /// - Throws: ``StoreError`` where the predicate or the order uses what has no column; nothing is
  ///   ever filtered or sorted outside the database.
  public func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> [Model] {
    try fetch(descriptor, sectionBy: nil)
  }

  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, sectionBy: AnyKeyPath?, includeSubclasses: Bool = true
  ) throws -> [Model] {
    let core = try opened.get()
    try core.throwDeferred()
    // What others saved can only make objects old that are at hand; rows are read as they are.
    if !core.identities.isEmpty { try core.lookForOthers() }
    var query = try SelectQuery(descriptor, sectionBy: sectionBy, in: core.store.schema)
    query.includesSubclasses = includeSubclasses
    let objects = try core.withPending(of: query.pendingTables) { connection in
      try connection.withStatement(query.sql) { statement in
        query.bind(to: statement)
        let found = try core.objects(Model.self, query.entity, statement, query.partial)
        // Here, since objects that are pending have rows only while the block runs.
        return query.sortsByRow
          ? found.sorted { $0._$record.rowID < $1._$record.rowID } : found
      }
    }
    for keyPath in descriptor.relationshipKeyPathsForPrefetching {
      try core.prefetch(keyPath, of: objects, query.entity)
    }
    return objects
  }

  /// The SQL that a fetch runs, with question marks for its values: to be read by people, and the same
  /// for every fetch of one shape.
  public func sql<Model: PersistentModel>(for descriptor: FetchDescriptor<Model>) throws -> String {
    try SelectQuery(descriptor, in: opened.get().store.schema).sql
  }

  /// How much this context has read; a test of a query's economy looks at it.
  public var fetchCounters: FetchCounters { core?.counters ?? FetchCounters() }

  /// How many objects a descriptor picks; none is loaded.
  public func fetchCount<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> Int {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(descriptor, in: core.store.schema)
    return try core.withPending(of: query.pendingTables) { connection in
      try connection.withStatement(query.countSQL) { statement in
        query.bind(to: statement)
        return try statement.step() ? Int(statement.integer(at: 0)) : 0
      }
    }
  }

  /// The names of the objects that a descriptor picks, in its order; none is loaded.
  public func fetchIdentifiers<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> [PersistentIdentifier] {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(descriptor, in: core.store.schema)
    return try core.keys(query).map { key, entity in
      switch key {
      case .pending(let object): object._$record.identifier(of: object)
      case .row(let id):
        PersistentIdentifier(
          entityName: entity.name, storeIdentifier: core.store.identifier, key: .saved(id))
      }
    }
  }

  /// The objects that a descriptor picks, loaded as they are looked at.
  ///
  /// - Parameters:
  ///   - descriptor: Which objects, in which order.
  ///   - batchSize: How many are loaded at once.
  /// - Returns: As many as there are now.
  /// - Throws: What a fetch throws.
  public func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, batchSize: Int
  ) throws -> FetchResultsCollection<Model> {
    let core = try opened.get()
    try core.throwDeferred()
    try core.lookForOthers()
    let query = try SelectQuery(descriptor, in: core.store.schema)
    let keys = try core.keys(query).map(\.key)
    return FetchResultsCollection(ResultBatches(keys, core, batchSize: batchSize))
  }

  /// Runs a block for each object that a descriptor picks, a batch at a time, so that memory does not
  /// grow with their number.
  ///
  /// - Parameters:
  ///   - descriptor: Which objects, in which order.
  ///   - batchSize: How many are loaded at once.
  ///   - block: Gets each object. It should not insert or delete what a sorted descriptor
  ///     picks: its batches are counted.
  /// - Throws: What the block throws, and what a fetch throws.
  public func enumerate<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, batchSize: Int = 5000, block: (Model) throws -> Void
  ) throws {
    if descriptor.sortBy.isEmpty, descriptor.fetchOffset ?? 0 == 0 {
      return try enumerateByID(descriptor, batchSize: max(batchSize, 1), block)
    }
    var batch = descriptor
    var done = 0
    let limit = descriptor.fetchLimit ?? Int.max
    while done < limit {
      batch.fetchLimit = min(max(batchSize, 1), limit - done)
      batch.fetchOffset = (descriptor.fetchOffset ?? 0) + done
      let objects = try fetch(batch)
      for object in objects { try block(object) }
      done += objects.count
      if objects.count < batch.fetchLimit ?? 0 { return }
    }
  }

  /// Rows in the order of their ids: each batch begins behind the last, so none is counted over.
  private func enumerateByID<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, batchSize: Int, _ block: (Model) throws -> Void
  ) throws {
    let core = try opened.get()
    var last = Int64.min
    var left = descriptor.fetchLimit ?? Int.max
    while left > 0 {
      try core.throwDeferred()
      try core.lookForOthers()
      var batch = descriptor
      batch.fetchLimit = min(batchSize, left)
      var query = try SelectQuery(batch, in: core.store.schema)
      query.after = last
      var reached = last
      let objects = try core.withPending(of: query.pendingTables) { connection in
        try connection.withStatement(query.sql) { statement in
          query.bind(to: statement)
          let objects = try core.objects(Model.self, query.entity, statement, query.partial)
          // A new object has its id only while the query runs.
          reached = objects.last?._$record.rowID ?? last
          return objects
        }
      }
      for object in objects { try block(object) }
      if objects.count < min(batchSize, left) { return }
      left -= objects.count
      last = reached
    }
  }
}
