import Diagnostics
import Files
import Reports
import SiteBuild

/// The command `valise export TRIP ...`.
enum ExportCommand: Command {
  static let description = CommandDescription(
    name: "export",
    summary: "Give trips to other programs, or to other people",
    discussion: """
      csv has all that an item says and reads back to the same list; cells that a
      spreadsheet would run as a formula are made harmless. json is described by
      docs/schema/trips.schema.json. md is Markdown in a plain form that reads back to the
      same list. html is one page to mail, with its style and pictures in it. ics is a
      calendar with the days. lighterpack is what lighterpack.com imports: there "worn"
      is one piece, and what is left behind is not in it. txt is for a message. sqlite is
      a copy of the store to query, with the views "trips" and "items". pdf is what
      "valise print" makes, several trips in one book.

      Where FILE is a folder, or ends in "/", each trip gets a file of its own in it; md
      and html hold one trip, so for several a folder is needed. What is marked #private
      is left out.
      """,
    positionals: [
      PositionalDescription(
        name: "TRIP", help: "the trips' names", isRequired: false, takesRest: true)
    ],
    options: [
      OptionDescription(name: "all", letter: "a", help: "all trips, archived ones too"),
      OptionDescription(
        name: "format", value: "FORM", choices: ExportFormat.allCases.map(\.rawValue) + ["pdf"],
        help: ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
          + ", pdf; else what FILE ends in, or csv"),
      OptionDescription(
        name: "output", letter: "o", value: "FILE", help: "write to FILE instead of printing"),
      OptionDescription(
        name: "private", help: "include what is marked #private (csv, lighterpack, md)"),
      OptionDescription(name: "buy", help: "only what is marked #buy and not packed yet"),
    ],
    examples: [
      "export lisbon -o lisbon.csv", "export lisbon --buy -o shopping.csv",
      "export lisbon --format txt", "export --all --format html -o pages/",
    ])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let target = try ExportTarget(arguments["output"])
    if isForPaper(arguments, target) { return try print(arguments, target, in: session) }
    let run = try EditRun(description.name, arguments, in: session)
    let trips = try trips(arguments, run)
    let format = format(arguments, target)
    var selection = TripExporter.Selection()
    selection.includesPrivate = arguments.has("private")
    selection.isShopping = arguments.has("buy")
    guard !selection.includesPrivate || format.mayHoldPrivate else {
      throw Diagnostic(
        .error, .usage, "what is #private is never in \(format.rawValue)",
        hint: "leave out \"--private\", or take csv, lighterpack or md")
    }
    try target.check(isAllowedIn: session.site)
    let exporter = TripExporter(
      site: session.site, builder: session.builder, editor: run.editor, selection: selection)
    let isInFolder = if case .folder = target { true } else { false }
    guard trips.count == 1 || format.holdsSeveral || isInFolder else {
      throw Diagnostic(
        .error, .usage, "a file of the form \(format.rawValue) holds one trip, not \(trips.count)",
        hint: "name a folder for them: \"-o trips/\"")
    }
    let usable = trips.count == 1 ? trips : try usable(trips, format, exporter, session)
    if !usable.isEmpty { try write(usable, format, exporter, to: target, session) }
    if trips.count > 1 { session.report(exporter.errors(in: usable)) }
    return session.errorCount > 0 ? .contentErrors : .done
  }

  /// Those of several trips that can be written; what is wrong with the others is said.
  private static func usable(
    _ trips: [EditedTrip], _ format: ExportFormat, _ exporter: TripExporter, _ session: Session
  ) throws -> [EditedTrip] {
    try trips.filter { trip in
      let problems = try exporter.problems(of: trip, as: format)
      session.report(problems)
      return problems.isEmpty
    }
  }

  private static func write(
    _ trips: [EditedTrip], _ format: ExportFormat, _ exporter: TripExporter,
    to target: ExportTarget, _ session: Session
  ) throws {
    switch target {
    case .file(let file): try write(exporter.file(of: trips, as: format), to: file, session)
    case .folder(let folder):
      try makeFolder(folder)
      for trip in trips {
        let file = Path.join(folder, "\(trip.slug).\(format.fileExtension)")
        do {
          try write(exporter.file(of: [trip], as: format), to: file, session)
        } catch let nothing as Diagnostic where nothing.code == .exportNothing && trips.count > 1 {
          session.say(TerminalText.cleaned("left out: \(nothing.message)"))
        }
      }
    case .output:
      let made = try exporter.file(of: trips, as: format)
      for note in made.notes { session.say(TerminalText.cleaned(note)) }
      try print(made.bytes, format, session)
    }
  }

  // MARK: What is asked for

  private static func trips(_ arguments: ParsedArguments, _ run: EditRun) throws -> [EditedTrip] {
    guard arguments.positionals.isEmpty == arguments.has("all") else { throw whichTrips }
    guard arguments.has("all") else {
      var trips: [EditedTrip] = []
      for name in arguments.positionals {
        let trip = try run.trip(name)
        if !trips.contains(trip) { trips.append(trip) }
      }
      return trips
    }
    guard !run.editor.trips.isEmpty else {
      throw Diagnostic(
        .error, .notFound, "there is no trip yet", hint: "\"valise new TRIP\" starts one")
    }
    return run.editor.trips
  }

  private static func format(_ arguments: ParsedArguments, _ target: ExportTarget) -> ExportFormat {
    if let format = arguments["format"].flatMap(ExportFormat.init) { return format }
    guard case .file(let file) = target else { return .csv }
    return ExportFormat(rawValue: Path.fileExtension(of: file)) ?? .csv
  }

  // MARK: Paper

  private static func isForPaper(_ arguments: ParsedArguments, _ target: ExportTarget) -> Bool {
    if let format = arguments["format"] { return format == "pdf" }
    guard case .file(let file) = target else { return false }
    return Path.fileExtension(of: file) == "pdf"
  }

  /// Hands sheets over to `valise print`.
  private static func print(
    _ arguments: ParsedArguments, _ target: ExportTarget, in session: Session
  ) throws -> ExitCode {
    guard !arguments.has("buy") else {
      throw Diagnostic(
        .error, .usage, "what has to be bought is printed with the rest of a list",
        hint: "leave out \"--buy\", or take csv or txt")
    }
    guard arguments.positionals.isEmpty == arguments.has("all") else { throw whichTrips }
    try target.check(isAllowedIn: session.site)
    var wanted = ParsedArguments()
    wanted.positionals = arguments.positionals
    if arguments.has("private") { wanted.options["private"] = "" }
    if arguments.has("all") { wanted.options["all"] = "" }
    wanted.options["output"] = arguments["output"] ?? "-"
    if case .folder = target {
      return try PrintCommand.run(wanted, in: session)
    }
    // One file of several trips is a book; without names it is one of all.
    if arguments.has("all") || arguments.positionals.count > 1 {
      wanted.options["book"] = ""
      wanted.options["all"] = nil
    }
    return try PrintCommand.run(wanted, in: session)
  }

  private static var whichTrips: Diagnostic {
    Diagnostic(
      .error, .usage, "valise export takes the names of trips, or \"--all\"",
      hint: "usage: \(description.usage)")
  }

  // MARK: Giving it

  private static func write(
    _ made: (bytes: [UInt8], notes: [String]), to file: String, _ session: Session
  ) throws {
    for note in made.notes { session.say(TerminalText.cleaned(note)) }
    try writeOut(made.bytes, to: file)
    session.say("wrote \(TerminalText.cleaned(file))")
  }

  private static func print(
    _ bytes: [UInt8], _ format: ExportFormat, _ session: Session
  ) throws {
    guard session.terminal.isTerminal else { return session.terminal.print(bytes) }
    guard !format.isBinary else {
      throw Diagnostic(
        .error, .usage, "\(format.rawValue) is nothing for a terminal",
        hint: "write it to a file with \"-o\", or into another program")
    }
    // A terminal must not take anything in a list for a command.
    let text = String(decoding: bytes, as: UTF8.self)
    session.terminal.print(
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { TerminalText.cleaned(String($0)) }.joined(separator: "\n"))
  }
}

/// Where an export goes.
enum ExportTarget {
  case output
  case file(String)
  case folder(String)

  /// Reads what `--output` says; a folder that is there, and a name that ends in a slash, is one.
  init(_ path: String?) throws {
    guard let path else {
      self = .output
      return
    }
    let isFolder = try path.hasSuffix("/") || FileStatus.ifPresent(path)?.kind == .folder
    self = isFolder ? .folder(path) : .file(path)
  }

  /// Makes sure that what a person wrote is not written over.
  func check(isAllowedIn site: Site) throws {
    guard let folder else { return }
    // A folder that is to be made lies where the first part of it that is there lies.
    var existing = folder
    while try FileStatus.ifPresent(existing) == nil, Path.folder(of: existing) != existing {
      existing = Path.folder(of: existing)
    }
    let real = try Path.resolved(existing)
    let root = try Path.resolved(site.root.isEmpty ? "." : site.root)
    let own = [Site.content, Site.templates, Site.derived].map { Path.join(root, $0) }
    let isSettings =
      if case .file(let file) = self {
        real == root && Path.name(of: file) == Site.configuration
      } else { false }
    guard !isSettings, !own.contains(where: { Path.isInside(real, folder: $0) }) else {
      throw Diagnostic(
        .error, .usage, "an export into \(real) could write over what the site is made from",
        hint: "choose another folder with \"--output\"")
    }
  }

  private var folder: String? {
    switch self {
    case .output: nil
    case .file(let file): Path.folder(of: file)
    case .folder(let folder): folder
    }
  }
}
