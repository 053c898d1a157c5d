public import Mustache

/// A page of a long list of trips: of all from the second page on, or of the archive.
public struct TripListPage: Page {
  /// Which trips.
  public enum Kind: Sendable {
    /// All that are not archived, by title.
    case all
    /// Those that are put away, by title.
    case archive

    /// The template of its pages: `archive` or `trips`.
    public var template: String {
      switch self {
      case .all: "trips"
      case .archive: "archive"
      }
    }
  }

  private let kind: Kind
  private let cards: [TripCard]
  private let series: PageSeries
  private let number: Int

  /// Makes a page of a list.
  ///
  /// - Parameters:
  ///   - kind: Which trips.
  ///   - cards: The trips of this page.
  ///   - series: The pages of the list.
  ///   - number: The page's number, from 1.
  public init(_ kind: Kind, showing cards: [TripCard], of series: PageSeries, number: Int) {
    self.kind = kind
    self.cards = cards
    self.series = series
    self.number = number
  }

  /// `archive.html`, `trips.2.html` and so on.
  public var address: PageAddress { series.address(of: number) }

  /// `archive` or `trips`.
  public var template: String { kind.template }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let title =
      switch kind {
      case .all: context.words[.allTrips]
      case .archive: context.words[.archive]
      }
    return data(
      title: title, in: context,
      [
        ("trips", TripSummary.list(cards, on: address, in: context)),
        ("countText", .text(context.count(series.count, of: .tripCount))),
      ] + series.members(on: number, in: context))
  }
}
