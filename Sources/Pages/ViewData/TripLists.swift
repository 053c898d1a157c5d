import Mustache
import PackingLists

/// The lists of trips on the front page.
struct TripLists {
  /// Those to come, soonest first.
  let upcoming: [Trip]
  /// The latest, newest first.
  let recent: [Trip]
  /// All that are not archived, in the order of their addresses.
  let all: [Trip]
  /// The archived ones, in the order of their addresses.
  let archive: [Trip]

  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    // Many trips stand in two of the lists.
    var made: [ObjectIdentifier: MustacheValue] = [:]
    func list(_ trips: [Trip]) -> MustacheValue {
      .list(
        trips.map { trip in
          if let known = made[ObjectIdentifier(trip)] { return known }
          let value = MustacheValue.object(
            MustacheObject(TripSummary(trip).members(on: page, in: context)))
          made[ObjectIdentifier(trip)] = value
          return value
        })
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

  /// By title; of one title the older first, those without days last, and then by address.
  private func byTitle(_ trips: [Trip]) -> [Trip] {
    trips.sortedByName { NameOrder($0.title, position: $0.start?.rawValue ?? .max) }
  }
}
