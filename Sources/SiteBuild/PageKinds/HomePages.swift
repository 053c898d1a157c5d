import PackingLists
import Pages

/// The front page.
struct HomePages: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let lists = TripLists(of: site.cards, today: site.environment.today)
    let inputs = site.hash(of: lists.upcoming + lists.recent + lists.all + lists.archive)
    return [.page(PageAddress.home.path, inputs: inputs) { HomePage(lists) }]
  }
}
