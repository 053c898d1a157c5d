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
    let dated = site.theme.showsCalendars ? site.cards.filter { $0.start != nil } : []
    if !dated.isEmpty {
      let inputs = site.hash(dated.lazy.map(SiteCalendar.facts))
      plans.append(
        .file(SiteCalendar.path, inputs: inputs) { workspace in
          Array(SiteCalendar.text(of: dated, in: workspace.context).utf8)
        })
    }
    return plans
  }
}
