import ModelStore
public import Mustache
public import PackingLists

/// A trip's checklist, for a screen or for paper.
public struct TripPage: Page {
  /// What a checklist is made for.
  public enum Medium: Sendable {
    /// A screen: `trips/SLUG.html`, from `trip.mustache`.
    case screen
    /// A sheet of paper: `print/SLUG.html`, from `print.mustache`.
    case paper
  }

  /// What of the site belongs to a trip.
  public struct Surroundings: Sendable {
    /// Its picture; nil for none.
    public var photo: PagePhoto?
    /// The page of its collection; nil for none.
    public var collection: PageAddress?

    /// Names what belongs to a trip.
    public init(photo: PagePhoto? = nil, collection: PageAddress? = nil) {
      self.photo = photo
      self.collection = collection
    }
  }

  private let trip: Trip
  private var medium: Medium
  private let surroundings: Surroundings
  @Query private var items: [PackingItem]

  /// Names the checklist of a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - medium: What the checklist is made for.
  ///   - surroundings: What of the site belongs to it.
  public init(
    trip: Trip, for medium: Medium = .screen, surroundings: Surroundings = Surroundings()
  ) {
    self.trip = trip
    self.medium = medium
    self.surroundings = surroundings
    let id = trip.persistentModelID
    // In no order of the store's: a page has names in an order where case does not count, or the
    // file's order, and to sort rows twice costs a fifth of fetching them.
    _items = Query(filter: #Predicate { $0.trip?.persistentModelID == id })
  }

  /// `trips/SLUG.html` or `print/SLUG.html`.
  public var address: PageAddress {
    switch medium {
    case .screen: .trip(trip.slug)
    case .paper: .print(trip.slug)
    }
  }

  /// `trip` or `print`.
  public var template: String {
    switch medium {
    case .screen: "trip"
    case .paper: "print"
    }
  }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    viewData(showing: tripData(showing: items, in: context), in: context)
  }

  private func viewData(showing tripData: MustacheValue, in context: PageContext) -> MustacheValue {
    let sheets = context.site.styleSheets
    // A sheet's title is what a browser offers as the name of the PDF.
    let (suffix, styleSheet) =
      switch medium {
      case .screen: (context.site.title, sheets.screen)
      case .paper: (context.words[.packingList], sheets.print)
      }
    return data(
      PageHead(
        title: "\(trip.title) · \(suffix)", styleSheet: styleSheet,
        scripts: medium == .screen ? ["checklist.js"] : [],
        description: { description(in: context) },
        imagePath: surroundings.photo?.path, canonical: .trip(trip.slug),
        data: { medium == .screen ? structuredData(in: context) : nil }, isDraft: trip.isDraft),
      in: context,
      [("trip", tripData)])
  }

  /// Where, when, and how much there is to pack.
  private func description(in context: PageContext) -> String {
    let days = context.days(from: trip.start, to: trip.end)
    let items = context.count(trip.itemCount, of: .itemCount)
    return [trip.destination, days, items].compactMap(\.self).joined(separator: " · ")
  }

  private func structuredData(in context: PageContext) -> StructuredData {
    let base = context.site.baseURL
    let stops = trip.orderedStops
    let places = stops.isEmpty ? [trip.destination].compactMap(\.self) : stops.map(\.city)
    return .thing(
      "Trip",
      [
        ("name", .text(trip.title)),
        ("description", .text(description(in: context))),
        ("departureTime", (trip.start?.description).map(StructuredData.text)),
        ("arrivalTime", (trip.end?.description).map(StructuredData.text)),
        ("url", base.map { .text(PageAddress.trip(trip.slug).url(under: $0)) }),
        (
          "image",
          base.flatMap { base in
            surroundings.photo.map { .text(PageAddress.url($0.path, under: base)) }
          }
        ),
        (
          "itinerary",
          places.isEmpty
            ? nil : .list(places.map { .thing("Place", [("name", .text($0))]) })
        ),
      ])
  }

  /// The trip itself, which is the same for all media: their pages lie equally deep, so that links
  /// from one work from the others.
  private func tripData(showing items: [PackingItem], in context: PageContext) -> MustacheValue {
    TripDetail(
      trip: trip, items: items, surroundings: surroundings, on: address, in: context
    ).value
  }
}

extension TripPage {
  /// Renders a trip's checklists for several media at the cost of little more than one.
  ///
  /// The trip is made into view data only once, and the store is not asked.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - items: All of its items, in any order.
  ///   - media: What the checklists are made for.
  ///   - surroundings: What of the site belongs to it.
  ///   - templates: The theme.
  ///   - context: What all pages share.
  /// - Returns: A page for each medium, in their order, the same as ``Page/render(from:with:in:)``
  ///   gives.
  public static func render(
    _ trip: Trip, items: [PackingItem], for media: [Medium],
    surroundings: Surroundings = Surroundings(), with templates: TemplateLibrary,
    in context: PageContext
  ) -> [RenderedPage] {
    var page = TripPage(trip: trip, surroundings: surroundings)
    let tripData = page.tripData(showing: items, in: context)
    return media.map { medium in
      page.medium = medium
      return page.filled(with: page.viewData(showing: tripData, in: context), from: templates)
    }
  }
}
