import PackingLists
import Pages

/// The page that finds things, and the files that it reads.
struct SearchPages: PageKind {
  static let template = "search"
  var template: String? { Self.template }

  /// The index, in step with the store once it is done; nil where the site has none.
  let index: Background<[SearchIndex.Shard]>?

  /// How many trips the page names where no script finds any.
  private static let mostTrips = 100

  /// The files of a small index, which is one file: small enough to be kept for times without a
  /// network.
  static let smallIndex = ["search/index.js", "search/all.js"]

  func plans(of site: PlannedSite, after others: [PagePlan]) throws -> [PagePlan] {
    guard let shards = try index?.value() else { return [] }
    var version = StableHash()
    for shard in shards { version.add(shard.name + shard.version) }
    let latest = site.cards.newest(Self.mostTrips)
    let inputs = site.hash(["search", version.text], of: latest)
    let page = PagePlan.page(PageAddress.search.path, inputs: inputs) { [text = version.text] in
      SearchPage(latest: latest, indexVersion: text)
    }
    return [page] + shards.map(SearchIndex.plan)
  }
}
