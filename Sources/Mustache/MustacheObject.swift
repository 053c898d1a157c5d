/// Values with names, in the order they were given.
///
/// It is made for the few names of view data: a search through an array, which beats hashing there.
/// Two objects are equal if they have the same names and values in the same order.
public struct MustacheObject: Sendable, Hashable {
  private struct Member: Sendable, Hashable {
    let name: String
    var value: MustacheValue
  }

  private var members: [Member] = []

  /// Makes an object with the given names; of equal names the last value wins, at the first place.
  public init(_ pairs: [(String, MustacheValue)] = []) {
    members = pairs.map { Member(name: $0, value: $1) }
    if hasRepeatedNames {
      members = []
      for (name, value) in pairs { self[name] = value }
    }
  }

  /// Whether two members have one name; nearly never, and looked for once rather than for each.
  private var hasRepeatedNames: Bool {
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

  /// The value of that name, nil if there is no such name; setting nil takes the name away.
  public subscript(name: String) -> MustacheValue? {
    get {
      index(of: name).map { members[$0].value }
    }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? {
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
  public var names: [String] { members.map(\.name) }
}

extension MustacheObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; of equal names the last value wins.
  public init(dictionaryLiteral elements: (String, MustacheValue)...) {
    self.init(elements)
  }
}
