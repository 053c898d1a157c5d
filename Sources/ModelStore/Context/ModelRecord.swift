import Observation

/// An object's standing with its context: which row it is, and what changed since it was saved.
public final class ModelRecord {
  /// The context's inner part; nil until the object is inserted.
  var core: ContextCore? { didSet { lookWhoListens() } }
  var entity: Entity?
  /// The row; 0 while it has none.
  var rowID: Int64 = 0
  /// One bit for each stored property; the last stands for all from the 64th on.
  private(set) var dirty: UInt64 = 0
  var isInserted = false
  var isDeleted = false
  /// Deleted, and the save still to come.
  var isDeletePending = false
  /// The version of the store when the row was read.
  var version = 0
  /// Values of hidden columns for the row that is to be inserted.
  var hiddenValues: [Int: Int64]?
  /// Which to-one relationships the other side's array knows of; bits as in `dirty`.
  var synced: UInt64 = 0
  /// What was read of the row; nil where all was.
  var partial: PartialRead? { didSet { lookWhoListens() } }
  private var registrar: Registrar? { didSet { lookWhoListens() } }
  /// Who follows the object's properties continuously.
  private var watchers: Watchers? { didSet { lookWhoListens() } }
  /// Whether nobody can want to know that a property is read; accessors look here before all else.
  public private(set) var isQuiet = false
  /// Whether an import wrote the object, which belongs to no context: such objects are not observed.
  var isImported = false { didSet { lookWhoListens() } }
  /// Whether nobody can want to know that a property is set.
  public private(set) var isFree = true

  /// Who observes the object: in an object of its own, since to look whether there is an
  /// `ObservationRegistrar` asks another library, and every object that is made looks.
  private final class Registrar {
    let value = ObservationRegistrar()
  }

  /// Makes the record of an object that belongs to no context.
  public init() {}

  deinit {
    // Only a saved object is in the identity map, and only under its row.
    if let core, let entity, rowID != 0 {
      core.identities.remove(rowID, in: entity.tableIndex, self)
    }
    if let watchers {
      for observation in watchers.following(nil, .deinit) { observation.run(.deinit, nil, nil) }
    }
  }

  var isDirty: Bool { dirty != 0 }

  /// Brings what accessors look at in step.
  func lookWhoListens() {
    if let core {
      isQuiet = !core.isObserved && partial == nil
      isFree = false
    } else {
      isQuiet = isImported && partial == nil && registrar == nil && watchers == nil
      isFree = partial == nil && registrar == nil && watchers == nil
    }
  }

  static func bit(_ index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }

  func markClean() { dirty = 0 }

  /// Whether the property at a place differs from the row.
  func isDirty(_ index: Int) -> Bool { dirty & Self.bit(index) != 0 }

  /// Notes that a property differs from the row.
  func markDirty(_ object: any PersistentModel, _ index: Int) {
    guard let core, !isDeleted, core.isOpen else { return }
    if partial != nil { completeNow(object, keeping: index) }
    if dirty == 0, !isInserted { core.changed.append(object) }
    dirty |= Self.bit(index)
    if !core.observers.isEmpty { core.invalidate(entity) }
  }

  func identifier(of object: any PersistentModel) -> PersistentIdentifier {
    let name = type(of: object)._$description.name
    guard let core, rowID != 0, !isInserted else {
      let address = UInt(bitPattern: ObjectIdentifier(object).hashValue)
      return PersistentIdentifier(
        entityName: name, storeIdentifier: nil, key: .temporary(address))
    }
    return PersistentIdentifier(
      entityName: name, storeIdentifier: core.store.identifier, key: .saved(rowID))
  }
}

// MARK: What the accessors of a property call

extension ModelRecord {
  /// Tells observers that a property is read.
  public func access<Owner: PersistentModel, Value>(
    _ owner: Owner, _ keyPath: KeyPath<Owner, Value>
  ) {
    if partial != nil { complete(owner, for: keyPath) }
    // Nobody follows it, or the store itself reads.
    if let core, !core.isObserved { return }
    if let registrar {
      registrar.value.access(owner, keyPath: keyPath)
    } else {
      // Made at the first reading: objects that are only loaded, counted or written need none.
      let new = Registrar()
      registrar = new
      new.value.access(owner, keyPath: keyPath)
    }
    guard ObservationTracking.isActive, let observation = ContinuousObservation.current else {
      return
    }
    if watchers == nil { watchers = Watchers() }
    watchers?.add(observation, keyPath)
  }

  /// Changes storage and tells observers.
  func notify<Owner: PersistentModel, Value>(
    _ owner: Owner, _ keyPath: KeyPath<Owner, Value>, _ change: () -> Void
  ) {
    if let watchers {
      for observation in watchers.following(keyPath, .willSet) {
        observation.run(.willSet, keyPath, type(of: owner)._$description)
      }
    }
    if let registrar {
      registrar.value.withMutation(of: owner, keyPath: keyPath, change)
    } else {
      change()
    }
    if let watchers { ObservationBatch.changed(keyPath, type(of: owner)._$description, watchers) }
  }

  /// Tells observers that every property may have changed.
  func announceAll(_ object: any PersistentModel) {
    guard registrar != nil || watchers != nil else { return }
    for property in type(of: object)._$description.stored { property.announce?(object) }
  }

  /// Changes a property: tells observers and the context.
  public func mutate<Owner: PersistentModel, Value>(
    _ owner: Owner, _ keyPath: KeyPath<Owner, Value>, _ place: Int?, _ change: () -> Void
  ) {
    // A property without a column counts as the last, so that the object has changes.
    let index = place ?? 63
    if watchers == nil {
      notify(owner, keyPath, change)
      markDirty(owner, index)
    } else {
      ObservationBatch.run {
        notify(owner, keyPath, change)
        markDirty(owner, index)
      }
    }
  }

  /// Whether setting a property would change it.
  @inlinable public func isChange<Value: Equatable>(from old: Value, to new: Value) -> Bool {
    old != new
  }

  /// Whether setting a property would change it: unknown, so it would.
  @_disfavoredOverload
  @inlinable public func isChange<Value>(from old: Value, to new: Value) -> Bool { true }

  /// The value of an attribute; it is always there.
  @_disfavoredOverload
  public func load<Owner: PersistentModel, Value>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>, _ index: Int
  ) -> Value {
    guard case .value(let value) = owner[keyPath: storage] else {
      preconditionFailure(
        "an attribute of \(Owner.self) is read with its row, or before it is asked for")
    }
    return value
  }

  /// The target of a relationship, read if need be.
  public func load<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<Target?>>, _ index: Int
  ) -> Target? {
    switch owner[keyPath: storage] {
    case .value(let target): return target
    case .unloaded: return nil
    case .reference(let id):
      let target = core?.object(Target.self, id)
      if let target, !hasArray(target, with: owner, index) {
        owner[keyPath: storage] = .value(target)
      }
      return target
    }
  }

  /// The target of a relationship that must lead somewhere, read if need be.
  public func load<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<Target>>, _ index: Int
  ) -> Target {
    switch owner[keyPath: storage] {
    case .value(let target): return target
    case .reference(let id):
      if let target = core?.object(Target.self, id) {
        if !hasArray(target, with: owner, index) { owner[keyPath: storage] = .value(target) }
        return target
      }
    case .unloaded: break
    }
    // The row is gone, by another program or a rule that does nothing: an empty object answers for it.
    if let core, let blank = core.attempt({ try core.blank(Target.self) }) { return blank }
    let name = Owner._$description.stored[index].name
    preconditionFailure("\(Owner.self).\(name) must lead to a \(Target.self), and its row is gone")
  }

  /// The targets of a relationship, read if need be.
  public func load<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<[Target]>>, _ index: Int
  ) -> [Target] {
    if case .value(let targets) = owner[keyPath: storage] { return targets }
    let targets = core?.targets(of: owner, index, as: Target.self) ?? []
    owner[keyPath: storage] = .value(targets)
    return targets
  }

  /// The targets of a relationship, read if need be.
  public func load<Owner: PersistentModel, Target: PersistentModel>(
    _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Slot<[Target]?>>, _ index: Int
  ) -> [Target]? {
    if case .value(let targets) = owner[keyPath: storage] { return targets }
    let targets = core?.targets(of: owner, index, as: Target.self) ?? []
    owner[keyPath: storage] = .value(targets)
    return targets
  }
}

// MARK: Setting a property that has a slot

extension ModelRecord {
  /// Sets an attribute where nobody has to be told.
  ///
  /// - Returns: Whether it is set, and nothing is left to be done.
  @_disfavoredOverload
  @inlinable public func store<Value>(_ value: Value, in slot: inout Slot<Value>) -> Bool {
    if isFree { slot = .value(value) }
    return isFree
  }

  /// Leaves a relationship to be set with its other end.
  @inlinable public func store<Target: PersistentModel>(
    _ target: Target?, in slot: inout Slot<Target?>
  ) -> Bool { false }

  /// Leaves a relationship to be set with its other end.
  @inlinable public func store<Target: PersistentModel>(
    _ target: Target, in slot: inout Slot<Target>
  ) -> Bool { false }

  /// Leaves a relationship to be set with its other ends.
  @inlinable public func store<Target: PersistentModel>(
    _ targets: [Target], in slot: inout Slot<[Target]>
  ) -> Bool { false }

  /// Leaves a relationship to be set with its other ends.
  @inlinable public func store<Target: PersistentModel>(
    _ targets: [Target]?, in slot: inout Slot<[Target]?>
  ) -> Bool { false }

  /// Sets an attribute.
  @_disfavoredOverload
  public func assign<Owner: PersistentModel, Value>(
    _ value: Value, to owner: Owner, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>, _ index: Int
  ) {
    complete(owner)
    mutate(owner, keyPath, index) { owner[keyPath: storage] = .value(value) }
  }

  /// Sets an attribute, unless it has the value already.
  public func assign<Owner: PersistentModel, Value: Equatable>(
    _ value: Value, to owner: Owner, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>, _ index: Int
  ) {
    complete(owner)
    if case .value(let old) = owner[keyPath: storage], old == value { return }
    mutate(owner, keyPath, index) { owner[keyPath: storage] = .value(value) }
  }

  /// Sets a relationship to one object.
  public func assign<Owner: PersistentModel, Target: PersistentModel>(
    _ target: Target?, to owner: Owner, _ keyPath: KeyPath<Owner, Target?>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Target?>>, _ index: Int
  ) {
    ObservationBatch.run { setToOne(owner, index, to: target) }
  }

  /// Sets a relationship to one object.
  public func assign<Owner: PersistentModel, Target: PersistentModel>(
    _ target: Target, to owner: Owner, _ keyPath: KeyPath<Owner, Target>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Target>>, _ index: Int
  ) {
    ObservationBatch.run { setToOne(owner, index, to: target) }
  }

  /// Sets a relationship to many objects.
  public func assign<Owner: PersistentModel, Target: PersistentModel>(
    _ targets: [Target], to owner: Owner, _ keyPath: KeyPath<Owner, [Target]>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<[Target]>>, _ index: Int
  ) {
    // While there is a context, what the array held before must be known to let go of it.
    let old = load(owner, storage, index)
    change(old, to: targets, of: owner, keyPath, index) {
      owner[keyPath: storage] = .value(targets)
    }
  }

  /// Sets a relationship to many objects; nil is as good as none.
  public func assign<Owner: PersistentModel, Target: PersistentModel>(
    _ targets: [Target]?, to owner: Owner, _ keyPath: KeyPath<Owner, [Target]?>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<[Target]?>>, _ index: Int
  ) {
    let old = load(owner, storage, index)
    change(old ?? [], to: targets ?? [], of: owner, keyPath, index) {
      owner[keyPath: storage] = .value(targets)
    }
  }

  private func change<Owner: PersistentModel, Target: PersistentModel, Value>(
    _ old: [Target], to targets: [Target], of owner: Owner, _ keyPath: KeyPath<Owner, Value>,
    _ index: Int, _ store: () -> Void
  ) {
    // Lists mostly grow at their end, so only what comes after their common beginning is looked at.
    let common = old.commonPrefix(with: targets)
    guard common < max(old.count, targets.count) else {
      // An array that was just loaded is kept, so that it is not loaded again.
      store()
      return
    }
    ObservationBatch.run {
      mutate(owner, keyPath, index, store)
      replaced(Array(old[common...]), by: Array(targets[common...]), of: owner, index)
    }
  }
}

extension Array where Element: AnyObject {
  /// How many objects the two have in common at their beginning.
  fileprivate func commonPrefix(with other: [Element]) -> Int {
    // The references are compared as plain words: for a generic element each subscript would cost a
    // call and two counts of references, and a list of n is walked for each of n appends.
    withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        let (mine, theirs) = (mine.bindMemory(to: UInt.self), theirs.bindMemory(to: UInt.self))
        let end = Swift.min(mine.count, theirs.count)
        var place = 0
        while place < end, mine[place] == theirs[place] { place += 1 }
        return place
      }
    }
  }
}
