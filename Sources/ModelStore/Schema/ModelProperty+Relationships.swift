extension ModelProperty {
  /// A relationship to one object, or none.
  public static func stored<Owner: PersistentModel, Target: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<Owner, Target?>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Target?>>,
    default value: (() -> Target?)? = nil, relationship: RelationshipOptions = .init()
  ) -> ModelProperty {
    toOne(name, keyPath, Target.self, isRequired: false, relationship) { owner in
      guard let owner = owner as? Owner else { return .none }
      switch owner[keyPath: storage] {
      case .value(let target?): return .object(target)
      case .reference(let id): return .reference(id)
      case .value(nil), .unloaded: return .none
      }
    } write: { owner, target in
      guard let owner = owner as? Owner else { return }
      owner._$record.notify(owner, keyPath) {
        owner[keyPath: storage] = .value(target as? Target)
      }
    } refer: { owner, id in
      (owner as? Owner)?[keyPath: storage] = .reference(id)
    }
  }

  /// A relationship to one object that must be there when it is saved.
  public static func stored<Owner: PersistentModel, Target: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<Owner, Target>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Target>>,
    default value: (() -> Target)? = nil, relationship: RelationshipOptions = .init()
  ) -> ModelProperty {
    toOne(name, keyPath, Target.self, isRequired: true, relationship) { owner in
      guard let owner = owner as? Owner else { return .none }
      switch owner[keyPath: storage] {
      case .value(let target): return .object(target)
      case .reference(let id): return .reference(id)
      case .unloaded: return .none
      }
    } write: { owner, target in
      // A required target is never taken away in memory, so that reading it still gives an answer;
      // the save refuses a row without one.
      guard let owner = owner as? Owner, let target = target as? Target else { return }
      owner._$record.notify(owner, keyPath) { owner[keyPath: storage] = .value(target) }
    } refer: { owner, id in
      (owner as? Owner)?[keyPath: storage] = .reference(id)
    }
  }

  /// What tells observers of an object that a property may have changed.
  static func announcement<Owner: PersistentModel, Value>(
    _ keyPath: KeyPath<Owner, Value>
  ) -> (any PersistentModel) -> Void {
    { owner in
      guard let owner = owner as? Owner else { return }
      owner._$record.notify(owner, keyPath) {}
    }
  }

  private static func toOne<Owner: PersistentModel, Value>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>, _ target: any PersistentModel.Type,
    isRequired: Bool,
    _ options: RelationshipOptions,
    read: @escaping (any PersistentModel) -> ToOneShape.State,
    write: @escaping (any PersistentModel, (any PersistentModel)?) -> Void,
    refer: @escaping (any PersistentModel, Int64) -> Void
  ) -> ModelProperty {
    let shape = ToOneShape(
      target: target, isRequired: isRequired, options: options, read: read, write: write,
      refer: refer, settle: { _ = ($0 as? Owner)?[keyPath: keyPath] })
    var property = ModelProperty(name: name, keyPath: keyPath, kind: .toOne(shape))
    property.originalName = options.originalName
    property.isUnique = options.isUnique
    property.announce = announcement(keyPath)
    return property
  }

  /// A relationship to many objects, which keep their order.
  public static func stored<Owner: PersistentModel, Target: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<Owner, [Target]>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<[Target]>>,
    default value: (() -> [Target])? = nil, relationship: RelationshipOptions = .init()
  ) -> ModelProperty {
    toMany(
      name, keyPath, storage, relationship, read: { $0 }, wrap: { $0 },
      edit: { targets, body in body(&targets) })
  }

  /// A relationship to many objects, which keep their order; nil is as good as none.
  public static func stored<Owner: PersistentModel, Target: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<Owner, [Target]?>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<[Target]?>>,
    default value: (() -> [Target]?)? = nil, relationship: RelationshipOptions = .init()
  ) -> ModelProperty {
    toMany(
      name, keyPath, storage, relationship, read: { $0 ?? [] }, wrap: { $0 },
      edit: { targets, body in
        var list = targets ?? []
        targets = nil
        body(&list)
        targets = list
      })
  }

  private static func toMany<Owner: PersistentModel, Target: PersistentModel, Value>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>, _ options: RelationshipOptions,
    read: @escaping (Value) -> [Target], wrap: @escaping ([Target]) -> Value,
    edit: @escaping (inout Value, (inout [Target]) -> Void) -> Void
  ) -> ModelProperty {
    func change(_ owner: any PersistentModel, _ body: (inout [Target]) -> Void) {
      guard let owner = owner as? Owner, case .value(var targets) = owner[keyPath: storage] else {
        return
      }
      owner._$record.notify(owner, keyPath) {
        // The slot lets go of the array first, so that it is changed where it lies.
        owner[keyPath: storage] = .unloaded
        edit(&targets, body)
        owner[keyPath: storage] = .value(targets)
      }
    }
    let shape = ToManyShape(
      target: Target.self, options: options,
      read: { owner in
        guard let owner = owner as? Owner, case .value(let targets) = owner[keyPath: storage]
        else { return nil }
        return read(targets)
      },
      fill: { owner, targets in
        (owner as? Owner)?[keyPath: storage] = .value(wrap(targets.compactMap { $0 as? Target }))
      },
      isLoaded: { owner in
        guard let owner = owner as? Owner, case .value = owner[keyPath: storage] else {
          return false
        }
        return true
      },
      append: { owner, target in
        guard let target = target as? Target else { return }
        change(owner) { $0.append(target) }
      },
      remove: { owner, target in
        change(owner) { targets in
          // The last is the likeliest: lists are taken down from their end.
          if let index = targets.lastIndex(where: { $0 === target }) { targets.remove(at: index) }
        }
      },
      unload: { owner in (owner as? Owner)?[keyPath: storage] = .unloaded })
    var property = ModelProperty(name: name, keyPath: keyPath, kind: .toMany(shape))
    property.originalName = options.originalName
    property.announce = announcement(keyPath)
    return property
  }
}
