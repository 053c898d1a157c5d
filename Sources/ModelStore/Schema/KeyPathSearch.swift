/// Finds out through which relationships a key path goes.
///
/// A key path cannot be taken apart: those that there could be are put together and compared with it, the
/// shortest first.
struct KeyPathSearch {
  /// How many relationships a key path may go through: their combinations are many.
  private static let depth = 4

  private let keyPath: AnyKeyPath
  private let wanted: Identity

  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
    wanted = Identity(keyPath)
  }

  /// What two key paths that read the same have in common.
  ///
  /// `==` asks also whether one may be written through, which one that is put together never may be. The
  /// hash looks at the properties alone.
  private struct Identity: Equatable {
    private let hash: Int
    private let root: ObjectIdentifier
    private let value: ObjectIdentifier

    init(_ keyPath: AnyKeyPath) {
      hash = keyPath.hashValue
      root = ObjectIdentifier(type(of: keyPath).rootType)
      value = ObjectIdentifier(type(of: keyPath).valueType)
    }
  }

  /// A place that relationships lead to.
  private struct Place {
    let model: ModelDescription
    /// Nil at the beginning.
    let path: AnyKeyPath?
    let isOptional: Bool
    let steps: [Int]

    /// The key path to one of the model's properties.
    func path(to index: Int) -> AnyKeyPath? {
      let step = isOptional ? model.chained[index] : model.stored[index].keyPath
      guard let path else { return step }
      return path.appending(path: step)
    }
  }

  /// The places of the properties, each in the model that the one before leads to.
  func steps(from model: ModelDescription) -> [Int]? {
    var places = [Place(model: model, path: nil, isOptional: false, steps: [])]
    for _ in 0...Self.depth {
      var next: [Place] = []
      for place in places {
        for index in place.model.stored.indices {
          guard let path = place.path(to: index) else { continue }
          if Identity(path) == wanted { return place.steps + [index] }
          guard case .toOne(let shape) = place.model.stored[index].kind else { continue }
          next.append(
            Place(
              model: shape.target._$description, path: path,
              isOptional: place.isOptional || !shape.isRequired, steps: place.steps + [index]))
        }
      }
      places = next
    }
    return printedSteps(from: model)
  }

  /// The same by what Swift prints: the address of each getter.
  ///
  /// A path through an optional object and on through one that must be there cannot be put together.
  private func printedSteps(from model: ModelDescription) -> [Int]? {
    var rest = Self.printed(keyPath)[...]
    var model = model
    var steps: [Int] = []
    while !rest.isEmpty {
      let printed = model.stored.map { Self.printed($0.keyPath) }
      let found = printed.indices.filter { rest.hasPrefix(printed[$0]) }
      guard found.count == 1 else { return nil }
      steps.append(found[0])
      rest = rest.dropFirst(printed[found[0]].count)
      if rest.first == "?" { rest = rest.dropFirst() }
      guard case .toOne(let shape) = model.stored[found[0]].kind else { break }
      model = shape.target._$description
    }
    return rest.isEmpty ? steps : nil
  }

  /// A key path as Swift prints it, without its root.
  private static func printed(_ keyPath: AnyKeyPath) -> String {
    let text = "\(keyPath)"
    return String(text[(text.firstIndex(of: ".") ?? text.endIndex)...])
  }
}
