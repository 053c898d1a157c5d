/// A bag, and what it may weigh.
public struct Bag: Sendable, Hashable, Codable {
  /// Its name.
  public var name: String
  /// What it may weigh; nil for no limit.
  public var limit: Weight?

  /// Makes a bag.
  public init(name: String, limit: Weight?) {
    self.name = name
    self.limit = limit
  }
}
