import Diagnostics
import SiteBuild

/// The command `valise check`.
enum CheckCommand: Command {
  static let description = CommandDescription(
    name: "check",
    summary: "Find everything that is wrong with content, configuration and templates",
    discussion: """
      Reads and renders the whole site as a build would, and writes no page. It warns of
      bags over their limit as well, of bags and travellers that are not defined, of the
      same item twice, and of trips that start soon with essentials unpacked.
      """,
    options: [
      OptionDescription(name: "strict", help: "treat warnings as errors"),
      OptionDescription(
        name: "days", value: "N", help: "what \"soon\" is, in days: 7 where it is not said"),
    ],
    examples: ["check", "check --strict --diagnostics json"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    var days = 7
    if let text = arguments["days"] {
      guard let value = Int(text), (0...100_000).contains(value) else {
        throw Diagnostic(
          .error, .usage, "\"--days\" takes a number of days, got \"\(text)\"",
          hint: "write \"--days 3\" for the three days before a trip")
      }
      days = value
    }
    let report = try session.builder.check(days: days)
    session.report(report.diagnostics, isStrict: arguments.has("strict"))
    if !session.isQuiet {
      let found = [
        session.errorCount > 0 ? counted(session.errorCount, "error") : nil,
        session.warningCount > 0 ? counted(session.warningCount, "warning") : nil,
      ].compactMap(\.self)
      let verdict = found.isEmpty ? "nothing wrong" : found.joined(separator: ", ")
      let size = "\(counted(report.tripCount, "trip")), \(counted(report.itemCount, "item"))"
      session.terminal.print("\(size): \(verdict)\n")
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }
}
