/// Values with names, in the order they were given.
///
/// Two objects are equal if they have the same names and values in the same order.
public struct MustacheObject: Sendable, Hashable {
  fileprivate struct Member: Sendable, Hashable {
    let name: String
    var value: MustacheValue
  }

  private enum Storage: Sendable {
    /// Few names: a search through an array beats everything else there.
    case members([Member])
    /// Many names, and most likely other objects with the same ones.
    case shaped(ShapedValues)
  }

  private var storage: Storage

  /// From so many names on an object has a shape.
  private static let manyNames = 8

  /// Makes an object with the given names; of equal names the last value wins, at the first place.
  public init(_ pairs: [(String, MustacheValue)] = []) {
    if pairs.count >= Self.manyNames, let shape = MustacheShape.of(pairs.map(\.0)) {
      storage = .shaped(ReadyValues(shape, pairs.map(\.1)))
      return
    }
    let members = pairs.map { Member(name: $0, value: $1) }
    storage = .members(members)
    if Self.hasRepeatedNames(members) {
      storage = .members([])
      for (name, value) in pairs { self[name] = value }
    }
  }

  @usableFromInline init(_ values: ShapedValues) { storage = .shaped(values) }

  /// Whether two members have one name; nearly never, and looked for once rather than for each.
  private static func hasRepeatedNames(_ members: [Member]) -> Bool {
    members.withUnsafeBufferPointer { members in
      for later in members.indices {
        let length = members[later].name.utf8.count
        for earlier in 0..<later where members[earlier].name.utf8.count == length {
          if members[earlier].name == members[later].name { return true }
        }
      }
      return false
    }
  }

  /// The values with their shape; nil where it has none.
  var shaped: ShapedValues? {
    if case .shaped(let shaped) = storage { shaped } else { nil }
  }

  private var members: [Member] {
    switch storage {
    case .members(let members): members
    case .shaped(let shaped):
      shaped.shape.names.enumerated().map { Member(name: $1, value: shaped.value(at: $0)) }
    }
  }

  /// The value of that name, nil if there is no such name; setting nil takes the name away.
  public subscript(name: String) -> MustacheValue? {
    get {
      switch storage {
      case .members(let members): Self.index(of: name, in: members).map { members[$0].value }
      case .shaped(let shaped): shaped.shape.place(of: name).map(shaped.value)
      }
    }
    set {
      var members = members
      switch (Self.index(of: name, in: members), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
      storage = .members(members)
    }
  }

  private static func index(of name: String, in members: [Member]) -> Int? {
    // By length first: it is at hand, and tells most names apart before any text is compared. By
    // index: a loop over the members would copy each, and count references for it.
    let length = name.utf8.count
    return members.withUnsafeBufferPointer { members in
      for index in members.indices where members[index].name.utf8.count == length {
        if members[index].name == name { return index }
      }
      return nil
    }
  }

  /// The names, in order.
  public var names: [String] {
    switch storage {
    case .members(let members): members.map(\.name)
    case .shaped(let shaped): shaped.shape.names
    }
  }

  /// Whether two have the same names and values in the same order.
  public static func == (left: MustacheObject, right: MustacheObject) -> Bool {
    left.members == right.members
  }

  /// Hashes names and values.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension MustacheObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; of equal names the last value wins.
  public init(dictionaryLiteral elements: (String, MustacheValue)...) {
    self.init(elements)
  }
}

extension MustacheValue {
  /// The values of an object with their shape; nil where it is no object, or has none.
  var shaped: ShapedValues? {
    if case .object(let object) = self { object.shaped } else { nil }
  }
}
