import ContentReading
import Diagnostics
import Files
import Publishing
import SiteBuild

/// The command `valise publish`.
enum PublishCommand: Command {
  static let description = CommandDescription(
    name: "publish",
    summary: "Build the site and bring what changed to where it is published",
    discussion: """
      The place stands in valise.yml, under "publish": a folder that rsync reaches, a
      branch of a git repository, or a remote of rclone. Warnings are errors here: with
      one, nothing is sent. Style sheets and pictures go before the pages that show them,
      and what is gone from the site is removed last. Files at that place that valise did
      not publish are left alone.
      """,
    options: [
      OptionDescription(
        name: "dry-run", letter: "n", help: "say what would change there, and change nothing"),
      OptionDescription(
        name: "force", help: "send every file, whatever was sent before (not with git)"),
      OptionDescription(
        name: "base-url", value: "URL", help: "where the site will be, instead of valise.yml's"),
    ],
    examples: ["publish --dry-run", "publish"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let report = try session.builder.build(BuildOptions(baseURL: arguments["base-url"]))
    session.report(report.diagnostics, isStrict: true)
    guard session.errorCount == 0 else {
      session.say("nothing was published: mend this first")
      return .contentErrors
    }
    guard let settings = report.configuration.publish else {
      throw Diagnostic(
        .error, .publishTarget, "valise.yml does not say where to publish",
        hint: "write it under \"publish\", such as \"publish: {rsync: /var/www/trips}\"")
    }
    if report.leftOutCount > 0 {
      session.say("\(counted(report.leftOutCount, "trip")) not published: drafts, archived trips")
    }
    let site = session.site
    let publisher = Publisher(
      settings, root: site.root, scratch: site.path(Site.publishing),
      searchPath: session.searchPath, isCancelled: session.environment.isCancelled,
      onWait: { session.say("another publish of this site is running: waiting for it") },
      progress: session.showSending)
    let isDryRun = arguments.has("dry-run")
    let published = try publisher.publish(
      site.path(Site.output), isDryRun: isDryRun, isForced: arguments.has("force"))
    if isDryRun { session.terminal.print(listing(of: published.plan)) }
    if !session.isQuiet { session.terminal.print(summary(of: published, isDryRun: isDryRun)) }
    return .done
  }

  /// What would change, a file a line.
  private static func listing(of plan: PublishPlan) -> String {
    let lines =
      plan.added.map { ($0, "+") } + plan.changed.map { ($0, "~") } + plan.removed.map { ($0, "-") }
    return lines.sorted { $0 < $1 }.map { "\($0.1) \(TerminalText.cleaned($0.0))\n" }.joined()
  }

  private static func summary(of report: PublishReport, isDryRun: Bool) -> String {
    if report.isUpToDate { return "up to date: nothing to send\n" }
    let plan = report.plan
    let parts = [
      (plan.added.count, "new"), (plan.changed.count, "changed"), (plan.removed.count, "removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let what = parts.isEmpty ? "settings of the host" : parts.joined(separator: ", ")
    return "\(isDryRun ? "to publish" : "published"): \(what)\n"
  }
}

extension Session {
  /// Shows how many files are sent.
  func showSending(_ done: Int, of total: Int) {
    guard !isQuiet, total > 0 else { return }
    terminal.progress("sending \(ProgressBar.text(done, of: total)) \(done) of \(total)")
  }
}
