import ModelStore
public import Mustache
public import PackingLists

/// A trip's sheet, made for paper.
public struct PrintPage: Page {
  private let trip: Trip
  private let photo: PagePhoto?
  @Query private var sections: SectionedResults<PackingItem, String>

  /// Names the sheet of a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip, saved.
  ///   - photo: The picture of the trip, for templates that print it; nil for none.
  public init(trip: Trip, photo: PagePhoto? = nil) {
    self.trip = trip
    self.photo = photo
    let slug = trip.slug
    _sections = Query(
      filter: #Predicate { $0.tripSlug == slug }, sort: \.name, sectionBy: \.category)
  }

  /// `print/SLUG.html`.
  public var address: PageAddress { .print(trip.slug) }
  /// `print.mustache`.
  public var template: String { "print" }

  /// What `print.mustache` is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let detail = TripDetail(trip: trip, sections: sections, photo: photo)
    return data(
      kind: "print", title: "\(trip.title) · \(context.words[.packingList])",
      styleSheet: context.site.styleSheets.print, in: context,
      [("trip", detail.value(on: address, in: context))])
  }
}
