import ContentReading
import Diagnostics
import Files
import PackingLists
import SiteBuild

/// The command `valise import FILE`.
enum ImportCommand: Command {
  static let description = CommandDescription(
    name: "import",
    summary: "Take in a list from elsewhere",
    discussion: """
      FILE is CSV as LighterPack exports it, any CSV or TSV whose first row names its
      columns, a Markdown list, or plain lines. It becomes a trip of its own, named by
      --as or by the file; a table with a column "Trip" becomes the trips it names. Where
      there is such a trip already, the items are added that it does not have, so the same
      file twice changes nothing the second time.
      """,
    positionals: [PositionalDescription(name: "FILE", help: "the file to read")],
    options: [
      OptionDescription(name: "as", value: "TRIP", help: "the trip, by title or name"),
      OptionDescription(
        name: "format", value: "FORM", choices: ["csv", "list"],
        help: "what the file is: csv or list; its name says it otherwise"), EditRun.dryRun,
    ],
    examples: ["import ~/Downloads/summer.csv --as \"Summer hike\"", "import packing.md"])

  /// What a file holds.
  private struct Source {
    var items: [ItemDraft]
    /// The trip of each item, where a table names it.
    var trips: [String?] = []
    /// The file itself, where it is a list already.
    var bytes: [UInt8]?
  }

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    // Problems name the file from where the site is.
    let given = arguments.positionals[0]
    let file = session.directory == "." ? given : try Path.resolved(given)
    let run = try EditRun(description.name, arguments, in: session)
    let source = try read(file, as: arguments["format"], run)
    guard !source.items.isEmpty else {
      throw Diagnostic(
        .error, .importFile, "no item was found in this file", at: FilePosition(path: file),
        hint: "its first row has to name the columns, or each line an item")
    }
    let parts = try parts(of: source, named: arguments["as"], file)
    for part in parts where part.name.isEmpty {
      throw Diagnostic(
        .error, .usage, "\"\(part.title)\" has no letter or digit to make a file name of",
        hint: "name the trip with \"--as\"")
    }
    var code = ExitCode.done
    for part in parts {
      code =
        if let trip = run.editor.trip(at: part.name) {
          try merge(part.source, into: trip, run)
        } else {
          try make(part.source, title: part.title, name: part.name, run)
        }
    }
    return code
  }

  /// What becomes of a file: one trip, or those that its table names, in the order of their rows.
  private static func parts(
    of source: Source, named title: String?, _ file: String
  ) throws -> [(title: String, name: String, source: Source)] {
    let named = Set(source.trips.compactMap { $0.map(slug) })
    guard named.count > 1 || title == nil && named.count == 1 else {
      let title = title ?? Path.stem(of: file)
      return [(title, slug(of: title), source)]
    }
    guard title == nil else {
      throw Diagnostic(
        .error, .importFile,
        "the rows of this file are of \(named.count) trips, and \"--as\" names one",
        at: FilePosition(path: file),
        hint: "leave out \"--as\", or take the column \"Trip\" out of the file")
    }
    var parts: [(title: String, name: String, source: Source)] = []
    var places: [String: Int] = [:]
    for (item, trip) in zip(source.items, source.trips) {
      let title = trip ?? Path.stem(of: file)
      let name = slug(of: title)
      let place = places[name] ?? parts.count
      if place == parts.count {
        places[name] = place
        parts.append((title, name, Source(items: [])))
      }
      parts[place].source.items.append(item)
    }
    return parts
  }

  // MARK: Reading

  private static func read(_ file: String, as format: String?, _ run: EditRun) throws -> Source {
    let bytes = try readFile(file)
    let isTable =
      format.map { $0 == "csv" } ?? ["csv", "tsv"].contains(Path.fileExtension(of: file))
    if isTable {
      let table = try ItemTable(reading: bytes, path: file, options: run.editor.readingOptions)
      run.session.report(table.diagnostics)
      return Source(items: table.items, trips: table.trips)
    }
    let (draft, problems) = TripReader.read(
      bytes: bytes, path: file, options: run.editor.readingOptions)
    run.session.report(problems)
    guard let draft else {
      throw Diagnostic(
        .error, .importFile, "this file cannot be read as a list", at: FilePosition(path: file),
        hint: "mend what is said above, then try again")
    }
    return Source(items: draft.items, bytes: bytes)
  }

  // MARK: Writing

  private static func make(
    _ source: Source, title: String, name: String, _ run: EditRun
  ) throws -> ExitCode {
    let session = run.session
    let options = run.editor.readingOptions
    let text = ListText.text(of: source.items, title: title, options: options)
    let bytes = source.bytes ?? Array(text.utf8)
    let path = Path.join(Site.trips, name + ".md")
    if source.bytes == nil,
      let draft = TripReader.read(bytes: bytes, path: path, options: options).draft
    {
      reportMismatches(source.items, draft, session)
    }
    guard try run.make(path, bytes) else { return .done }
    session.say("imported \(counted(source.items.count, "item"))")
    return session.errorCount > 0 ? .contentErrors : .done
  }

  private static func reportMismatches(
    _ items: [ItemDraft], _ draft: TripDraft, _ session: Session
  ) {
    session.report(
      ListText.mismatches(of: items, in: draft).map { index in
        Diagnostic(
          .warning, .importRow, "\"\(items[index].name)\" is not read back as it was",
          at: items[index].position, hint: "look at its line in the list")
      })
  }

  /// Adds what a trip does not have yet.
  private static func merge(
    _ source: Source, into trip: EditedTrip, _ run: EditRun
  ) throws -> ExitCode {
    try run.edit([trip]) { editors in
      var left: [[String]: Int] = [:]
      for item in editors[0].items { left[key(of: item.item), default: 0] += 1 }
      let added = source.items.filter { item in
        let key = key(of: item)
        guard let found = left[key], found > 0 else { return true }
        left[key] = found - 1
        return false
      }
      try editors[0].add(added)
      return "added \(counted(added.count, "item")) to \(trip.slug); "
        + "\(source.items.count - added.count) were there already"
    }
  }

  private static func key(of item: ItemDraft) -> [String] {
    [foldedName(item.category), foldedName(item.name)]
  }
}
