import Mustache

/// A picture as a page shows it.
public struct PagePhoto: Sendable, Hashable {
  /// Its file below the site's root: `photos/seattle.jpg`.
  public var path: String
  /// Its size in pixels; nil where it is not known.
  public var size: (width: Int, height: Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }

  private var width: Int?
  private var height: Int?

  /// Describes a picture.
  ///
  /// - Parameters:
  ///   - path: Its file below the site's root.
  ///   - size: Its size in pixels, which lets a browser keep its place free.
  public init(path: String, size: (width: Int, height: Int)? = nil) {
    self.path = path
    width = size?.width
    height = size?.height
  }

  /// What templates are given of it.
  func value(on page: PageAddress, alt: String) -> MustacheValue {
    [
      "href": .text(page.link(to: path)),
      "alt": .text(alt),
      "width": width.map { .integer($0) } ?? .null,
      "height": height.map { .integer($0) } ?? .null,
    ]
  }
}
