import PackingLists
import Pages

/// The front page, and the pages on which its list of all trips goes on.
struct HomePages: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let lists = TripLists(of: site.cards, today: site.environment.today)
    let shown = lists.upcoming + lists.recent + lists.all
    let counts = [lists.allCount, lists.archivedCount, lists.upcomingCount].map(String.init)
    let home = PagePlan.page(PageAddress.home.path, inputs: site.hash(counts, of: shown)) {
      HomePage(lists)
    }
    return [home] + site.pages(of: lists.rest, in: lists.series, as: .all).dropFirst()
  }
}

/// The pages of the trips that are put away.
struct ArchivePages: PageKind {
  var template: String? { "archive" }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let cards = OrderedCards.byTitle(site.cards, where: \.isArchived)
    guard !cards.isEmpty else { return [] }
    let series = PageSeries(at: .archive, count: cards.count, size: 100)
    return site.pages(of: cards, in: series, as: .archive)
  }
}

extension PlannedSite {
  /// The pages of a long list of trips.
  fileprivate func pages(
    of cards: OrderedCards, in series: PageSeries, as kind: TripListPage.Kind
  ) -> [PagePlan] {
    let templates = theme.hash(of: kind.template)
    return (1...series.pageCount).map { number in
      let shown = cards[series.entries(of: number)]
      return .page(
        series.address(of: number).path,
        inputs: hash(["\(series.count)"], of: shown, madeBy: templates)
      ) {
        TripListPage(kind, showing: Array(shown), of: series, number: number)
      }
    }
  }
}
