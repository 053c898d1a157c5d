import SQLite

/// The results of a fetch that are loaded as they are looked at, a batch at a time.
///
/// Which objects there are, and their order, is found at once; a batch is kept until another is looked
/// at, so memory grows with the number of rows by no more than their ids. An object deleted since
/// is still there, and says so by `isDeleted`.
public struct FetchResultsCollection<Element: PersistentModel>: RandomAccessCollection {
  private let batches: ResultBatches<Element>

  init(_ batches: ResultBatches<Element>) { self.batches = batches }

  /// The place of the first object.
  public var startIndex: Int { 0 }
  /// The place after the last object.
  public var endIndex: Int { batches.keys.count }
  /// The object at a place, loaded with its batch if need be.
  ///
  /// A failure to read is thrown by the next fetch or save; the object is then an empty one, deleted.
  public subscript(position: Int) -> Element { batches.object(at: position) }
}

/// What a fetch found, before it is loaded.
enum ResultKey {
  case row(Int64)
  /// An object that has no row yet.
  case pending(any PersistentModel)
}

/// The objects of a fetch, of which one batch is loaded.
final class ResultBatches<Element: PersistentModel> {
  let keys: [ResultKey]
  private let core: ContextCore
  private let batchSize: Int
  private var loaded: Range<Int> = 0..<0
  private var objects: [Element?] = []

  init(_ keys: [ResultKey], _ core: ContextCore, batchSize: Int) {
    self.keys = keys
    self.core = core
    self.batchSize = Swift.max(batchSize, 1)
  }

  func object(at place: Int) -> Element {
    if !loaded.contains(place) { load(place / batchSize * batchSize) }
    if let object = objects[place - loaded.lowerBound] { return object }
    guard let blank = core.attempt({ try core.blank(Element.self) }) else {
      preconditionFailure("the row of a \(Element.self) is gone, and it has no empty values")
    }
    return blank
  }

  private func load(_ first: Int) {
    loaded = first..<Swift.min(first + batchSize, keys.count)
    let ids = keys[loaded].compactMap { if case .row(let id) = $0 { id } else { nil } }
    let found = core.attempt { try core.objects(Element.self, ids: ids) } ?? []
    var byID: [Int64: Element] = [:]
    for object in found { byID[object._$record.rowID] = object }
    objects = keys[loaded].map { key in
      switch key {
      case .row(let id): byID[id]
      case .pending(let object): object as? Element
      }
    }
  }
}

extension ContextCore {
  /// The objects of some rows, in no order.
  func objects<Model: PersistentModel>(_ type: Model.Type, ids: [Int64]) throws -> [Model] {
    guard !ids.isEmpty else { return [] }
    let entity = try store.schema.entity(of: type)
    // One text for every number of ids, so that it is prepared once.
    let sql = """
      SELECT \(entity.selection("t0")) FROM \(entity.table) AS t0 \
      WHERE t0._id IN (SELECT value FROM json_each(?))
      """
    let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
    return try session.run { connection in
      try connection.withStatement(sql) { statement in
        statement.bind(list, at: 1)
        return try objects(type, entity, statement)
      }
    }
  }

  /// What a query finds, unloaded, in its order.
  func keys(_ query: SelectQuery) throws -> [(key: ResultKey, entity: Entity)] {
    let entity = query.entity
    return try withPending(of: query.pendingTables) { connection in
      try connection.withStatement(query.keySQL) { statement in
        query.bind(to: statement)
        var keys: [(ResultKey, Entity)] = []
        while try statement.step() {
          let id = statement.integer(at: 0)
          let kind =
            entity.isShared
            ? store.schema.entity(named: statement.text(at: 1)) ?? entity : entity
          if let object = identities.object(id, in: entity.tableIndex) as? any PersistentModel,
            object._$record.isInserted
          {
            keys.append((.pending(object), kind))
          } else {
            keys.append((.row(id), kind))
          }
        }
        return keys
      }
    }
  }
}
