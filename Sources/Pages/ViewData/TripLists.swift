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
  public let rest: [TripCard]
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
    let shown = cards.filter { !$0.isArchived }
    // Places are sorted, not cards: of very many, only some are on the front page.
    let starts = shown.map { $0.start?.rawValue }
    func sorted(_ places: [Int], by areInOrder: (Int, Int) -> Bool) -> [Int] {
      places.sorted { left, right in
        let (first, second) = (starts[left] ?? 0, starts[right] ?? 0)
        return first == second ? shown[left].title < shown[right].title : areInOrder(first, second)
      }
    }
    let coming = shown.indices.filter { starts[$0].map { $0 >= today.rawValue } ?? false }
    upcomingCount = coming.count
    upcoming = sorted(coming, by: <).prefix(Self.upcomingLimit).map { shown[$0] }
    let past = shown.indices.filter { starts[$0].map { $0 < today.rawValue } ?? false }
    recent = sorted(past, by: >).prefix(Self.recentCount).map { shown[$0] }
    rest = shown.byTitle
    series = .allTrips(count: rest.count)
    archivedCount = cards.count - shown.count
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

extension [TripCard] {
  /// By title; of one title the older first, those without days last, and then by address.
  public var byTitle: [TripCard] {
    sortedByName { NameOrder($0.title, position: $0.start?.rawValue ?? .max) }
  }
}
