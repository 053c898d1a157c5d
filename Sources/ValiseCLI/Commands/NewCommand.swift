import ContentReading
import Diagnostics
import Files
import PackingLists
import SiteBuild

/// The command `valise new TRIP`.
enum NewCommand: Command {
  static let description = CommandDescription(
    name: "new",
    summary: "Start a new trip",
    discussion: """
      Writes Content/trips/NAME.md with a list to begin with; NAME is made from the
      title. The path of the file is printed.

      lists/NAME starts a base list instead, for trips to include.

      With --from the list is another trip's: nothing packed, the days moved to --start
      (without it, as many nights), and items marked #unused left out and named.
      """,
    positionals: [
      PositionalDescription(name: "TRIP", help: "the title of the trip, or lists/NAME")
    ],
    options: [
      OptionDescription(name: "destination", value: "PLACE", help: "where it goes"),
      OptionDescription(name: "start", value: "DATE", help: "the first day, as 2027-06-12"),
      OptionDescription(name: "end", value: "DATE", help: "the last day"),
      OptionDescription(name: "from", value: "TRIP", help: "the trip whose list it begins with"),
      EditRun.dryRun,
    ],
    examples: [
      "new \"A week in Bergen\" --start 2027-06-12 --end 2027-06-19",
      "new \"Bergen again\" --from bergen --start 2028-06-10",
    ])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let title = arguments.positionals[0].split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    if let base = EditRun.baseListName(title) {
      return try makeBaseList(base, title, arguments, in: session)
    }
    let name = try fileName(slug(of: title), title)
    let start = try day("start", arguments)
    let end = try day("end", arguments)
    if let start, let end, end < start {
      throw Diagnostic(
        .error, .usage, "the trip would end on \(end), before it starts on \(start)",
        hint: "swap --start and --end")
    }
    let run = try EditRun(description.name, arguments, in: session)
    if let taken = run.editor.trip(at: name) { throw Self.taken(taken.path) }
    let trip = NewTrip(
      title: title, destination: arguments["destination"], start: start, end: end)
    let bytes = try arguments["from"].map { try copy(of: $0, as: trip, run) }
    let path = Path.join(Site.trips, name + ".md")
    return try make(path, bytes ?? Array(text(of: trip).utf8), run)
  }

  private static func make(_ path: String, _ bytes: [UInt8], _ run: EditRun) throws -> ExitCode {
    do {
      _ = try run.make(path, bytes)
    } catch let error as FileError {
      guard error.isThereAlready else { throw error }
      throw Self.taken(path)
    }
    return .done
  }

  /// Starts a list for trips to include.
  private static func makeBaseList(
    _ base: String, _ title: String, _ arguments: ParsedArguments, in session: Session
  ) throws -> ExitCode {
    let name = try fileName(base, title)
    if let option = ["destination", "start", "end", "from"].first(where: { arguments[$0] != nil }) {
      throw Diagnostic(
        .error, .usage, "a base list has no \"--\(option)\"",
        hint: "that belongs to a trip which includes the list")
    }
    let run = try EditRun(description.name, arguments, in: session)
    if let taken = run.editor.baseList(named: name) { throw Self.taken(taken.path, "base list") }
    let bytes = Array("## Documents\n- [ ] Passport *\n".utf8)
    return try make(Path.join(Site.lists, name + ".md"), bytes, run)
  }

  private static func fileName(_ name: String, _ title: String) throws(Diagnostic) -> String {
    guard name.isEmpty else { return name }
    throw Diagnostic(
      .error, .usage, "\"\(title)\" has no letter or digit to make a file name of",
      hint: "give the trip a title such as \"Lisbon\"")
  }

  private static func taken(_ path: String, _ kind: String = "trip") -> Diagnostic {
    Diagnostic(
      .error, .exists, "there is a \(kind) of that name already", at: FilePosition(path: path),
      hint: "choose another title, or edit that file")
  }

  private static func day(
    _ option: String, _ arguments: ParsedArguments
  ) throws(Diagnostic) -> CalendarDay? {
    guard let text = arguments[option] else { return nil }
    guard let day = CalendarDay(iso: text) else {
      throw Diagnostic(
        .error, .usage, "\"--\(option)\" takes a day that exists, got \"\(text)\"",
        hint: "write it as 2027-06-12")
    }
    return day
  }

  /// The list of another trip, made fit for a new one.
  private static func copy(
    of name: String, as trip: NewTrip, _ run: EditRun
  ) throws -> [UInt8] {
    let session = run.session
    var bytes: [UInt8] = []
    _ = try run.editor.edit([try run.trip(name)], as: "new", isDryRun: true) { editors in
      var list = editors[0].list
      let leftOut = try list.start(trip)
      for note in list.notes { session.say("note: \(TerminalText.cleaned(note))") }
      if !leftOut.isEmpty {
        let names = leftOut.map(TerminalText.cleaned).joined(separator: ", ")
        session.say("left out, since marked #unused: \(names)")
      }
      bytes = list.bytes
    }
    return bytes
  }

  private static func text(of trip: NewTrip) -> String {
    let (start, end) = (trip.start, trip.end)
    var lines = ["---", "title: \(EscapedText.yaml(trip.title))"]
    if let destination = trip.destination {
      lines.append("destination: \(EscapedText.yaml(destination))")
    }
    if let start { lines.append("start: \(start)") }
    if let end { lines.append("end: \(end)") }
    let socks = start != nil && end != nil ? "Socks x{nights+1}" : "Socks x3"
    lines += [
      "---", "", "## Clothes", "- [ ] Rain jacket", "- [ ] \(socks)", "", "## Documents",
      "- [ ] Passport *", "", "## Activities", "",
    ]
    return lines.joined(separator: "\n")
  }
}
