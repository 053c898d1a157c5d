import ModelStore
import PackingLists
import Pages

/// The page of the goals.
struct GoalsPages: PageKind {
  var template: String? { "goals" }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard let goals = site.content.goals else { return [] }
    return [
      .page(PageAddress.goals.path, inputs: site.hash([goals.hash])) {
        GoalsPage(goals.heading)
      }
    ]
  }
}

/// The pages of the reading list: all books, and those rated so much or more.
struct ReadingPages: PageKind {
  var template: String? { "reading" }

  func plans(of site: PlannedSite, after others: [PagePlan]) throws -> [PagePlan] {
    guard let reading = site.content.reading else { return [] }
    let byRating = try site.store.fetchCounts(groupedBy: \Book.rating)
    let counts = (0...5).map { byRating[$0] ?? 0 }
    let inputs = site.hash([reading.hash])
    return ([0] + (2...5)).flatMap { minimum -> [PagePlan] in
      let series = ReadingPage.series(ratedFrom: minimum, counts: counts)
      guard minimum == 0 || series.count > 0 else { return [] }
      return (1...series.pageCount).map { number in
        .page(series.address(of: number).path, inputs: inputs) {
          ReadingPage(reading.heading, ratedFrom: minimum, counts: counts, number: number)
        }
      }
    }
  }
}

extension LoadedEntries {
  fileprivate var heading: EntryHeading {
    EntryHeading(title: title, introductionHTML: introductionHTML)
  }
}
