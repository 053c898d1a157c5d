import Mustache
import PackingLists

/// The lists of trips on the front page.
struct TripLists {
  /// Those to come, soonest first.
  let upcoming: [Trip]
  /// The latest, newest first.
  let recent: [Trip]
  /// All that are not archived, in any order.
  let all: [Trip]
  /// The archived ones, in any order.
  let archive: [Trip]

  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    func list(_ trips: [Trip]) -> MustacheValue {
      .list(trips.map { .object(MustacheObject(TripSummary($0).members(on: page, in: context))) })
    }
    return [
      ("hasTrips", .bool(!(all.isEmpty && archive.isEmpty))),
      ("upcoming", list(upcoming)),
      ("hasUpcoming", .bool(!upcoming.isEmpty)),
      ("recent", list(recent)),
      ("hasRecent", .bool(!recent.isEmpty)),
      ("all", list(byTitle(all))),
      ("hasAll", .bool(!all.isEmpty)),
      ("archive", list(byTitle(archive))),
      ("hasArchive", .bool(!archive.isEmpty)),
    ]
  }

  /// By title; of one title the older first, those without days last.
  private func byTitle(_ trips: [Trip]) -> [Trip] {
    trips.sorted { $0.slug < $1.slug }
      .sortedByName { NameOrder($0.title, position: $0.start?.rawValue ?? .max) }
  }
}
