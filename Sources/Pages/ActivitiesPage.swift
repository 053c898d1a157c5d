import ModelStore
public import Mustache
public import PackingLists

/// What to do, trip by trip.
public struct ActivitiesPage: Page {
  private let cards: [TripCard]
  private let totals: (done: Int, all: Int)
  private let series: PageSeries
  private let number: Int
  @Query private var trips: [Trip]

  /// The trips that have something to do: those to come soonest first, then those without days, then
  /// the others newest first.
  public static func order(_ cards: [TripCard], today: CalendarDay) -> [TripCard] {
    let busy = cards.filter { $0.activityCount > 0 }
    let coming = busy.filter { $0.start.map { $0 >= today } ?? false }
    let undated = busy.filter { $0.start == nil }
    let past = busy.filter { $0.start.map { $0 < today } ?? false }
    return coming.newestFirst.reversed() + undated + past.newestFirst
  }

  /// The pages of some trips.
  public static func series(of cards: [TripCard]) -> PageSeries {
    PageSeries(at: .activities, count: cards.count, size: 50)
  }

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - cards: All trips that have something to do, in order.
  ///   - number: The page's number, from 1.
  public init(_ cards: [TripCard], number: Int) {
    series = Self.series(of: cards)
    self.number = number
    totals = (
      cards.reduce(0) { $0 + $1.doneActivityCount }, cards.reduce(0) { $0 + $1.activityCount }
    )
    let shown = Array(cards[series.entries(of: number)])
    self.cards = shown
    let slugs = shown.map(\.slug)
    var descriptor = FetchDescriptor<Trip>(predicate: #Predicate { slugs.contains($0.slug) })
    descriptor.relationshipKeyPathsForPrefetching = [\.activities]
    _trips = Query(descriptor)
  }

  /// `activities.html`, `activities.2.html` and so on.
  public var address: PageAddress { series.address(of: number) }
  /// `activities.mustache`.
  public var template: String { "activities" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let bySlug = Dictionary(trips.map { ($0.slug, $0) }) { first, _ in first }
    let groups = cards.compactMap { card -> MustacheValue? in
      guard let trip = bySlug[card.slug] else { return nil }
      let rows = ActivityRows(trip.activities)
      return .object(
        MustacheObject(
          TripSummary(card).members(on: address, in: context) + [
            ("activities", rows.value(in: context)),
            (
              "activityProgress",
              .text(
                context.done(card.doneActivityCount, of: card.activityCount))
            ),
            ("activityCount", .integer(card.activityCount)),
            ("doneActivityCount", .integer(card.doneActivityCount)),
          ]))
    }
    return data(
      title: context.words[.activities], in: context,
      [
        ("trips", .list(groups)),
        (
          "totals",
          number > 1
            ? .null
            : [
              "activityProgress": .text(context.done(totals.done, of: totals.all)),
              "activityCount": .integer(totals.all),
              "doneActivityCount": .integer(totals.done),
            ]
        ),
      ] + series.members(on: number, in: context))
  }
}
