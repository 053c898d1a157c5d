// Who keeps whom alive. An array holds its objects; an object that is held by the array at the other
// end holds only the row id of that owner, else the two would keep each other alive for ever.

extension ModelRecord {
  /// Whether the target of a to-one relationship has an array loaded that holds this object.
  func hasArray(
    _ target: any PersistentModel, with owner: any PersistentModel, _ index: Int
  ) -> Bool {
    guard case .oneToMany(let place) = type(of: owner)._$description.pairing(at: index),
      case .toMany(let shape) = type(of: target)._$description.stored[place].kind
    else { return false }
    return shape.isLoaded(target)
  }

  /// Lets go of the owners of an object that hold it, and have a row to be found by.
  func loosen(_ object: any PersistentModel) {
    let model = type(of: object)._$description
    for index in model.relationships {
      guard case .toOne(let shape) = model.stored[index].kind,
        case .object(let target) = shape.read(object), target._$record.isSaved,
        hasArray(target, with: object, index)
      else { continue }
      shape.refer(object, target._$record.rowID)
    }
  }

  /// Lets go of all that an object leads to, as far as it can be read again.
  func isolate(_ object: any PersistentModel) {
    let model = type(of: object)._$description
    for index in model.relationships {
      switch model.stored[index].kind {
      case .toOne(let shape):
        guard case .object(let target) = shape.read(object) else { continue }
        if target._$record.isSaved {
          shape.refer(object, target._$record.rowID)
        } else if case .oneToOne = model.pairing(at: index) {
          shape.write(object, nil)
        }
      case .toMany(let shape): shape.unload(object)
      case .attribute, .computed, .transient, .identifier: break
      }
    }
  }

  /// Whether there is a row to read it from again.
  var isSaved: Bool { core != nil && rowID != 0 && !isInserted }
}
