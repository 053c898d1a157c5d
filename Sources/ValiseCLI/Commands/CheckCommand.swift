import Diagnostics
import SiteBuild

/// The command `valise check`.
enum CheckCommand: Command {
  static let description = CommandDescription(
    name: "check",
    summary: "Find everything that is wrong with content, configuration and templates",
    discussion: "Reads and renders the whole site as a build would, and writes no page.",
    options: [OptionDescription(name: "strict", help: "treat warnings as errors")],
    examples: ["check", "check --strict --diagnostics json"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let report = try session.builder.check()
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
