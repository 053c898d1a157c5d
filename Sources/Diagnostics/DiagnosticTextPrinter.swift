/// Writes diagnostics for a person to read.
///
/// ```
/// Content/trips/lisbon.md:12:9: warning: quantity must be 1 or more, got "0" [item.quantity]
///   - [ ] socks x0
///               ^~
///   hint: write it as "x2", or leave it out for 1
/// ```
public struct DiagnosticTextPrinter {
  /// Whether severities and carets are coloured (ANSI).
  public var isColored: Bool
  /// The line of a file that a position is in, without its line ending; nil where it cannot be had.
  public var sourceLine: (FilePosition) -> String?

  /// Makes a printer.
  public init(isColored: Bool, sourceLine: @escaping (FilePosition) -> String?) {
    self.isColored = isColored
    self.sourceLine = sourceLine
  }

  /// The text of one diagnostic, ending with a line break.
  public func text(of diagnostic: Diagnostic) -> String {
    var text = ""
    if let position = diagnostic.position { text += Self.place(position) + ": " }
    let message = TerminalText.cleaned(diagnostic.message)
    text += "\(severity(diagnostic.severity)): \(message) [\(diagnostic.code.rawValue)]\n"
    if let position = diagnostic.position, !isAboutWholeFile(diagnostic),
      let line = sourceLine(position)
    {
      text += excerpt(of: line, at: position.column, length: diagnostic.length)
    }
    for note in diagnostic.notes {
      let place = note.position.map { Self.place($0) + ": " } ?? ""
      text += "  note: \(place)\(TerminalText.cleaned(note.message))\n"
    }
    if let hint = diagnostic.hint { text += "  hint: \(TerminalText.cleaned(hint))\n" }
    return text
  }

  /// The start of a file and no length mean the file as a whole: its first line would tell nothing,
  /// and it may not even be text.
  private func isAboutWholeFile(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.length == 0 && diagnostic.position?.line == 1 && diagnostic.position?.column == 1
  }

  private static func place(_ position: FilePosition) -> String {
    "\(TerminalText.cleaned(position.path)):\(position.line):\(position.column)"
  }

  private func severity(_ severity: Diagnostic.Severity) -> String {
    guard isColored else { return severity.rawValue }
    let color =
      switch severity {
      case .note: "36"
      case .warning: "33"
      case .error: "31"
      }
    return "\u{1B}[1;\(color)m\(severity.rawValue)\u{1B}[0m"
  }

  private func excerpt(of line: String, at column: Int, length: Int) -> String {
    let bytes = Array(line.utf8)
    var start = min(max(0, column - 1), bytes.count)
    var end = min(start + max(0, length), bytes.count)
    // Bytes that are no text stand in the line as U+FFFD, which is longer than they are.
    while start > 0, Self.isInsideCharacter(start, of: bytes) { start -= 1 }
    while Self.isInsideCharacter(end, of: bytes) { end += 1 }
    var before = TerminalText.cleaned(String(decoding: bytes[..<start], as: UTF8.self))
    let marked = TerminalText.cleaned(String(decoding: bytes[start..<end], as: UTF8.self))
    var after = TerminalText.cleaned(String(decoding: bytes[end...], as: UTF8.self))
    // A list of everything on one line must not flood the terminal: keep what is near the place.
    if before.count > Self.contextLimit { before = "…" + before.suffix(Self.contextLimit) }
    if after.count > Self.contextLimit { after = after.prefix(Self.contextLimit) + "…" }
    let shownMark =
      marked.count > Self.contextLimit ? marked.prefix(Self.contextLimit) + "…" : marked
    let underline =
      "^" + String(repeating: "~", count: max(0, TerminalText.width(of: shownMark) - 1))
    let colored = isColored ? "\u{1B}[1;32m\(underline)\u{1B}[0m" : underline
    let indent = String(repeating: " ", count: TerminalText.width(of: before))
    return "  \(before)\(shownMark)\(after)\n  \(indent)\(colored)\n"
  }

  private static func isInsideCharacter(_ index: Int, of bytes: [UInt8]) -> Bool {
    index < bytes.count && bytes[index] & 0xC0 == 0x80
  }

  private static let contextLimit = 60
}
