import Diagnostics
import SiteBuild

/// The command `valise build`.
enum BuildCommand: Command {
  static let description = CommandDescription(
    name: "build",
    summary: "Build the site: read what changed, write what differs",
    options: [
      OptionDescription(
        name: "output", letter: "o", value: "DIR", help: "write to DIR instead of Output/"),
      OptionDescription(
        name: "base-url", value: "URL", help: "where the site will be, instead of valise.yml's"),
      OptionDescription(name: "force", help: "read and render everything anew"),
      OptionDescription(
        name: "shard", value: "I/N",
        help: "build part I of N of the trips, for \"valise merge\"; DIR gets its store too"),
      OptionDescription(name: "strict", help: "treat warnings as errors"),
      OptionDescription(
        name: "timings", help: "say how long each stage took, and how many cores were busy"),
    ],
    examples: ["build", "-C my-trips build --output /var/www/trips", "build --shard 1/4"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let options = BuildOptions(
      output: arguments["output"], baseURL: arguments["base-url"],
      isForced: arguments.has("force"))
    if arguments.has("timings") { session.timings = StageTimings() }
    let shard = try arguments["shard"].map(shard)
    let report =
      try shard.map { try session.builder.build($0, options) } ?? session.builder.build(options)
    return end(report, arguments, session)
  }

  /// Says what came of it.
  static func end(
    _ report: BuildReport, _ arguments: ParsedArguments, _ session: Session
  ) -> ExitCode {
    if let timings = session.timings { session.terminal.say(timings.table) }
    session.report(report.diagnostics, isStrict: arguments.has("strict"))
    if !session.isQuiet {
      session.terminal.print("\(summary(of: report)), \(session.secondsSoFar) s\n")
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }

  /// The part of the site that is meant.
  private static func shard(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
      throw Diagnostic(
        .error, .usage, "\"--shard\" does not take \"\(text)\"",
        hint: """
          write which part it is and how many there are, such as "--shard 1/4": from 1/4 to 4/4, \
          and \(Shard.most) parts at most
          """)
    }
    return shard
  }

  /// The result in one line: `12 trips, 431 items, 26 pages, 3 written`.
  private static func summary(of report: BuildReport) -> String {
    var parts = [
      counted(report.tripCount, "trip"), counted(report.itemCount, "item"),
      counted(report.pageCount, "page"), "\(report.writtenCount) written",
    ]
    if report.leftOutCount > 0 { parts.append("\(report.leftOutCount) not published") }
    if report.removedCount > 0 { parts.append("\(report.removedCount) removed") }
    return parts.joined(separator: ", ")
  }
}

/// A count with its noun: `1 trip`, `2 trips`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
