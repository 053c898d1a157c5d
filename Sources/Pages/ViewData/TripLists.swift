import Mustache
public import PackingLists

/// The lists of trips on the front page.
public struct TripLists: Sendable {
  /// Those to come, soonest first.
  public let upcoming: [TripCard]
  /// The latest, newest first.
  public let recent: [TripCard]
  /// All that are not archived, by title.
  public let all: [TripCard]
  /// The archived ones, by title.
  public let archive: [TripCard]

  private static let recentCount = 5

  /// Sorts out all trips of a site.
  ///
  /// - Parameters:
  ///   - cards: All trips, in the order of their addresses.
  ///   - today: Trips that start on it or later are to come.
  public init(of cards: [TripCard], today: CalendarDay) {
    let shown = cards.filter { !$0.isArchived }
    upcoming = shown.filter { $0.start.map { $0 >= today } ?? false }
      .sorted { ($0.start?.rawValue ?? 0, $0.title) < ($1.start?.rawValue ?? 0, $1.title) }
    recent = Array(
      shown.filter { $0.start.map { $0 < today } ?? false }
        .sorted { left, right in
          left.start == right.start
            ? left.title < right.title : (left.start?.rawValue ?? 0) > (right.start?.rawValue ?? 0)
        }
        .prefix(Self.recentCount))
    all = shown.byTitle
    archive = cards.filter(\.isArchived).byTitle
  }

  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    func list(_ cards: [TripCard]) -> MustacheValue {
      .list(
        cards.map { .object(MustacheObject(TripSummary($0).members(on: page, in: context))) })
    }
    return [
      ("hasTrips", .bool(!(all.isEmpty && archive.isEmpty))),
      ("upcoming", list(upcoming)),
      ("hasUpcoming", .bool(!upcoming.isEmpty)),
      ("recent", list(recent)),
      ("hasRecent", .bool(!recent.isEmpty)),
      ("all", list(all)),
      ("hasAll", .bool(!all.isEmpty)),
      ("archive", list(archive)),
      ("hasArchive", .bool(!archive.isEmpty)),
    ]
  }
}

extension [TripCard] {
  /// By title; of one title the older first, those without days last, and then by address.
  var byTitle: [TripCard] {
    sortedByName { NameOrder($0.title, position: $0.start?.rawValue ?? .max) }
  }
}
