// Keeping the two sides of a relationship in step, in memory. What is not loaded is left alone: it
// will be read from the rows.

extension ModelRecord {
  /// Makes a to-one relationship lead to another object, and the other sides follow.
  func setToOne(
    _ owner: any PersistentModel, _ index: Int, to target: (any PersistentModel)?
  ) {
    let model = type(of: owner)._$description
    guard case .toOne(let shape) = model.stored[index].kind else { return }
    let old = currentTarget(of: owner, shape)
    guard old !== target || (target == nil && shape.hasTarget(owner)) else { return }
    // Both sides are kept alive while one lets go of the other.
    withExtendedLifetime((owner, old, target)) {
      let pairing = model.pairing(at: index)
      if let old { leave(old, owner, index, pairing) }
      shape.write(owner, target)
      markDirty(owner, index)
      synced &= ~Self.bit(index)
      if let target { join(target, owner, index, pairing) }
      adopt(owner, target, hasInverse: pairing.isTwoSided)
    }
  }

  /// The object that a to-one leads to, if this context has it at hand.
  private func currentTarget(
    of owner: any PersistentModel, _ shape: ToOneShape
  ) -> (any PersistentModel)? {
    switch shape.read(owner) {
    case .object(let object): object
    case .reference(let id): core?.registered(shape.target, id)
    case .none: nil
    }
  }

  private func leave(
    _ old: any PersistentModel, _ owner: any PersistentModel, _ index: Int, _ pairing: Pairing
  ) {
    let model = type(of: old)._$description
    switch pairing {
    case .oneToMany(let place):
      if case .toMany(let shape) = model.stored[place].kind { shape.remove(old, owner) }
    case .oneToOne(let place):
      guard case .toOne(let shape) = model.stored[place].kind else { return }
      shape.write(old, nil)
      old._$record.markDirty(old, place)
    case .none, .hidden, .manyToOne, .manyToMany: break
    }
  }

  private func join(
    _ target: any PersistentModel, _ owner: any PersistentModel, _ index: Int, _ pairing: Pairing
  ) {
    let model = type(of: target)._$description
    switch pairing {
    case .oneToMany(let place):
      guard synced & Self.bit(index) == 0, case .toMany(let shape) = model.stored[place].kind else {
        return
      }
      synced |= Self.bit(index)
      shape.append(target, owner)
      // The order is written with the array.
      if target._$record.core != nil, shape.isLoaded(target) {
        target._$record.markDirty(target, place)
      }
    case .oneToOne(let place):
      guard case .toOne(let shape) = model.stored[place].kind else { return }
      let other = target._$record.currentTarget(of: target, shape)
      guard other !== owner else { return }
      if let other, case .toOne(let mine) = type(of: owner)._$description.stored[index].kind {
        mine.write(other, nil)
        other._$record.markDirty(other, index)
      }
      shape.write(target, owner)
      target._$record.markDirty(target, place)
    case .none, .hidden, .manyToOne, .manyToMany: break
    }
  }

  /// What is led to by an inserted object is inserted too, and so is what leads back.
  private func adopt(
    _ owner: any PersistentModel, _ target: (any PersistentModel)?, hasInverse: Bool
  ) {
    guard let target else { return }
    if let core {
      core.insert(target)
    } else if hasInverse, let core = target._$record.core {
      core.insert(owner)
    }
  }

  /// Follows up a new value of a to-many relationship: `old` and `new` are where it differs.
  func replaced(
    _ old: [any PersistentModel], by new: [any PersistentModel], of owner: any PersistentModel,
    _ index: Int
  ) {
    let model = type(of: owner)._$description
    guard case .toMany(let shape) = model.stored[index].kind else { return }
    let pairing = model.pairing(at: index)
    let target = shape.target._$description
    let kept = Set(new.map { ObjectIdentifier($0) })
    let before = Set(old.map { ObjectIdentifier($0) })
    for object in old where !kept.contains(ObjectIdentifier(object)) {
      release(object, by: owner, index, pairing, target)
    }
    for object in new where !before.contains(ObjectIdentifier(object)) {
      take(object, by: owner, index, pairing, target)
      adopt(owner, object, hasInverse: pairing.isTwoSided)
    }
  }

  private func release(
    _ object: any PersistentModel, by owner: any PersistentModel, _ index: Int, _ pairing: Pairing,
    _ target: ModelDescription
  ) {
    let record = object._$record
    switch pairing {
    case .manyToOne(let place):
      guard case .toOne(let shape) = target.stored[place].kind else { return }
      shape.write(object, nil)
      record.markDirty(object, place)
      record.synced &= ~Self.bit(place)
    case .manyToMany(let place):
      guard case .toMany(let shape) = target.stored[place].kind else { return }
      shape.remove(object, owner)
      record.markDirty(object, place)
    case .none, .hidden, .oneToMany, .oneToOne: break
    }
  }

  func take(
    _ object: any PersistentModel, by owner: any PersistentModel, _ index: Int, _ pairing: Pairing,
    _ target: ModelDescription
  ) {
    let record = object._$record
    switch pairing {
    case .manyToOne(let place):
      guard case .toOne(let shape) = target.stored[place].kind else { return }
      let old = record.currentTarget(of: object, shape)
      record.synced |= Self.bit(place)
      guard old !== owner else { return }
      if let old, case .toMany(let mine) = type(of: owner)._$description.stored[index].kind {
        mine.remove(old, object)
      }
      shape.write(object, owner)
      record.markDirty(object, place)
    case .manyToMany(let place):
      guard case .toMany(let shape) = target.stored[place].kind,
        let theirs = shape.read(object), !theirs.contains(where: { $0 === owner })
      else { return }
      shape.append(object, owner)
      record.markDirty(object, place)
    case .none, .hidden, .oneToMany, .oneToOne: break
    }
  }

  /// Brings the targets of an object's arrays in step with it, once it got its context: what an
  /// initializer sets does not reach the other sides.
  func connectToMany(_ owner: any PersistentModel) {
    let model = type(of: owner)._$description
    for index in model.relationships {
      guard case .toMany(let shape) = model.stored[index].kind, let targets = shape.read(owner)
      else { continue }
      let pairing = model.pairing(at: index)
      let target = shape.target._$description
      for object in targets { take(object, by: owner, index, pairing, target) }
    }
  }

  /// The same for what single references lead to; after all arrays, which may hold the object already.
  func connectToOne(_ owner: any PersistentModel) {
    let model = type(of: owner)._$description
    for index in model.relationships {
      guard case .toOne(let shape) = model.stored[index].kind,
        case .object(let target) = shape.read(owner)
      else { continue }
      join(target, owner, index, model.pairing(at: index))
    }
  }
}

extension Pairing {
  var isTwoSided: Bool {
    switch self {
    case .none, .hidden: false
    case .manyToOne, .manyToMany, .oneToMany, .oneToOne: true
    }
  }
}

extension ToOneShape {
  /// Whether it leads anywhere, loaded or not.
  fileprivate func hasTarget(_ owner: any PersistentModel) -> Bool {
    if case .none = read(owner) { false } else { true }
  }
}
