import ContentReading
import PackingLists
import Pages

/// What makes a site that was opened once open again without a network: a page that stands in for
/// others, the description of the site as an app, and the worker that keeps pages.
struct OfflineFiles: PageKind {
  var template: String? { "offline" }

  /// The worker of the theme; it has one place and one name, for a browser knows it by them.
  static let worker = "service-worker.js"
  private static let manifest = "site.webmanifest"

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let page = PageAddress.offline.path
    var plans: [PagePlan] = [
      .page(page, inputs: site.hash(["offline"])) { OfflinePage() },
      .file(Self.manifest, bytes: Array(Self.manifest(of: site).utf8)),
    ]
    // The print sheet's style is kept with the first sheet that is opened.
    let needed =
      [PageAddress.home.path, page]
      + site.theme.assets.filter { $0.name != "print.css" }.map(\.path)
      + (Self.isSmall(others) ? [PageAddress.search.path] + SearchPages.smallIndex : [])
    var version = StableHash()
    for plans in [others, plans] {
      for plan in plans { plan.add(to: &version) }
    }
    let build = "{\"version\":\"\(version.text)\",\"files\":\(Self.json(needed))}"
    let worker = Array("const BUILD = \(build);\n".utf8) + site.theme.worker
    plans.append(.file(Self.worker, bytes: worker))
    return plans
  }

  /// Whether the index of searches is small enough to be kept as a whole.
  private static func isSmall(_ others: [PagePlan]) -> Bool {
    SearchPages.smallIndex.allSatisfy { path in others.contains { !$0.isPage && $0.paths == [path] }
    }
  }

  /// The web app manifest.
  private static func manifest(of site: PlannedSite) -> String {
    let info = site.info
    let icon = json(info.asset("icon.svg"))
    // The icon's picture stays inside the circle that a mask leaves.
    return """
      {
        "name": \(json(info.title)),
        "lang": \(json(info.language)),
        "dir": \(json(info.direction)),
        "id": "./",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#e6ebe3",
        "theme_color": "#1d4a3e",
        "icons": [
          { "src": \(icon), "type": "image/svg+xml", "sizes": "any", "purpose": "any" },
          { "src": \(icon), "type": "image/svg+xml", "sizes": "any", "purpose": "maskable" }
        ]
      }

      """
  }

  private static func json(_ texts: [String]) -> String {
    "[" + texts.map { json($0) }.joined(separator: ",") + "]"
  }

  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    appendJSON(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
