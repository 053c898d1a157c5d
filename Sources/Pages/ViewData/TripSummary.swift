import Mustache
import PackingLists

/// A trip as lists of trips show it, made from the sums it keeps: no item is loaded.
struct TripSummary {
  let trip: TripCard
  let counts: ItemCounts

  init(_ trip: TripCard) {
    self.init(
      trip,
      counts: ItemCounts(
        packed: trip.packedCount, all: trip.itemCount,
        weight: trip.totalWeight == .zero ? nil : trip.totalWeight))
  }

  /// The trip with counts of its own, where its items have been looked at.
  init(_ trip: TripCard, counts: ItemCounts) {
    self.trip = trip
    self.counts = counts
  }

  /// The names and values that a card of it has, and its own page begins with.
  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    [
      ("slug", .text(trip.slug)),
      ("title", .text(trip.title)),
      ("destination", .optional(trip.destination)),
      ("href", .text(page.link(to: .trip(trip.slug)))),
      ("printHref", .text(page.link(to: .print(trip.slug)))),
      ("dates", .optional(context.days(from: trip.start, to: trip.end))),
      ("start", day(trip.start, in: context)),
      ("end", day(trip.end, in: context)),
      ("nights", .optional(trip.nights.map(context.nights))),
      ("collection", .optional(trip.collection)),
      ("isComplete", .bool(trip.isComplete)),
      ("isArchived", .bool(trip.isArchived)),
    ] + counts.members(in: context)
  }

  private func day(_ day: CalendarDay?, in context: PageContext) -> MustacheValue {
    guard let day else { return .null }
    return [
      "iso": .text(day.description),
      "text": .text(context.dates.day(day)),
      "day": .integer(day.components.day),
      "monthAndYear": .text(context.dates.monthAndYear(day)),
    ]
  }
}
