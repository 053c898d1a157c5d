import ModelStore
public import Mustache
public import PackingLists

/// A trip's checklist.
public struct TripPage: Page {
  private let trip: Trip
  private let photo: PagePhoto?
  @Query private var sections: SectionedResults<PackingItem, String>

  /// Names the checklist of a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip, saved.
  ///   - photo: The picture to show; nil for none.
  public init(trip: Trip, photo: PagePhoto? = nil) {
    self.trip = trip
    self.photo = photo
    let slug = trip.slug
    _sections = Query(
      filter: #Predicate { $0.tripSlug == slug }, sort: \.name, sectionBy: \.category)
  }

  /// `trips/SLUG.html`.
  public var address: PageAddress { .trip(trip.slug) }
  /// `trip.mustache`.
  public var template: String { "trip" }

  /// What `trip.mustache` is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let detail = TripDetail(trip: trip, sections: sections, photo: photo)
    return data(
      kind: "trip", title: "\(trip.title) · \(context.site.title)",
      styleSheet: context.site.styleSheets.screen, in: context,
      [("trip", detail.value(on: address, in: context))])
  }
}
