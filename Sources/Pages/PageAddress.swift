import Foundation

/// Where a page stands under the site's root.
public struct PageAddress: Sendable, Hashable {
  /// The file below the output folder: `trips/lisbon.html`.
  public let path: String

  /// The way to the site's root where it is not told by the path: a page that a server shows in
  /// place of others may stand anywhere.
  private var fixedRoot: String?

  init(path: String) { self.path = path }

  /// The front page.
  public static let home = PageAddress(path: "index.html")

  /// The page that stands in for others without a network.
  public static let offline = PageAddress(path: "offline.html")

  /// The page that finds things.
  public static let search = PageAddress(path: "search.html")

  /// The reports over all trips.
  public static let reports = PageAddress(path: "reports.html")

  /// A report of the site's own, by its name.
  public static func report(_ name: String) -> PageAddress {
    PageAddress(path: "reports/\(name).html")
  }

  /// The checklist of the trip with a slug.
  public static func trip(_ slug: String) -> PageAddress {
    PageAddress(path: "trips/\(slug).html")
  }

  /// The sheet for paper of the trip with a slug.
  public static func print(_ slug: String) -> PageAddress {
    PageAddress(path: "print/\(slug).html")
  }

  /// The collections.
  public static let collections = PageAddress(path: "collections.html")
  /// What to do, across all trips.
  public static let activities = PageAddress(path: "activities.html")
  /// The goals.
  public static let goals = PageAddress(path: "goals.html")
  /// The reading list.
  public static let reading = PageAddress(path: "reading.html")
  /// The base lists.
  public static let lists = PageAddress(path: "lists.html")
  /// The trips that are put away.
  public static let archive = PageAddress(path: "archive.html")
  /// All trips, from the second page on.
  static let trips = PageAddress(path: "trips.html")

  /// A collection, by its address among collections.
  public static func collection(_ slug: String) -> PageAddress {
    PageAddress(path: "collections/\(slug).html")
  }

  /// A base list.
  public static func list(_ name: String) -> PageAddress { PageAddress(path: "lists/\(name).html") }

  /// Where a trip stops.
  public static func itinerary(_ slug: String) -> PageAddress {
    PageAddress(path: "itinerary/\(slug).html")
  }

  /// The books rated so much or more.
  public static func reading(ratedFrom rating: Int) -> PageAddress {
    PageAddress(path: "reading/rated-\(rating).html")
  }

  /// The page that a server shows where there is none; it works at any depth where the base URL is
  /// known, and otherwise at the site's root.
  ///
  /// - Parameter base: Where the site stands on the web; nil where that is not known.
  /// - Returns: `404.html`.
  public static func notFound(under base: String?) -> PageAddress {
    var address = PageAddress(path: "404.html")
    guard let base, let host = base.range(of: "://") else { return address }
    let path = base[host.upperBound...].drop { $0 != "/" }
    address.fixedRoot = path.hasSuffix("/") ? String(path) : path + "/"
    return address
  }

  /// A later page of a list that goes on: `archive.2.html`.
  ///
  /// No other page has such a name: other addresses have no dot.
  func numbered(_ number: Int) -> PageAddress {
    number == 1 ? self : PageAddress(path: path.dropLast(".html".count) + ".\(number).html")
  }

  /// The way from this page to the site's root: empty, or `../`.
  ///
  /// Links go this way, so that a site works from a folder, at a server's root and below it.
  public var root: String {
    fixedRoot
      ?? String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// The link from this page to a file of the site, named relative to the site's root.
  public func link(to path: String) -> String { root + encodedPath(path) }

  /// The link from this page to another.
  public func link(to page: PageAddress) -> String { link(to: page.path) }

  /// The page's whole address on the web, given where the site stands.
  ///
  /// A slash at the end of the base makes no difference.
  public func url(under base: String) -> String {
    Self.url(self == .home ? "" : path, under: base)
  }

  /// The whole address on the web of a file of the site.
  ///
  /// - Parameters:
  ///   - path: Its path below the site's root; empty for the root itself.
  ///   - base: Where the site stands; a slash at its end makes no difference.
  /// - Returns: The address, percent-encoded.
  public static func url(_ path: String, under base: String) -> String {
    (base.hasSuffix("/") ? base : base + "/") + encodedPath(path)
  }
}
