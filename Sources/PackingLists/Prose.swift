/// A list, paragraph or table of a trip that is shown where it stands and holds no items.
public struct Prose: Sendable, Hashable, Codable {
  /// The category it stands under; nil before the first head.
  public var category: String?
  /// How many items of the file come before it.
  public var itemsBefore: Int
  /// Safe HTML.
  public var html: String

  /// Makes a piece of prose.
  public init(category: String?, itemsBefore: Int, html: String) {
    self.category = category
    self.itemsBefore = itemsBefore
    self.html = html
  }
}
