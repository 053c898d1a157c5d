import SQLite

/// The part of a context that its objects hold on to.
///
/// Objects outlive their context when someone keeps them; they can then still load what they lead to.
final class ContextCore {
  let store: Store
  let session: Session
  weak var context: ModelContext?
  var identities: IdentityMap
  /// Objects without a row, in the order they came.
  var inserted: [any PersistentModel] = []
  /// Objects that differ from their row, in the order of their first change.
  var changed: [any PersistentModel] = []
  /// Objects whose row is to go, in the order they were deleted.
  var deleted: [any PersistentModel] = []
  /// A failure where nothing could be thrown; the next save or fetch throws it.
  var deferredError: (any Error)?
  /// Whether pending changes are in the database right now, to be taken back.
  var isRehearsing = false
  /// Whether a transaction is open that saves at its end.
  var isInTransaction = false
  /// Whether the tables of an earlier version are there to be read.
  var hasOldRows = false
  private var rollbacks = 0
  /// What SQLite counts of commits by other connections; see ``lookForOthers()``.
  private var dataVersion: Int64?
  /// Whether reading a property tells who observes it; see ``ModelContext/observationEnabled``.
  var isObserved = true {
    didSet { if isObserved != oldValue, !isCuttingSections { tellObjects() } }
  }
  /// Whether titles of sections are read, which nobody is to observe.
  private var isCuttingSections = false
  /// Who shows results of this context's queries.
  var observers: [WeakObserver] = []
  /// Who looks for saves of other processes, while results are shown.
  var watch: SaveWatch?
  /// Whether there is still a context to save what changes.
  private(set) var isOpen = true
  /// How many rows were read and how many objects were made of them.
  var counters = FetchCounters()

  init(_ store: Store) throws {
    self.store = store
    session = try store.makeSession()
    identities = IdentityMap(tableCount: store.schema.tableCount)
    seenVersion = store.version
  }

  private func tellObjects() {
    for object in inserted { object._$record.lookWhoListens() }
    for case let object as any PersistentModel in identities.all {
      object._$record.lookWhoListens()
    }
  }

  /// Runs a block in which nobody hears of what it reads.
  func withoutObservation<Result>(_ body: () -> Result) -> Result {
    let before = isObserved
    isCuttingSections = true
    isObserved = false
    defer {
      isObserved = before
      isCuttingSections = false
    }
    return body()
  }

  var hasChanges: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }

  /// Lets go of what is pending: it and the core hold on to each other, and nobody can save it.
  func close() {
    isOpen = false
    // Loaded objects may hold each other; nobody is left to tell that they are no longer needed.
    for object in inserted { object._$record.isolate(object) }
    for case let object as any PersistentModel in identities.all { object._$record.isolate(object) }
    for object in inserted {
      object._$record.core = nil
      object._$record.isInserted = false
    }
    for object in changed { object._$record.markClean() }
    inserted = []
    changed = []
    deleted = []
  }

  /// The store's version when others were last looked for.
  private var seenVersion: Int

  /// Finds out whether anyone else saved since the last time, in this process or another.
  ///
  /// - Returns: Whether someone did; objects are then read again where a query meets them.
  @discardableResult func lookForOthers() throws -> Bool {
    guard !isRehearsing else { return false }
    var isChanged = seenVersion != store.version
    seenVersion = store.version
    if case .file = store.location {
      let found = try session.run { connection in
        try connection.withStatement("PRAGMA data_version") { statement in
          _ = try statement.step()
          return statement.integer(at: 0)
        }
      }
      // The first time nobody knows since when it has been this.
      if dataVersion != found {
        rollbacks += 1
        isChanged = true
      }
      dataVersion = found
    }
    return isChanged
  }

  /// Takes note of a save of this context: it is nobody else's.
  func noteOwnSave() {
    let isUpToDate = seenVersion == store.version
    store.noteSave(by: self)
    if isUpToDate { seenVersion = store.version }
  }

  /// What an object's `version` must be for it to be surely as its row is.
  var version: Int { store.version &+ rollbacks << 40 }

  func throwDeferred() throws {
    guard let error = deferredError else { return }
    deferredError = nil
    throw error
  }

  /// Runs a block that needs the database where no error can be thrown.
  func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      deferredError = deferredError ?? error
      return nil
    }
  }

  // MARK: Insert

  /// Takes in an object and all it leads to.
  func insert(_ object: any PersistentModel) {
    guard isOpen, needsInsert(object._$record) else { return }
    var arrivals: [any PersistentModel] = []
    var waiting: [any PersistentModel] = [object]
    while let next = waiting.popLast() {
      guard needsInsert(next._$record), enroll(next) else { continue }
      arrivals.append(next)
      let model = type(of: next)._$description
      // Backwards, since the last is taken first.
      for index in model.relationships.reversed() {
        switch model.stored[index].kind {
        case .toOne(let shape):
          if case .object(let target) = shape.read(next), needsInsert(target._$record) {
            waiting.append(target)
          }
        case .toMany(let shape):
          for target in shape.read(next)?.reversed() ?? [] where needsInsert(target._$record) {
            waiting.append(target)
          }
        case .attribute, .computed, .transient, .identifier: break
        }
      }
    }
    ObservationBatch.run {
      for arrival in arrivals { arrival._$record.connectToMany(arrival) }
      for arrival in arrivals { arrival._$record.connectToOne(arrival) }
      for arrival in arrivals { invalidate(arrival._$record.entity) }
    }
  }

  private func needsInsert(_ record: ModelRecord) -> Bool {
    record.core !== self || record.isDeleted
  }

  private func enroll(_ object: any PersistentModel) -> Bool {
    let record = object._$record
    let name = type(of: object)._$description.name
    guard record.core == nil || record.core === self else {
      deferredError = deferredError ?? StoreError.foreignObject(model: name)
      return false
    }
    if record.isDeletePending {
      // Deleted and taken in again before a save: it keeps its row.
      record.isDeletePending = false
      record.isDeleted = false
      deleted.removeAll { $0 === object }
      if record.isDirty { changed.append(object) }
      return true
    }
    guard let entity = attempt({ try store.schema.entity(of: type(of: object)) }) else {
      return false
    }
    record.core = self
    record.entity = entity
    record.isDeleted = false
    record.isInserted = true
    record.rowID = 0
    inserted.append(object)
    return true
  }

  // MARK: Delete

  /// Marks an object for deletion, and follows its delete rules: what goes with it is loaded, what it
  /// only lets go of follows with the save where it is not at hand.
  func delete(_ object: any PersistentModel) {
    ObservationBatch.run {
      markDeleted(object)
      invalidate(nil)
    }
  }

  private func markDeleted(_ object: any PersistentModel) {
    var waiting: [any PersistentModel] = [object]
    while let next = waiting.popLast() {
      let record = next._$record
      guard record.core === self, !record.isDeleted else { continue }
      if record.partial != nil { record.completeNow(next) }
      record.isDeleted = true
      if record.isInserted {
        inserted.removeAll { $0 === next }
        record.isInserted = false
        record.core = nil
      } else {
        record.isDeletePending = true
        deleted.append(next)
        // Its changes stay noted: an array that let go of objects must do so before its rules are
        // followed, and who is taken in again is to be written.
        if record.isDirty { changed.removeAll { $0 === next } }
      }
      waiting += detach(next)
    }
  }

  /// Takes a deleted object out of the relationships at hand; gives what is to be deleted with it.
  private func detach(_ object: any PersistentModel) -> [any PersistentModel] {
    var doomed: [any PersistentModel] = []
    let model = type(of: object)._$description
    for index in model.relationships {
      let pairing = model.pairing(at: index)
      switch model.stored[index].kind {
      case .toOne(let shape):
        guard let target = target(of: object, shape) else { continue }
        if shape.options.deleteRule == .cascade { doomed.append(target) }
        let other = type(of: target)._$description
        if case .oneToMany(let place) = pairing, case .toMany(let mine) = other.stored[place].kind {
          mine.remove(target, object)
        } else if case .oneToOne(let place) = pairing,
          case .toOne(let mine) = other.stored[place].kind
        {
          mine.write(target, nil)
          target._$record.markDirty(target, place)
        }
      case .toMany(let shape):
        let known = shape.read(object) ?? targetsAtHand(of: object, shape, pairing)
        switch shape.options.deleteRule {
        case .cascade: doomed += known + rowsLeadingTo(object, index, shape, pairing)
        case .nullify: known.forEach { forget(object, in: $0, pairing) }
        case .deny, .noAction: break
        }
      case .attribute, .computed, .transient, .identifier: break
      }
    }
    return doomed
  }

  private func target(
    of object: any PersistentModel, _ shape: ToOneShape
  ) -> (any PersistentModel)? {
    switch shape.read(object) {
    case .object(let target): target
    // A cascade must reach the target, so it is loaded; else one at hand is enough.
    case .reference(let id):
      shape.options.deleteRule == .cascade
        ? self.object(shape.target, id) as (any PersistentModel)? : registered(shape.target, id)
    case .none: nil
    }
  }

  /// Objects at hand that lead to an object whose own array was not loaded.
  private func targetsAtHand(
    of object: any PersistentModel, _ shape: ToManyShape, _ pairing: Pairing
  ) -> [any PersistentModel] {
    let target = shape.target._$description
    switch pairing {
    case .manyToOne(let place):
      // Those that are as their rows are follow with the rows.
      guard case .toOne(let other) = target.stored[place].kind else { return [] }
      let id = object._$record.isSaved ? object._$record.rowID : 0
      return (inserted + changed).filter { candidate in
        guard type(of: candidate)._$description.isKind(of: shape.target) else { return false }
        switch other.read(candidate) {
        case .object(let owner): return owner === object
        case .reference(let reference): return reference == id
        case .none: return false
        }
      }
    case .manyToMany(let place):
      guard case .toMany(let other) = target.stored[place].kind else { return [] }
      return (inserted + identities.all.compactMap { $0 as? any PersistentModel }).filter {
        type(of: $0)._$description.isKind(of: shape.target)
          && other.read($0)?.contains { $0 === object } == true
      }
    case .none, .hidden, .oneToMany, .oneToOne: return []
    }
  }

  /// Objects whose rows lead to an object whose array was not loaded, but for those that lead
  /// elsewhere by now.
  ///
  /// The rows are read as they are: to write all that is pending for each of many
  /// deletions would take the square of their number.
  private func rowsLeadingTo(
    _ object: any PersistentModel, _ index: Int, _ shape: ToManyShape, _ pairing: Pairing
  ) -> [any PersistentModel] {
    guard object._$record.isSaved, !shape.isLoaded(object),
      let link = object._$record.entity?.links[index]
    else { return [] }
    let found = attempt { try storedTargets(of: object, link, as: shape.target) } ?? []
    guard case .manyToOne(let place) = pairing,
      case .toOne(let other) = shape.target._$description.stored[place].kind
    else { return found }
    return found.filter { candidate in
      switch other.read(candidate) {
      case .object(let owner): owner === object
      case .reference(let reference): reference == object._$record.rowID
      case .none: false
      }
    }
  }

  private func forget(
    _ object: any PersistentModel, in target: any PersistentModel, _ pairing: Pairing
  ) {
    let model = type(of: target)._$description
    switch pairing {
    case .manyToOne(let place):
      guard case .toOne(let shape) = model.stored[place].kind else { return }
      shape.write(target, nil)
      target._$record.markDirty(target, place)
      target._$record.synced &= ~ModelRecord.bit(place)
    case .manyToMany(let place):
      if case .toMany(let shape) = model.stored[place].kind { shape.remove(target, object) }
    case .none, .hidden, .oneToMany, .oneToOne: break
    }
  }

  // MARK: Rollback

  /// Forgets all that was not saved.
  func rollback() throws {
    deferredError = nil
    rollbacks += 1
    let (gone, altered, revived) = (inserted, changed, deleted)
    inserted = []
    changed = []
    deleted = []
    for object in gone {
      object._$record.core = nil
      object._$record.isInserted = false
      object._$record.markClean()
    }
    for object in revived {
      object._$record.isDeleted = false
      object._$record.isDeletePending = false
      object._$record.markClean()
    }
    for object in altered { object._$record.markClean() }
    // Arrays of other objects may hold what went: everything alive is read again.
    try ObservationBatch.run {
      try reloadAll()
      invalidate(nil)
    }
  }
}

/// How much a context has read.
public struct FetchCounters: Sendable, Hashable {
  /// The rows that queries gave.
  public var rowsRead = 0
  /// The objects that were made of rows.
  public var objectsMade = 0
}
