import Mustache
public import PackingLists

/// The lists of trips on the front page.
public struct TripLists: Sendable {
  /// Those to come, soonest first.
  public let upcoming: [TripCard]
  /// The latest, newest first.
  public let recent: [TripCard]
  /// Those of all that are not archived which the front page shows, by title.
  public var all: [TripCard] { Array(rest[series.entries(of: 1)]) }
  /// All that are not archived, by title.
  public let rest: OrderedCards
  /// The pages on which those stand, the front page being the first.
  public let series: PageSeries
  /// How many are to come, also those that the front page has no room for.
  public let upcomingCount: Int
  /// How many are archived.
  public let archivedCount: Int
  /// How many are not.
  public var allCount: Int { rest.count }

  private static let recentCount = 5
  private static let upcomingLimit = 24

  /// Sorts out all trips of a site.
  ///
  /// - Parameters:
  ///   - cards: All trips, in the order of their addresses.
  ///   - today: Trips that start on it or later are to come.
  public init(of cards: [TripCard], today: CalendarDay) {
    // Places are sorted, not cards: of very many, only some are on the front page.
    let starts = cards.map { $0.start?.rawValue }
    func sorted(
      where isWanted: (Int) -> Bool, by areInOrder: (Int, Int) -> Bool
    ) -> [Int] {
      cards.indices.filter { place in
        !cards[place].isArchived && (starts[place].map(isWanted) ?? false)
      }.sorted { left, right in
        let (first, second) = (starts[left] ?? 0, starts[right] ?? 0)
        return first == second ? cards[left].title < cards[right].title : areInOrder(first, second)
      }
    }
    let coming = sorted(where: { $0 >= today.rawValue }, by: <)
    upcomingCount = coming.count
    upcoming = coming.prefix(Self.upcomingLimit).map { cards[$0] }
    let past = sorted(where: { $0 < today.rawValue }, by: >)
    recent = past.prefix(Self.recentCount).map { cards[$0] }
    rest = .byTitle(cards) { !$0.isArchived }
    series = .allTrips(count: rest.count)
    archivedCount = cards.count - rest.count
  }

  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    func list(_ cards: [TripCard]) -> MustacheValue {
      TripSummary.list(cards, on: page, in: context)
    }
    return [
      ("hasTrips", .bool(allCount + archivedCount > 0)),
      ("upcoming", list(upcoming)),
      ("hasUpcoming", .bool(!upcoming.isEmpty)),
      ("recent", list(recent)),
      ("hasRecent", .bool(!recent.isEmpty)),
      ("all", list(all)),
      ("hasAll", .bool(allCount > 0)),
      ("archiveHref", archivedCount > 0 ? .text(page.link(to: .archive)) : .null),
      ("archiveCountText", .text(context.count(archivedCount, of: .tripCount))),
    ] + series.members(on: 1, in: context).filter { $0.0 == "pager" }
  }
}
