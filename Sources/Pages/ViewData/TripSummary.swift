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

  /// A trip as some page shows it.
  typealias Shown = (summary: TripSummary, page: PageAddress, context: PageContext)

  /// The names that a card of it has, and its own page begins with.
  static let namedValues = MustacheMembers<Shown>([
    ("slug", { .text($0.summary.trip.slug) }),
    ("title", { .text($0.summary.trip.title) }),
    ("destination", { .optional($0.summary.trip.destination) }),
    ("href", { .text($0.page.link(to: .trip($0.summary.trip.slug))) }),
    ("printHref", { .text($0.page.link(to: .print($0.summary.trip.slug))) }),
    (
      "dates",
      { .optional($0.context.days(from: $0.summary.trip.start, to: $0.summary.trip.end)) }
    ),
    ("start", { $0.context.day($0.summary.trip.start) }),
    ("end", { $0.context.day($0.summary.trip.end) }),
    ("nights", { .optional($0.summary.trip.nights.map($0.context.nights)) }),
    ("collection", { .optional($0.summary.trip.collection) }),
    ("isComplete", { .bool($0.summary.trip.isComplete) }),
    ("isArchived", { .bool($0.summary.trip.isArchived) }),
    ("isDraft", { .bool($0.summary.trip.isDraft) }),
    ("thumbnail", { $0.summary.trip.thumbnail?.value(on: $0.page, alt: "") ?? .null }),
  ]).with(ItemCounts.namedValues) { ($0.summary.counts, $0.context) }

  /// These names with their values.
  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    Self.namedValues.pairs(of: (self, page, context))
  }

  /// Some trips as lists show them.
  static func list(
    _ cards: some Sequence<TripCard>, on page: PageAddress, in context: PageContext
  ) -> MustacheValue {
    .list(
      cards.map { .object(MustacheObject((TripSummary($0), page, context), namedValues)) })
  }
}
