import SQLite

// Loading what relationships of many objects lead to by one query for each relationship.

extension ContextCore {
  /// Loads what a relationship of some objects leads to.
  func prefetch(_ keyPath: AnyKeyPath, of owners: [any PersistentModel], _ entity: Entity) throws {
    guard let index = entity.description.index(of: keyPath), let link = entity.links[index] else {
      throw StoreError.unsupportedProperty(
        model: entity.name, property: "\(keyPath)", reason: "is no relationship to be loaded",
        available: entity.propertyNames)
    }
    switch entity.description.stored[index].kind {
    case .toOne(let shape): try prefetch(shape, of: owners)
    case .toMany(let shape): try prefetch(shape, index, link, of: owners)
    case .attribute, .computed, .transient, .identifier: return
    }
  }

  private func prefetch(_ shape: ToOneShape, of owners: [any PersistentModel]) throws {
    func load<Target: PersistentModel>(_ type: Target.Type) throws {
      let entity = try store.schema.entity(of: type)
      var wanted: Set<Int64> = []
      for owner in owners {
        if case .reference(let id) = shape.read(owner),
          identities.object(id, in: entity.tableIndex) == nil
        {
          wanted.insert(id)
        }
      }
      let found = try objects(type, ids: wanted.sorted())
      // Each is now found at hand; reading the property makes the owner hold it.
      withExtendedLifetime(found) { owners.forEach(shape.settle) }
    }
    try load(shape.target)
  }

  private func prefetch(
    _ shape: ToManyShape, _ index: Int, _ link: Link, of owners: [any PersistentModel]
  ) throws {
    func load<Target: PersistentModel>(_ type: Target.Type) throws {
      let entity = try store.schema.entity(of: type)
      var waiting: [Int64: any PersistentModel] = [:]
      for owner in owners where owner._$record.isSaved && !shape.isLoaded(owner) {
        waiting[owner._$record.rowID] = owner
      }
      guard !waiting.isEmpty else { return }
      let list = "[" + waiting.keys.map(String.init).joined(separator: ",") + "]"
      try withPending(of: [entity.tableIndex]) { connection in
        let (ids, targets) = try targetIDs(link, entity, list, connection)
        let found = try objects(type, ids: Array(targets))
        var byID: [Int64: Target] = [:]
        for object in found { byID[object._$record.rowID] = object }
        for (id, owner) in waiting {
          let targets = (ids[id] ?? []).compactMap { byID[$0] }
          shape.fill(owner, targets)
          connect(targets, to: owner, index)
        }
      }
    }
    try load(shape.target)
  }

  /// The ids of what some owners lead to, in the order of each; and all of them.
  private func targetIDs(
    _ link: Link, _ entity: Entity, _ owners: String, _ connection: Connection
  ) throws -> ([Int64: [Int64]], Set<Int64>) {
    let sql: String
    switch link {
    case .toOne: return ([:], [])
    case .toMany(let column, let order, _, _, _):
      let (key, order) = (quoted(column), quoted(order.name))
      sql = """
        SELECT \(key), _id FROM \(entity.table) WHERE \(key) IN (SELECT value FROM json_each(?)) \
        ORDER BY \(order) IS NULL, \(order), _id
        """
    case .join(let table, let mine, let theirs, _, _):
      sql = """
        SELECT \(mine), \(theirs) FROM \(quoted(table)) \
        WHERE \(mine) IN (SELECT value FROM json_each(?)) \
        ORDER BY \(mine)_order IS NULL, \(mine)_order, \(theirs)
        """
    }
    return try connection.withStatement(sql) { statement in
      statement.bind(owners, at: 1)
      var (ids, all): ([Int64: [Int64]], Set<Int64>) = ([:], [])
      while try statement.step() {
        ids[statement.integer(at: 0), default: []].append(statement.integer(at: 1))
        all.insert(statement.integer(at: 1))
      }
      return (ids, all)
    }
  }
}
