import Pages

/// The feed of a site's trips, and their calendar.
struct FeedFiles: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    var plans: [PagePlan] = []
    // All links of a feed are whole addresses.
    if let base = site.info.baseURL {
      let entries = AtomFeed.entries(of: site.cards, in: site.info)
      plans.append(
        .file(AtomFeed.path, inputs: site.hash(["feed"], of: entries)) { workspace in
          Array(AtomFeed(of: entries, under: base, in: workspace.context).xml.utf8)
        })
    }
    if site.theme.showsCalendars, site.cards.contains(where: { $0.start != nil }) {
      var inputs = site.hash(["calendar"])
      for card in site.cards where card.start != nil { SiteCalendar.add(card, to: &inputs) }
      plans.append(
        .file(SiteCalendar.path, inputs: inputs) { [cards = site.cards] workspace in
          SiteCalendar.bytes(of: cards, in: workspace.context)
        })
    }
    return plans
  }
}
