import Diagnostics
import Files
import PackingLists
import SiteBuild

/// One run of the program: where the site is, where words go, and what was found wrong.
final class Session {
  /// Where words go.
  let terminal: Terminal
  /// The folder that `-C` names, or the current one.
  let directory: String
  /// Whether only warnings and errors are said.
  let isQuiet: Bool
  /// Whether every step is said.
  let isVerbose: Bool
  /// What a build takes from the world.
  let environment: BuildEnvironment

  private let printsJSON: Bool
  private let startedAt: Int
  /// Where programs are looked for, as in `PATH`.
  let searchPath: String
  private let sourceLines = SourceLines()
  /// How long each stage takes; nil unless it is to be told.
  var timings: StageTimings?
  private(set) var errorCount = 0
  private(set) var warningCount = 0

  init(arguments: ParsedArguments, today: CalendarDay, variable: (String) -> String?) {
    terminal = Terminal(color: arguments["color"] ?? "auto", environment: variable)
    directory = arguments["directory"] ?? "."
    isQuiet = arguments.has("quiet")
    isVerbose = arguments.has("verbose")
    printsJSON = arguments["diagnostics"] == "json"
    environment = BuildEnvironment(
      today: today, version: Program.version, edition: Self.edition,
      isCancelled: { Interruption.isRequested })
    startedAt = environment.now()
    searchPath = variable("PATH") ?? "/usr/bin:/bin"
  }

  /// What tells this build of the program from another of the same version.
  private static var edition: String {
    // Without /proc the version alone has to do.
    guard let program = try? FileStatus(of: "/proc/self/exe") else { return "" }
    return "\(program.size) \(program.modified)"
  }

  /// What a build takes from the world, today included as it is at the time of asking: for runs
  /// that last.
  var currentEnvironment: @Sendable () -> BuildEnvironment {
    let atStart = environment
    return {
      var environment = atStart
      environment.today = Program.today()
      return environment
    }
  }

  /// The site of this run.
  var site: Site { Site(root: directory) }

  /// The builder of the site.
  var builder: SiteBuilder {
    SiteBuilder(
      site: site, environment: environment, searchPath: searchPath, progress: showProgress)
  }

  /// Prints problems to standard error, in their order, and counts them.
  ///
  /// - Parameters:
  ///   - diagnostics: The problems.
  ///   - isStrict: Whether warnings are errors.
  func report(_ diagnostics: [Diagnostic], isStrict: Bool = false) {
    let directory = directory
    let printer = DiagnosticTextPrinter(isColored: terminal.colorsErrors) { [self] position in
      sourceLines.line(position.line, of: Path.join(directory, position.path))
    }
    for diagnostic in diagnostics {
      var diagnostic = diagnostic
      if isStrict, diagnostic.severity == .warning { diagnostic.severity = .error }
      switch diagnostic.severity {
      case .error: errorCount += 1
      case .warning: warningCount += 1
      case .note: if isQuiet { continue }
      }
      terminal.say(
        printsJSON ? DiagnosticJSONPrinter().text(of: diagnostic) : printer.text(of: diagnostic))
    }
  }

  /// Brings the store in step with the files and reports what is wrong with them.
  func loadContent() throws -> SiteContent {
    let content = try builder.loadContent()
    report(content.diagnostics)
    return content
  }

  /// Shows how far the work is, on a terminal, once it has taken half a second.
  func showProgress(_ progress: BuildProgress) {
    if case .waiting = progress {
      say("another build of this site is running: waiting for it")
      return
    }
    if case .finished(let step) = progress {
      timings?.end(step)
      if isVerbose { say("\(secondsSoFar) s: \(step)") }
      return
    }
    guard !isQuiet, environment.now() - startedAt > 500_000_000 else { return }
    switch progress {
    case .reading(let done, let total): terminal.progress("reading \(done) of \(total)")
    case .rendering(let done, let total): terminal.progress("rendering \(done) of \(total)")
    case .copying(let done, let total): terminal.progress("copying \(done) of \(total)")
    case .printing(let done, let total):
      terminal.progress("\(ProgressBar.text(done, of: total)) printed \(done) of \(total)")
    case .waiting, .finished: break
    }
  }

  /// How long the program has run, in seconds with two decimals.
  var secondsSoFar: String {
    let hundredths = (environment.now() - startedAt) / 10_000_000
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// Says something to a person, unless they asked for quiet.
  func say(_ text: String) {
    if !isQuiet { terminal.say(text + "\n") }
  }
}
