import ContentReading
public import Diagnostics
import Files
import ModelStore
import PackingLists
import Pages
public import SiteBuild

/// Writes trips in the forms of other programs.
///
/// What is `#private` is in none of them, unless its owner asks for it in a form that may hold it.
public final class TripExporter {
  /// What of trips is written.
  public struct Selection: Sendable {
    /// Whether what is `#private` is written as well.
    public var includesPrivate = false
    /// Whether only what has to be bought is written.
    public var isShopping = false

    /// Selects everything that is not private.
    public init() {}
  }

  private let site: Site
  private let builder: SiteBuilder
  private let editor: SiteEditor
  private let selection: Selection
  private var loadedFiles: SiteFiles?
  private var knownTrips: Set<String>?
  /// Drafts of trips that were looked at and are about to be written.
  private var readDrafts: [String: TripDraft] = [:]

  /// Makes an exporter.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - builder: Its builder.
  ///   - editor: Its files.
  ///   - selection: What of trips is written.
  public init(site: Site, builder: SiteBuilder, editor: SiteEditor, selection: Selection) {
    self.site = site
    self.builder = builder
    self.editor = editor
    self.selection = selection
  }

  /// Trips as one file.
  ///
  /// - Parameters:
  ///   - trips: The trips, in the order to write; one, where the form holds no more.
  ///   - format: The form.
  /// - Returns: The file, and what is left out of it, a sentence each.
  /// - Throws: `Diagnostic` where a trip has nothing for the form or its file has an error,
  ///   `FileError`, and what the store throws.
  public func file(
    of trips: [EditedTrip], as format: ExportFormat
  ) throws -> (bytes: [UInt8], notes: [String]) {
    switch format {
    case .csv: (Array(try table(of: trips, as: .csv).utf8), [])
    case .lighterpack: (Array(try table(of: trips, as: .lighterpack).utf8), [])
    case .md: (Array(try markdown(of: trips[0]).utf8), [])
    case .json: (try TripsDocument(of: stored(trips), files().context.site.generator).bytes(), [])
    case .html: (try page(of: trips[0]), [])
    case .ics: try calendar(of: trips)
    case .txt: (Array(try message(of: trips).utf8), [])
    case .sqlite: (try storeCopy(of: trips), [])
    }
  }

  /// What is wrong with a trip so that it cannot be written in a form.
  ///
  /// - Parameters:
  ///   - trip: One of several, which can be written without it.
  ///   - format: The form.
  /// - Returns: Empty where nothing is.
  /// - Throws: What the store throws.
  public func problems(of trip: EditedTrip, as format: ExportFormat) throws -> [Diagnostic] {
    switch format {
    case .csv, .lighterpack, .md:
      do {
        readDrafts[trip.slug] = try editor.draft(of: trip)
      } catch let problem as Diagnostic {
        return [problem]
      } catch let error as FileError {
        return [
          Diagnostic(
            .error, .fileUnreadable, error.description, at: FilePosition(path: trip.path),
            hint: error.hint)
        ]
      }
      return []
    case .json, .html, .ics, .txt, .sqlite:
      guard try !storedTrips().contains(trip.slug) else { return [] }
      let known = errors(in: [trip])
      return known.isEmpty ? [Self.unread(trip)] : known
    }
  }

  /// The errors in the files of trips, which the store may therefore have as they were before.
  ///
  /// - Parameter trips: The trips.
  /// - Returns: None where nothing was read from the store.
  public func errors(in trips: [EditedTrip]) -> [Diagnostic] {
    let paths = Set(trips.map(\.path))
    return (loadedFiles?.content.diagnostics ?? []).filter { problem in
      problem.severity == .error && problem.position.map { paths.contains($0.path) } == true
    }
  }

  // MARK: From the files

  private func draft(of trip: EditedTrip) throws -> TripDraft {
    var draft = try readDrafts.removeValue(forKey: trip.slug) ?? editor.draft(of: trip)
    if !selection.includesPrivate {
      draft = draft.withoutPrivateParents
      draft.items.removeAll(where: \.isPrivate)
    }
    if selection.isShopping {
      draft.items.removeAll { !$0.isToBuy || $0.isPacked || $0.isLeftBehind }
    }
    return draft
  }

  private func table(of trips: [EditedTrip], as format: ItemTable.Format) throws -> String {
    let drafts = try trips.map(draft)
    guard drafts.count != 1 else { return ItemTable.text(of: drafts[0].items, as: format) }
    return ItemTable.text(
      of: drafts.map { ($0.title ?? TripTitle.fromPath($0.path), $0.items) }, as: format)
  }

  private func markdown(of trip: EditedTrip) throws -> String {
    TripText(of: try draft(of: trip), options: editor.readingOptions).text
  }

  // MARK: From the store

  /// The site as a build would write it, loaded once.
  private func files() throws -> SiteFiles {
    if let loadedFiles { return loadedFiles }
    let files = try builder.files()
    loadedFiles = files
    return files
  }

  private func storedTrips() throws -> Set<String> {
    if let knownTrips { return knownTrips }
    let known = Set(try TripCard.all(in: ModelContext(try files().content.container)).map(\.slug))
    knownTrips = known
    return known
  }

  private func stored(_ trips: [EditedTrip]) throws -> [ExportedTrip] {
    let context = ModelContext(try files().content.container)
    return try trips.map { trip in
      let slug = trip.slug
      let found = try context.fetch(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug }))
      guard let stored = found.first else { throw Self.unread(trip) }
      let id = stored.persistentModelID
      let items = try context.fetch(
        FetchDescriptor<PackingItem>(
          predicate: #Predicate { $0.trip?.persistentModelID == id && !$0.isPrivate },
          sortBy: [SortDescriptor(\.position)]))
      return ExportedTrip(
        trip: stored, items: selection.isShopping ? items.filter(\.isStillToBuy) : items)
    }
  }

  private static func unread(_ trip: EditedTrip) -> Diagnostic {
    Diagnostic(
      .error, .notFound, "the trip \"\(trip.slug)\" could not be read",
      at: FilePosition(path: trip.path), hint: "\"valise check\" says what is wrong with it")
  }

  private func page(of trip: EditedTrip) throws -> [UInt8] {
    let files = try files()
    let path = "trips/\(trip.slug).html"
    guard let page = try files.bytes(of: path) else { throw Self.unread(trip) }
    return try SelfContainedPage(page, at: path, baseURL: files.context.site.baseURL) { path in
      try files.bytes(of: path)
    }.bytes
  }

  private func calendar(of trips: [EditedTrip]) throws -> (bytes: [UInt8], notes: [String]) {
    let files = try files()
    let all = try TripCard.all(in: ModelContext(files.content.container))
    let known = Dictionary(all.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
    let cards = try trips.map { trip in
      guard let card = known[trip.slug] else { throw Self.unread(trip) }
      return card
    }
    let dayless = cards.filter { $0.start == nil }
    guard dayless.count < cards.count else {
      throw Diagnostic(
        .error, .exportNothing,
        cards.count == 1
          ? "the trip \"\(cards[0].title)\" has no day to put into a calendar"
          : "none of these trips has a day to put into a calendar",
        at: cards.count == 1 ? FilePosition(path: trips[0].path) : nil,
        hint: "write \"start: 2027-06-12\" into its front matter")
    }
    return (
      SiteCalendar.bytes(of: cards, in: files.context),
      dayless.map { "left out, since it has no day: \($0.title)" }
    )
  }

  private func message(of trips: [EditedTrip]) throws -> String {
    let files = try files()
    let text = try stored(trips).map {
      String(
        decoding: try files.render(TripMessage(of: $0.trip, items: $0.items)), as: UTF8.self)
    }.joined(separator: "\n\n")
    // Wherever the message is shown, a terminal included, its words do nothing but stand there.
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.cleaned(String($0)) }.joined(separator: "\n")
  }

  private func storeCopy(of trips: [EditedTrip]) throws -> [UInt8] {
    let path = site.path(Path.join(Site.derived, "export.sqlite"))
    try removeFile(path)
    let known = try storedTrips()
    if let missing = trips.first(where: { !known.contains($0.slug) }) {
      throw Self.unread(missing)
    }
    let all = Set(editor.trips) == Set(trips)
    try files().content.copyStore(to: path, trips: all ? nil : trips.map(\.slug))
    let bytes = try readFile(path)
    try removeFile(path)
    return bytes
  }
}

/// A trip on its way out, with the items that may leave.
struct ExportedTrip {
  let trip: Trip
  let items: [PackingItem]
}
