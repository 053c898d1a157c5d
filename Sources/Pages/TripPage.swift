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

  private let trip: Trip
  private let medium: Medium
  private let photo: PagePhoto?
  @Query private var sections: SectionedResults<PackingItem, String>

  /// Names the checklist of a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - medium: What the checklist is made for.
  ///   - photo: The picture to show; nil for none.
  public init(trip: Trip, for medium: Medium = .screen, photo: PagePhoto? = nil) {
    self.trip = trip
    self.medium = medium
    self.photo = photo
    let slug = trip.slug
    _sections = Query(
      filter: #Predicate { $0.tripSlug == slug }, sort: \.name, sectionBy: \.category)
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
    let detail = TripDetail(trip: trip, sections: sections, photo: photo)
    let sheets = context.site.styleSheets
    // A sheet's title is what a browser offers as the name of the PDF.
    let (suffix, styleSheet) =
      switch medium {
      case .screen: (context.site.title, sheets.screen)
      case .paper: (context.words[.packingList], sheets.print)
      }
    return data(
      kind: template, title: "\(trip.title) · \(suffix)", styleSheet: styleSheet, in: context,
      [("trip", detail.value(on: address, in: context))])
  }
}
