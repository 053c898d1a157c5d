import Synchronization

/// What the store knows of a model class; made once per class by the code that ``Model()`` writes.
public final class ModelDescription: @unchecked Sendable {
  // Unchecked because key paths are not declared Sendable; these have no captures, and all is constant.
  let type: any PersistentModel.Type
  /// The name of the class.
  public let name: String
  let superclass: (any PersistentModel.Type)?
  /// Those of the superclass first; those with storage are counted by `stored`.
  let properties: [ModelProperty]
  /// The properties with storage; an index into it is the same in every subclass.
  let stored: [ModelProperty]
  /// The key paths to the properties in `stored` of an optional object.
  let chained: [AnyKeyPath]
  private let knownSteps = Mutex<[AnyKeyPathKey: [Int]?]>([:])
  private let indexes: [AnyKeyPathKey: Int]
  private let pairings = Mutex<[Pairing]?>(nil)
  /// The indexes of the relationships in `stored`.
  let relationships: [Int]
  /// The places in `stored` of the properties of each index that the class asks for; nil for a key
  /// path that leads to none.
  let indexed: [[Int?]]
  /// The same of the properties that are unique together, those of the superclass first.
  let uniqueTogether: [[Int?]]

  /// Takes what the macro found.
  public init(
    _ type: any PersistentModel.Type, name: String, superclass: (any PersistentModel.Type)?,
    properties: [ModelProperty], indexes indexedPaths: [[AnyKeyPath]],
    uniques uniquePaths: [[AnyKeyPath]], chained: [AnyKeyPath]
  ) {
    self.type = type
    self.name = name
    self.superclass = superclass
    self.properties = properties
    self.chained = chained
    let stored = properties.filter(\.isStored)
    self.stored = stored
    let indexes = Dictionary(
      stored.enumerated().map { (AnyKeyPathKey($0.element.keyPath), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    self.indexes = indexes
    indexed = indexedPaths.map { paths in paths.map { indexes[AnyKeyPathKey($0)] } }
    let own = uniquePaths.map { paths in paths.map { indexes[AnyKeyPathKey($0)] } }
    uniqueTogether = (superclass?._$description.uniqueTogether ?? []) + own
    relationships = stored.indices.filter { index in
      switch stored[index].kind {
      case .toOne, .toMany: true
      case .attribute, .computed, .transient, .identifier: false
      }
    }
  }

  /// How many properties have storage, those of the superclass included.
  public var storedCount: Int { stored.count }

  /// The place in `stored` of the property that a key path leads to.
  func index(of keyPath: AnyKeyPath) -> Int? {
    indexes[AnyKeyPathKey(keyPath)] ?? superclass?._$description.index(of: keyPath)
  }

  /// Whether a key path leads to the name of the row.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    properties.contains { property in
      if case .identifier = property.kind { property.keyPath == keyPath } else { false }
    }
  }

  /// The place of the Bool that a sort by `Bool` follows; see `SortDescriptor.init(_:order:)`.
  func indexOfRank(_ keyPath: AnyKeyPath) -> Int? {
    stored.firstIndex { $0.keyPath.appending(path: \Bool._sortRank) == keyPath }
  }

  /// The class and its superclasses, itself first.
  var lineage: [ModelDescription] {
    [self] + (superclass?._$description.lineage ?? [])
  }

  /// Whether it is that class or a subclass of it.
  func isKind(of other: any PersistentModel.Type) -> Bool {
    lineage.contains { $0.type == other }
  }

  /// The places of the properties that a key path goes through, each in the model that the one before
  /// leads to; nil where it goes through anything else, or through too many.
  func steps(of keyPath: AnyKeyPath) -> [Int]? {
    let key = AnyKeyPathKey(keyPath)
    if let known = knownSteps.withLock({ $0[key] }) { return known }
    let found = KeyPathSearch(keyPath).steps(from: self)
    knownSteps.withLock { $0[key] = .some(found) }
    return found
  }

  /// How the relationship at a place in `stored` goes with one at the other side.
  func pairing(at index: Int) -> Pairing {
    if let known = pairings.withLock({ $0 }) { return known[index] }
    let found = stored.indices.map { Pairing(of: $0, in: self) }
    pairings.withLock { $0 = found }
    return found[index]
  }
}

/// A key path as a dictionary key that may cross tasks.
private struct AnyKeyPathKey: Hashable, @unchecked Sendable {
  // Unchecked because key paths are not declared Sendable; these have no captures.
  let keyPath: AnyKeyPath
  init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }
}

/// How a relationship goes with one at the other side.
enum Pairing: Sendable {
  /// The property has no partner: an attribute, or a to-one without inverse.
  case none
  /// A to-many whose targets hold the key: the place of that to-one in the target.
  case manyToOne(Int)
  /// A to-many without an inverse; its targets hold the key in a column that no property shows.
  case hidden
  /// A to-many whose inverse is one too: the place of that in the target.
  case manyToMany(Int)
  /// A to-one whose inverse is a to-many: the place of that in the target.
  case oneToMany(Int)
  /// A to-one whose inverse is one too: the place of that in the target.
  case oneToOne(Int)

  init(of index: Int, in model: ModelDescription) {
    switch model.stored[index].kind {
    case .attribute, .computed, .transient, .identifier: self = .none
    case .toMany(let shape):
      let target = shape.target._$description
      guard let inverse = Self.inverse(ofToMany: index, shape, in: model) else {
        self = .hidden
        return
      }
      if case .toMany = target.stored[inverse].kind {
        self = .manyToMany(inverse)
      } else {
        self = .manyToOne(inverse)
      }
    case .toOne(let shape): self = Self.partner(ofToOne: index, shape, in: model)
    }
  }

  private static func inverse(
    ofToMany index: Int, _ shape: ToManyShape, in model: ModelDescription
  ) -> Int? {
    let target = shape.target._$description
    if let written = shape.options.inverse { return target.index(of: written) }
    // The other side may name this one.
    for (place, property) in target.stored.enumerated() {
      if let inverse = property.writtenInverse, model.index(of: inverse) == index { return place }
    }
    // Else the two find each other where no other would fit.
    let rivals = model.stored.filter { $0.leads(toKindOf: target) && $0.writtenInverse == nil }
    let partners = target.stored.indices.filter { place in
      let property = target.stored[place]
      guard case .toOne(let other) = property.kind, property.writtenInverse == nil else {
        return false
      }
      return model.isKind(of: other.target)
        && !model.stored.contains { $0.writtenInverse.map(target.index) == .some(place) }
    }
    return rivals.count == 1 && partners.count == 1 ? partners[0] : nil
  }

  private static func partner(
    ofToOne index: Int, _ shape: ToOneShape, in model: ModelDescription
  ) -> Pairing {
    let target = shape.target._$description
    for (place, property) in target.stored.enumerated() {
      switch property.kind {
      case .toMany(let other) where model.isKind(of: other.target):
        if inverse(ofToMany: place, other, in: target) == index { return .oneToMany(place) }
      case .toOne(let other) where model.isKind(of: other.target):
        let isNamed = property.writtenInverse.flatMap(model.index) == index
        let names = shape.options.inverse.flatMap(target.index) == place
        if isNamed || names { return .oneToOne(place) }
      default: break
      }
    }
    return .none
  }
}

extension ModelProperty {
  fileprivate var writtenInverse: AnyKeyPath? {
    switch kind {
    case .toOne(let shape): shape.options.inverse
    case .toMany(let shape): shape.options.inverse
    case .attribute, .computed, .transient, .identifier: nil
    }
  }

  fileprivate func leads(toKindOf target: ModelDescription) -> Bool {
    guard case .toMany(let shape) = kind else { return false }
    return shape.target == target.type
  }
}
