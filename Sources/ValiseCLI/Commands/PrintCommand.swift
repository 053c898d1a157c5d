import ContentReading
import Diagnostics
import Files
import Glibc
import ModelStore
import PackingLists
import Pages
import Reports
import SiteBuild

/// The command `valise print TRIP ...`.
enum PrintCommand: Command {
  static let description = CommandDescription(
    name: "print",
    summary: "Put lists on paper, as PDF files",
    discussion: """
      WeasyPrint makes the file, or Chromium where that is not there; what has more than
      2,000 items, or Chinese, Japanese or Korean in it, goes to Chromium first. Each
      trip gets a file of its name, "lisbon.pdf"; with --all these go into the folder
      "sheets". What is marked #private is left out, and said so. The sheets are the
      print pages of the site: Templates/print.css and the templates in
      Templates/reports/ shape them, and valise.yml can set "print".
      """,
    positionals: [
      PositionalDescription(
        name: "TRIP", help: "the trip's name; several make several files", isRequired: false,
        takesRest: true)
    ],
    options: [
      OptionDescription(
        name: "output", letter: "o", value: "FILE",
        help: "write to FILE, or to standard output with -; a folder for several"),
      OptionDescription(name: "all", help: "print every trip, each into its own file"),
      OptionDescription(
        name: "book", help: "print the trips, or all, as one book with a cover and contents"),
      OptionDescription(
        name: "by", value: "WHAT", choices: ["category", "bag", "traveller"],
        help: "a sheet for each category, bag or traveller"),
      OptionDescription(
        name: "paper", value: "SIZE", choices: SheetOptions.Paper.allCases.map(\.rawValue),
        help: "a4 (the default), letter or a5"),
      OptionDescription(
        name: "columns", value: "N", choices: ["1", "2", "3"],
        help: "columns of a list; 2, or 1 on a5, without it"),
      OptionDescription(name: "unpacked", help: "only what is not packed yet"),
      OptionDescription(name: "blank", help: "leave all boxes empty, whatever is packed"),
      OptionDescription(name: "notes", help: "with what is said about items"),
      OptionDescription(name: "weights", help: "with weights, of items and together"),
      OptionDescription(name: "private", help: "include what is marked #private"),
      OptionDescription(
        name: "engine", value: "NAME", choices: PrintEngineKind.allCases.map(\.rawValue),
        help: "the program that prints: weasyprint or chromium"),
      OptionDescription(
        name: "time-limit", value: "SECONDS",
        help: "give a document up after that time; by its length without it"),
    ],
    examples: [
      "print lisbon", "print lisbon --by bag --weights -o bags.pdf",
      "print lisbon --blank --paper a5", "print --all -o sheets", "print --book -o trips.pdf",
    ])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    try PrintRun(arguments, in: session).run()
  }
}

/// One run of `valise print`.
struct PrintRun {
  private let session: Session
  private let arguments: ParsedArguments
  private let names: [String]
  private let isBook: Bool
  private let isAll: Bool
  private let timeLimitSeconds: Int?

  init(_ arguments: ParsedArguments, in session: Session) throws(Diagnostic) {
    self.session = session
    self.arguments = arguments
    names = arguments.positionals
    isBook = arguments.has("book")
    isAll = arguments.has("all")
    timeLimitSeconds = try Self.timeLimit(arguments["time-limit"])
    if names.isEmpty && !isAll && !isBook {
      throw Diagnostic(
        .error, .usage, "valise print needs a trip",
        hint: "name one, or print every trip with \"--all\"")
    }
    if !names.isEmpty && isAll {
      throw Diagnostic(
        .error, .usage, "\"--all\" prints every trip, and \"\(names[0])\" is one",
        hint: "leave out the name or \"--all\"")
    }
    guard let output = arguments["output"] else { return }
    if output.isEmpty || output.hasPrefix("--") {
      throw Diagnostic(
        .error, .usage, "\"--output\" needs a file, got \"\(output)\"",
        hint: "write \"./\(output)\" for a file of that name")
    }
    if output == "-", !isBook, isAll || names.count > 1 {
      throw Diagnostic(
        .error, .usage, "several files cannot go to standard output",
        hint: "name a folder with \"-o DIR\", or make one file of them with \"--book\"")
    }
    if output == "-", isatty(STDOUT_FILENO) == 1 {
      throw Diagnostic(
        .error, .usage, "a PDF file would garble this terminal",
        hint: "send it on, as in \"valise print TRIP -o - | lp\"")
    }
  }

  private static func timeLimit(_ text: String?) throws(Diagnostic) -> Int? {
    guard let text else { return nil }
    guard let seconds = Int(text), (1...86400).contains(seconds) else {
      throw Diagnostic(
        .error, .usage, "\"--time-limit\" takes a number of seconds from 1, got \"\(text)\"",
        hint: "write \"--time-limit 120\"")
    }
    return seconds
  }

  // MARK: Doing it

  func run() throws -> ExitCode {
    let folder = try PrintFolder()
    let prepared = try prepare(in: folder)
    let itemCount = prepared.jobs.map(\.itemCount).max() ?? 0
    let printer = try Printer(
      prepared.options,
      isForMany: itemCount > Self.manyItems || folder.hasLargeFonts, folder: folder,
      searchPath: session.searchPath, isCancelled: session.environment.isCancelled)
    if let warning = try printer.glyphWarning() { session.report([warning]) }
    session.showProgress(
      .finished("prepared \(prepared.jobs.count) documents for \(printer.engine.program)"))
    var written = 0
    try printer.print(prepared.jobs, progress: session.showProgress) { job, result in
      do {
        try put(try result.get(), of: job)
        written += 1
      } catch let problem as Diagnostic where prepared.jobs.count > 1 {
        session.report([problem])
      }
    }
    session.terminal.clearProgress()
    if prepared.isMany {
      session.say("wrote \(written) of \(prepared.count) files to \(shown(target(of: "")))")
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }

  /// From so many items on, WeasyPrint would take longer than anybody waits.
  private static let manyItems = 2000

  private struct Prepared {
    var jobs: [PrintJob] = []
    var options = PrinterOptions()
    var count = 0
    var isMany = false
  }

  /// Writes the documents for the engine; the site is let go of again when they are there.
  private func prepare(in folder: PrintFolder) throws -> Prepared {
    let source = try session.builder.loadReportSource()
    session.report(source.content.diagnostics.filter { $0.severity != .note && isForPrint($0) })
    let store = ModelContext(source.content.container)
    var prepared = Prepared()
    let settings = source.configuration.print
    prepared.options.engine = (arguments["engine"] ?? settings.engine?.rawValue)
      .flatMap(PrintEngineKind.init)
    prepared.options.timeLimitSeconds = timeLimitSeconds
    // Before anything is made: without an engine there is nothing to do.
    _ = try Printer.engine(prepared.options.engine, isForMany: false, session.searchPath)
    let options = sheetOptions(settings)
    let slugs = try addresses(store, source)
    prepared.isMany = !isBook && (isAll || slugs.count > 1)
    prepared.count = slugs.count
    let trips = try usableTrips(slugs, store, source)
    if trips.isEmpty, slugs.isEmpty {
      throw Diagnostic(
        .error, .notFound, "the site has no trip to print",
        hint: "\"valise new NAME\" makes one")
    }
    try checkTarget(trips.map(\.slug))
    let context = PageContext(site: source.info)
    var privateCount = 0
    func prepare(_ name: String, _ trips: [Trip], _ binding: SheetsPage.Binding) throws {
      let page = try SheetsPage(trips, options, bound: binding, from: store)
      privateCount += page.privateItemCount
      let made = try folder.prepare(
        name, page, inPieces: isBook && mayPrintWithChromium(prepared.options), from: store,
        of: source, in: context)
      session.report(made.problems)
      if let job = made.job { prepared.jobs.append(job) }
    }
    if isBook {
      if !trips.isEmpty {
        try prepare("the book", Self.inOrder(trips), .book(title: source.info.title))
      }
    } else {
      for trip in trips {
        if session.environment.isCancelled() { throw CancellationError() }
        try prepare(trip.slug, [trip], .loose)
      }
    }
    if privateCount > 0 {
      let message =
        privateCount == 1
        ? "1 item is marked #private and not printed"
        : "\(privateCount) items are marked #private and not printed"
      session.report([
        Diagnostic(
          .note, .printPrivate, message,
          hint: "print with \"--private\" to have everything on paper")
      ])
    }
    return prepared
  }

  private func mayPrintWithChromium(_ options: PrinterOptions) -> Bool {
    options.engine != .weasyprint && InstalledEngine(.chromium, in: session.searchPath) != nil
  }

  private func sheetOptions(_ settings: PrintSettings) -> SheetOptions {
    var options = SheetOptions()
    options.division = arguments["by"].flatMap(SheetOptions.Division.init) ?? .trip
    options.paper =
      SheetOptions.Paper(rawValue: arguments["paper"] ?? settings.paper.rawValue) ?? .a4
    options.columns = arguments["columns"].flatMap { Int($0) } ?? settings.columns
    options.showsOnlyUnpacked = arguments.has("unpacked")
    options.isBlank = arguments.has("blank")
    options.showsNotes = arguments.has("notes") || settings.notes
    options.showsWeights = arguments.has("weights") || settings.weights
    options.showsPrivate = arguments.has("private") || settings.includesPrivate
    return options
  }

  // MARK: Trips

  private func addresses(_ store: ModelContext, _ source: ReportSource) throws -> [String] {
    guard !names.isEmpty else { return source.trips }
    var seen: Set<String> = []
    return try names.map { name in
      let address = slug(of: name)
      // A trip that could never be read is in no store, but it has a file.
      if source.brokenTrips.contains(address) { return address }
      return try TripLookup.address(of: name, in: store, session)
    }.filter { seen.insert($0).inserted }
  }

  private func usableTrips(
    _ slugs: [String], _ store: ModelContext, _ source: ReportSource
  ) throws -> [Trip] {
    try slugs.compactMap { slug in
      guard !source.brokenTrips.contains(slug) else {
        session.report([
          Diagnostic(
            .error, .printFailed, "\(slug) is not printed, since its list has an error",
            hint: "mend what is said about its file above, then print again")
        ])
        return nil
      }
      return try store.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })).first
    }
  }

  /// Problems that matter to whoever prints: those of trips that are not asked for do not.
  private func isForPrint(_ diagnostic: Diagnostic) -> Bool {
    names.isEmpty || diagnostic.severity == .error
  }

  /// By their first days, those without one last.
  private static func inOrder(_ trips: [Trip]) -> [Trip] {
    trips.sortedByName { NameOrder($0.title) }.enumerated().sorted { first, second in
      let days = (first.element.start?.rawValue ?? .max, second.element.start?.rawValue ?? .max)
      return days.0 == days.1 ? first.offset < second.offset : days.0 < days.1
    }.map(\.element)
  }

  // MARK: Files

  private var isMany: Bool { !isBook && (isAll || names.count > 1) }

  /// Where the file of a job goes; nil for standard output.
  private func target(of name: String) -> String {
    let output = arguments["output"]
    if isMany {
      let folder = output ?? (isAll ? "sheets" : ".")
      return name.isEmpty ? folder : Path.join(folder, name + ".pdf")
    }
    return output ?? (isBook ? "trips.pdf" : name + ".pdf")
  }

  /// Says beforehand what would go wrong after minutes of work.
  private func checkTarget(_ slugs: [String]) throws {
    guard arguments["output"] != "-" else { return }
    if isMany { try makeFolder(target(of: "")) }
    let path = target(of: slugs.first ?? "")
    if let status = try FileStatus.ifPresent(path) {
      guard status.kind != .folder else {
        throw Diagnostic(
          .error, .fileWrite, "\(path) is a folder",
          hint: "name a file, as in \"-o \(Path.join(path, "\(slugs.first ?? "trips").pdf"))\"")
      }
      try checkWritable(path)
      // A pipe or a device is written to; only a file is replaced.
      if status.kind != .file { return }
    }
    try checkWritableFolder(Path.folder(of: path))
  }

  private func put(_ bytes: [UInt8], of job: PrintJob) throws {
    let output = arguments["output"]
    if output == "-" {
      session.terminal.print(bytes)
      return
    }
    let path = target(of: job.name)
    try writeOut(bytes, to: path)
    if !isMany { session.say("wrote \(shown(path))") }
  }

  private func shown(_ path: String) -> String { TerminalText.cleaned(path) }
}
