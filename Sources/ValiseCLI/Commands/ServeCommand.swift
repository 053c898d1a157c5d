import Diagnostics
import Files
import PreviewServer
import QRCodes
import SiteBuild

/// The command `valise serve`.
enum ServeCommand: Command {
  static let description = CommandDescription(
    name: "serve",
    summary: "Show the site in a browser while you work on it",
    discussion: """
      Builds the site, serves it on this machine and prints its address. What you change
      in Content/, Templates/ or valise.yml shows in every open page at once, and so
      does what is wrong with it. A tick in the page changes the Markdown file, and new
      items can be added there. Output/ is left as it is. Ctrl-C ends it.

      With --host 0.0.0.0 others in your network can open the site, and change its
      lists: that is for packing with a phone at home.
      """,
    options: [
      OptionDescription(
        name: "port", letter: "p", value: "N",
        help: "listen on port N; without it 8080, or the next that is free"),
      OptionDescription(
        name: "host", value: "H", help: "listen on the address H instead of 127.0.0.1"),
    ],
    examples: ["serve", "serve --host 0.0.0.0 --port 9000"])

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitCode {
    let log = PreviewLog(session)
    let preview = Preview(
      site: session.site, searchPath: session.searchPath,
      options: PreviewOptions(
        host: arguments["host"] ?? PreviewOptions().host, port: try port(arguments["port"])),
      environment: session.currentEnvironment, tell: log.take)
    try preview.run()
    session.say("stopped")
    return .done
  }

  private static func port(_ text: String?) throws(Diagnostic) -> Int? {
    guard let text else { return nil }
    guard let port = Int(text), (0...65_535).contains(port) else {
      throw Diagnostic(
        .error, .usage, "\"--port\" takes a number from 0 to 65535, got \"\(text)\"",
        hint: "write \"--port 8080\", or \"--port 0\" for any that is free")
    }
    return port
  }
}

/// What a preview says in the terminal.
private final class PreviewLog {
  private let session: Session
  private var reported: [Diagnostic] = []

  init(_ session: Session) { self.session = session }

  func take(_ event: PreviewEvent) {
    switch event {
    case .listening(let address): announce(address)
    case .built(let report, let nanoseconds, let changes):
      show(report.diagnostics)
      guard !changes.isEmpty else { return }
      session.say(
        "\(Self.names(of: changes)): \(counted(report.writtenCount, "file")) written, "
          + "\(nanoseconds / 1_000_000) ms")
    case .failed(let error):
      show([error as? Diagnostic ?? Diagnostic(.error, .storeFailed, "\(error)")])
    case .cannotWatch(let error):
      session.say(
        "note: \(error.description); looking every two seconds instead\n"
          + "  hint: raise the limit with \"sysctl fs.inotify.max_user_watches=524288\"")
    }
  }

  /// Reports problems, unless they are the ones that were reported last.
  private func show(_ diagnostics: [Diagnostic]) {
    guard diagnostics != reported else { return }
    reported = diagnostics
    session.report(diagnostics)
  }

  private func announce(_ address: PreviewAddress) {
    session.terminal.print(address.url + "\n")
    session.say("serving the site; Ctrl-C ends it")
    guard address.isForOthers else { return }
    session.terminal.say(
      "warning: everybody in your network can open this site and change its lists\n"
        + address.urlsForOthers.map { "  others open \($0)\n" }.joined())
    guard session.terminal.showsProgress, let first = address.urlsForOthers.first,
      let code = QRCode(first)
    else { return }
    session.terminal.say(code.terminalLines.joined(separator: "\n") + "\n")
  }

  /// Paths in a line that stays short: `Content/trips/lisbon.md and 3 more`.
  private static func names(of changes: Set<String>) -> String {
    let first = TerminalText.cleaned(changes.min() ?? "")
    return changes.count == 1 ? first : "\(first) and \(changes.count - 1) more"
  }
}
