import ContentReading
import Diagnostics
import Files
import ModelStore
import PackingLists
import Pages
import Reports
import SiteBuild

/// The command `valise report [NAME]`.
enum ReportCommand: Command {
  private enum Format: String, CaseIterable {
    case text, json, csv, html, md
  }

  static let description = CommandDescription(
    name: "report",
    summary: "Tell what the trips have in common, and what they weigh",
    discussion: """
      NAME is one of: upcoming (trips to come, and how packed they are), weights (what the
      trips weigh), years (the same year by year), heaviest (the heaviest things), always
      (what is taken on nearly every trip), unused (what was marked #unused), bags and
      travellers (what they carry); or a report that valise.yml defines. Without it, all
      that have something to tell. What is #private is in none.
      """,
    positionals: [
      PositionalDescription(name: "NAME", help: "the report", isRequired: false)
    ],
    options: [
      OptionDescription(
        name: "format", value: "FORM", choices: Format.allCases.map(\.rawValue),
        help: "text (the default), json, csv, html or md"),
      OptionDescription(
        name: "output", letter: "o", value: "FILE", help: "write to FILE instead of printing"),
    ],
    examples: ["report", "report heaviest", "report unused --format csv -o unused.csv"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let files = try session.builder.files()
    session.report(files.content.diagnostics)
    let target = try ExportTarget(arguments["output"])
    if case .folder(let folder) = target {
      throw Diagnostic(
        .error, .usage, "\(folder) is a folder, and a report is one file",
        hint: "name the file: \"-o \(Path.join(folder, "report.csv"))\"")
    }
    try target.check(isAllowedIn: session.site)
    let format = arguments["format"].flatMap(Format.init) ?? .text
    // A terminal is spoken to in English, as everywhere; documents speak the site's language.
    let context =
      format == .text ? files.context.speaking(language: "en") : files.context
    let reports = try reports(arguments.positionals.first, files, context)
    let writer = ReportWriter(in: context)
    let text: String
    switch format {
    case .text: text = Self.text(of: reports, in: context, session.terminal)
    case .json: text = try writer.json(of: reports)
    case .csv: text = writer.csv(of: reports)
    case .md: text = writer.markdown(of: reports)
    case .html: text = String(decoding: try files.page(of: reports), as: UTF8.self)
    }
    if case .file(let file) = target {
      try writeOut(Array(text.utf8), to: file)
      session.say("wrote \(TerminalText.cleaned(file))")
    } else if session.terminal.isTerminal, format != .text {
      session.terminal.print(
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .map { TerminalText.cleaned(String($0)) }.joined(separator: "\n"))
    } else {
      session.terminal.print(text)
    }
    return session.errorCount > 0 ? .contentErrors : .done
  }

  private static func reports(
    _ name: String?, _ files: SiteFiles, _ context: PageContext
  ) throws -> [Report] {
    let store = ModelContext(files.content.container)
    let own = files.content.configuration.reports
    let reports = try TripReports(of: store, in: context)
    guard let name else {
      return try reports.all() + own.map { try OwnReport($0).report(of: store, in: context) }
    }
    if let kind = TripReports.Kind(rawValue: name) { return [try reports.report(kind)] }
    if let query = own.first(where: { $0.name == name }) {
      return [try OwnReport(query).report(of: store, in: context)]
    }
    let names = TripReports.Kind.allCases.map(\.rawValue) + own.map(\.name)
    throw Diagnostic(
      .error, .notFound, "there is no report \"\(name)\"",
      hint: nearest(to: name, in: names).map { "did you mean \"\($0)\"?" }
        ?? "there is: " + names.joined(separator: ", "))
  }

  private static func text(
    of reports: [Report], in context: PageContext, _ terminal: Terminal
  ) -> String {
    guard !reports.isEmpty else { return "nothing to report yet\n" }
    return reports.map { report in
      var text = terminal.colored(TerminalText.cleaned(report.title), "1")
      if !report.explanation.isEmpty { text += " \(TerminalText.cleaned(report.explanation))" }
      guard !report.rows.isEmpty else { return text + "\n  nothing to tell yet\n" }
      let numbers = report.columns.indices.filter { report.columns[$0].isNumber }
      let head = report.columns.map(\.title)
      let rows = report.rows.map { $0.map(context.text) }
      let table = TextTable.text(
        of: ([head] + rows).map { ["  " + $0[0]] + $0.dropFirst() }, rightAligned: Set(numbers))
      return text + "\n" + table
    }.joined(separator: "\n")
  }
}
