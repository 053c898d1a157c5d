import PackingLists
import Pages

/// What search engines read first: the list of pages, and what they may look at.
///
/// Both name whole addresses, so there is neither without a base URL. `robots.txt` counts only at the
/// root of a host; a site below it has none.
struct SearchEngineFiles: PageKind {
  /// The most addresses that a list may have.
  private static let mostAddresses = 50_000

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard let base = site.info.baseURL else { return [] }
    let paths = others.lazy.filter(\.isPage).flatMap(\.paths).filter(Self.isListed).sorted()
    let lists = paths.chunks(of: Self.mostAddresses)
    var plans = lists.enumerated().map { index, list in
      PagePlan.file(Self.name(index, of: lists.count), inputs: site.hash(list)) { _ in
        Self.list(of: list, under: base)
      }
    }
    if lists.count > 1 {
      let names = lists.indices.map { Self.name($0, of: lists.count) }
      plans.append(.file("sitemap.xml", bytes: Self.index(of: names, under: base)))
    }
    if Self.isRoot(base) {
      let text = "User-agent: *\nAllow: /\n\nSitemap: \(Self.url("sitemap.xml", under: base))\n"
      plans.append(.file("robots.txt", bytes: Array(text.utf8)))
    }
    return plans
  }

  /// Sheets show what checklists show; what is not found and what is not there without a network is
  /// nothing to find.
  private static func isListed(_ path: String) -> Bool {
    path.hasSuffix(".html") && !path.hasPrefix("print/")
      && ![PageAddress.offline.path, PageAddress.notFound(under: nil).path].contains(path)
  }

  private static func name(_ index: Int, of count: Int) -> String {
    count == 1 ? "sitemap.xml" : "sitemap.\(index + 1).xml"
  }

  private static func url(_ path: String, under base: String) -> String {
    let address = path == PageAddress.home.path ? "" : path
    return PageAddress.url(address, under: base)
  }

  private static func list(of paths: some Sequence<String>, under base: String) -> [UInt8] {
    xml("urlset", paths.map { "<url><loc>\(escapedMarkup(url($0, under: base)))</loc></url>" })
  }

  private static func index(of names: [String], under base: String) -> [UInt8] {
    xml(
      "sitemapindex",
      names.map { "<sitemap><loc>\(escapedMarkup(url($0, under: base)))</loc></sitemap>" })
  }

  private static func xml(_ element: String, _ lines: [String]) -> [UInt8] {
    let opening = "<\(element) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(opening)\n"
    return Array((head + lines.joined(separator: "\n") + "\n</\(element)>\n").utf8)
  }

  /// Whether nothing but a host stands in an address.
  private static func isRoot(_ base: String) -> Bool {
    base.split(separator: "/", omittingEmptySubsequences: true).count == 2
  }
}
