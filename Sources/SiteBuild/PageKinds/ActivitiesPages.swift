import PackingLists
import Pages

/// The pages of what to do, trip by trip.
struct ActivitiesPages: PageKind {
  var template: String? { "activities" }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let cards = ActivitiesPage.order(site.cards, today: site.environment.today)
    guard !cards.isEmpty else { return [] }
    let series = ActivitiesPage.series(of: cards)
    let totals = cards.reduce(into: (done: 0, all: 0)) { sum, card in
      sum.done += card.doneActivityCount
      sum.all += card.activityCount
    }
    return (1...series.pageCount).map { number in
      let shown = cards[series.entries(of: number)]
      let facts = shown.map { "\($0.activitiesHash) \($0.doneActivityCount) \($0.activityCount)" }
      // The first page alone shows the sums of all.
      let sums = number == 1 ? "\(totals)" : ""
      let inputs = site.hash(facts + ["\(sums) \(series.pageCount)"], of: shown)
      return .page(series.address(of: number).path, inputs: inputs) {
        ActivitiesPage(cards, number: number)
      }
    }
  }
}
