import Diagnostics

/// Why an engine gave no PDF file.
struct PrintFailure: Error, Sendable, Hashable {
  /// What happened, as the end of a sentence: `took longer than 60 seconds`.
  var reason: String
  /// The last that the program said.
  var words = ""
  /// Whether the program is of no more use, so that another has to be started.
  var isFatal = true

  /// The failure as a person is told of it.
  func diagnostic(of engine: PrintEngineKind, printing what: String) -> Diagnostic {
    Diagnostic(
      .error, .printFailed, "\(engine.title) did not print \(what): it \(reason)",
      hint: hint(for: engine),
      notes: words.isEmpty ? [] : [Diagnostic.Note("it said: \(TerminalText.cleaned(words))")])
  }

  private func hint(for engine: PrintEngineKind) -> String {
    let other: PrintEngineKind = engine == .weasyprint ? .chromium : .weasyprint
    return "try the other engine with \"--engine \(other.rawValue)\"; nothing was written"
  }
}
