public import Mustache
public import PackingLists

/// Where a trip stops, day by day.
public struct ItineraryPage: Page {
  private let trip: Trip

  /// Makes the itinerary of a trip.
  public init(trip: Trip) { self.trip = trip }

  /// `itinerary/SLUG.html`.
  public var address: PageAddress { .itinerary(trip.slug) }
  /// `itinerary.mustache`.
  public var template: String { "itinerary" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let stops = trip.orderedStops
    let rows = StopRow.rows(of: stops, start: trip.start)
    let end = rows.last?.departure
    let activities = ActivityRows(trip.activities)
    let home = context.site.homeCity
    let title = "\(trip.title) · \(context.words[.itinerary])"
    return data(
      PageHead(title: "\(title) · \(context.site.title)", isDraft: trip.isDraft), in: context,
      [
        (
          "trip",
          .object(
            MustacheObject(TripSummary(TripCard(trip)).members(on: address, in: context)))
        ),
        ("homeCity", .optional(home)),
        ("leaving", context.day(trip.start)),
        ("back", context.day(end)),
        ("stops", .list(rows.map { $0.value(in: context) })),
        ("activities", activities.value(in: context)),
        ("hasActivities", .bool(!activities.activities.isEmpty)),
      ])
  }
}
