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
      ("start", context.day(trip.start)),
      ("end", context.day(trip.end)),
      ("nights", .optional(trip.nights.map(context.nights))),
      ("collection", .optional(trip.collection)),
      ("isComplete", .bool(trip.isComplete)),
      ("isArchived", .bool(trip.isArchived)),
      ("isDraft", .bool(trip.isDraft)),
      ("thumbnail", trip.thumbnail?.value(on: page, alt: "") ?? .null),
    ] + counts.members(in: context)
  }

  /// Some trips as lists show them.
  static func list(
    _ cards: some Sequence<TripCard>, on page: PageAddress, in context: PageContext
  ) -> MustacheValue {
    .list(cards.map { .object(MustacheObject(TripSummary($0).members(on: page, in: context))) })
  }

}
