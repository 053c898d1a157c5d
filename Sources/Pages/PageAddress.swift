/// Where a page stands under the site's root.
public struct PageAddress: Sendable, Hashable {
  /// The file below the output folder: `trips/lisbon.html`.
  public let path: String

  /// The front page.
  public static let home = PageAddress(path: "index.html")

  /// The page that stands in for others without a network.
  public static let offline = PageAddress(path: "offline.html")

  /// The page that finds things.
  public static let search = PageAddress(path: "search.html")

  /// The checklist of the trip with a slug.
  public static func trip(_ slug: String) -> PageAddress {
    PageAddress(path: "trips/\(slug).html")
  }

  /// The sheet for paper of the trip with a slug.
  public static func print(_ slug: String) -> PageAddress {
    PageAddress(path: "print/\(slug).html")
  }

  /// The way from this page to the site's root: empty, or `../`.
  ///
  /// Links go this way, so that a site works from a folder, at a server's root and below it.
  public var root: String {
    String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// The link from this page to a file of the site, named relative to the site's root.
  public func link(to path: String) -> String { root + encodedPath(path) }

  /// The link from this page to another.
  public func link(to page: PageAddress) -> String { link(to: page.path) }

  /// The page's whole address on the web, given where the site stands.
  ///
  /// A slash at the end of the base makes no difference.
  public func url(under base: String) -> String {
    (base.hasSuffix("/") ? base : base + "/") + (self == .home ? "" : encodedPath(path))
  }
}
