import Files
import PackingLists
import Pages

/// A file that a trip has.
enum TripFile: Int, CaseIterable {
  case checklist, sheet, itinerary, calendar

  /// What it shows the list on; nil where it shows none.
  var medium: TripPage.Medium? {
    switch self {
    case .checklist: .screen
    case .sheet: .paper
    case .itinerary, .calendar: nil
    }
  }

  /// Its template; nil where it has none.
  var template: String? {
    switch self {
    case .checklist: "trip"
    case .sheet: "print"
    case .itinerary: "itinerary"
    case .calendar: nil
    }
  }

  /// Its path in the output.
  func path(of slug: String) -> String {
    switch self {
    case .checklist: PageAddress.trip(slug).path
    case .sheet: PageAddress.print(slug).path
    case .itinerary: PageAddress.itinerary(slug).path
    case .calendar: SiteCalendar.path(of: slug)
    }
  }

  /// The folder in which all of this kind lie, relative to the output folder.
  var folder: String { Path.folder(of: path(of: "any")) }

  /// What belongs into some files of a trip.
  ///
  /// - Parameters:
  ///   - kinds: The files.
  ///   - isWanted: Which of them are wanted; an empty content stands for each other.
  ///   - trip: The trip.
  ///   - shown: Its list as it is shown on the media of the wanted ones, in their order.
  ///   - theme: The templates.
  ///   - context: What all pages share.
  /// - Returns: A content for each file.
  static func contents(
    _ kinds: [TripFile], _ isWanted: [Bool], of trip: Trip, _ shown: [RenderedPage],
    _ theme: Theme, _ context: PageContext
  ) -> [FileContent] {
    var shown = shown[...]
    return zip(kinds, isWanted).map { kind, isWanted in
      guard isWanted else { return FileContent() }
      switch kind {
      case .checklist, .sheet: return shown.popFirst().map(theme.content) ?? FileContent()
      case .itinerary:
        return theme.content(of: ItineraryPage(trip: trip).render(with: theme.library, in: context))
      case .calendar:
        return FileContent(bytes: SiteCalendar.bytes(of: [TripCard(trip)], in: context))
      }
    }
  }
}

/// Which files a theme wants of each trip besides its checklist, and by what they are made.
final class TripFiles: Sendable {
  /// The templates by which each kind is made.
  private let templates: [TemplatesHash]
  /// The files of a trip, by whether it has stops and days: trips share them.
  private let kinds: [[TripFile]]

  init(_ theme: Theme) {
    templates = TripFile.allCases.map { file in
      file.template.map(theme.hash(of:)) ?? TemplatesHash(value: 0)
    }
    let wanted = TripFile.allCases.filter { file in
      switch file {
      case .checklist: true
      case .sheet, .itinerary: !(file.template.map(theme.leavesOut) ?? false)
      case .calendar: theme.showsCalendars
      }
    }
    kinds = [false, true].flatMap { hasStops in
      [false, true].map { isDated in
        wanted.filter { ($0 != .itinerary || hasStops) && ($0 != .calendar || isDated) }
      }
    }
  }

  /// The hash of what one of a trip's files depends on.
  ///
  /// - Parameters:
  ///   - kind: The file.
  ///   - shown: What it shows.
  ///   - frame: What it shows and depends on besides.
  /// - Returns: The hash.
  func hash(of kind: TripFile, showing shown: [String], in frame: SiteFrame) -> StableHash {
    frame.hash(shown, madeBy: templates[kind.rawValue])
  }

  /// The files of a trip.
  func kinds(isDated: Bool, hasStops: Bool) -> [TripFile] {
    kinds[(hasStops ? 2 : 0) + (isDated ? 1 : 0)]
  }
}
