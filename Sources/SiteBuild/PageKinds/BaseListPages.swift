import ContentReading
import PackingLists
import Pages

/// A page for each base list, and one of all.
struct BaseListPages: PageKind {
  var template: String? { "list" }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard !site.content.lists.isEmpty else { return [] }
    var including: [String: Set<String>] = [:]
    for trip in site.trips {
      for name in trip.includes { including[name, default: []].insert(trip.slug) }
    }
    var cards: [BaseListCard] = []
    var plans: [PagePlan] = []
    for list in site.content.lists {
      let slugs = including[list.name] ?? []
      let trips = slugs.isEmpty ? [] : site.cards.filter { slugs.contains($0.slug) }.newestFirst
      let content = TripImport(
        slug: list.name, draft: list.draft, fingerprint: "",
        defaultOrder: site.configuration.order, siteBags: [], siteTravellers: [])
      let card = BaseListCard(
        name: list.name, title: list.draft.title ?? TripTitle.fromPath(list.draft.path),
        itemCount: list.draft.items.count { !$0.isPrivate }, tripCount: trips.count)
      let shown = Array(trips.prefix(BaseListPage.shownTripCount))
      cards.append(card)
      plans.append(
        .page(
          PageAddress.list(list.name).path, inputs: site.hash([list.hash, "\(card)"], of: shown)
        ) {
          let (trip, items) = content.detached
          return BaseListPage(card, content: trip, items: items, trips: shown)
        })
    }
    let index = PagePlan.page(PageAddress.lists.path, inputs: site.hash(["\(cards)"])) { [cards] in
      BaseListsPage(cards)
    }
    return [index] + plans
  }
}
