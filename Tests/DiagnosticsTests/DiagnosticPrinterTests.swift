import Diagnostics
import Foundation
import Testing

@Suite("Printing diagnostics")
struct DiagnosticPrinterTests {
  static let lines = [
    2: "- [ ] socks x0",
    3: "- [ ] 水着 x0 \u{1B}[31mred",
    4: "- [ ]\tsocks x0",
  ]

  func text(_ diagnostic: Diagnostic, colored: Bool = false) -> String {
    DiagnosticTextPrinter(isColored: colored) { Self.lines[$0.line] }.text(of: diagnostic)
  }

  @Test("place, severity, message, code, the line, a mark under what is meant, and the hint")
  func whole() {
    let diagnostic = Diagnostic(
      .warning, .itemQuantity, "quantity must be 1 or more, got \"0\"",
      at: FilePosition(path: "Content/trips/lisbon.md", line: 2, column: 13), length: 2,
      hint: "write it as \"x2\"",
      notes: [.init("the first", at: FilePosition(path: "a.md", line: 1, column: 5))])
    #expect(
      text(diagnostic) == """
        Content/trips/lisbon.md:2:13: warning: quantity must be 1 or more, got "0" [item.quantity]
          - [ ] socks x0
                      ^~
          note: a.md:1:5: the first
          hint: write it as "x2"

        """)
  }

  @Test(
    "the mark stands under wide characters and after tabs where the eye expects it",
    arguments: [(3, 14, "                ^~"), (4, 13, "                ^~")])
  func columns(line: Int, column: Int, mark: String) {
    let diagnostic = Diagnostic(
      .error, .itemQuantity, "m", at: FilePosition(path: "a", line: line, column: column),
      length: 2)
    let printed = text(diagnostic).split(separator: "\n", omittingEmptySubsequences: false)
    let shown = printed[2]
    let under = printed[1].prefix(while: { $0 != "x" })
    #expect(TerminalText.width(of: under) == shown.prefix(while: { $0 == " " }).count)
    #expect(!printed[1].contains("\u{1B}"))
  }

  @Test("a file as a whole is named without its first line")
  func wholeFile() {
    let diagnostic = Diagnostic(.error, .exists, "m", at: FilePosition(path: "a"))
    let printer = DiagnosticTextPrinter(isColored: false) { _ in "# Oslo" }
    #expect(printer.text(of: diagnostic) == "a:1:1: error: m [command.exists]\n")
  }

  @Test("a byte that is no text is marked as the one sign that stands for it")
  func noText() {
    let diagnostic = Diagnostic(
      .error, .fileEncoding, "m", at: FilePosition(path: "a", line: 2, column: 4), length: 1)
    let printer = DiagnosticTextPrinter(isColored: false) { _ in "caf\u{FFFD} au lait" }
    #expect(printer.text(of: diagnostic).contains("  caf\u{FFFD} au lait\n     ^\n"))
  }

  @Test("a place outside the line marks its end and never fails")
  func outside() {
    let diagnostic = Diagnostic(
      .error, .itemQuantity, "m", at: FilePosition(path: "a", line: 2, column: 999), length: 50)
    #expect(text(diagnostic).contains("  - [ ] socks x0\n                ^\n"))
  }

  @Test("without a place only the message is printed; colour only where asked for")
  func short() {
    let diagnostic = Diagnostic(.error, .usage, "no")
    #expect(text(diagnostic) == "error: no [command.usage]\n")
    #expect(text(diagnostic, colored: true) == "\u{1B}[1;31merror\u{1B}[0m: no [command.usage]\n")
  }

  @Test("JSON holds every field and survives quotes, controls and line breaks")
  func json() throws {
    let diagnostic = Diagnostic(
      .warning, .linkMissing, "say \"a\\b\"\n\u{7}",
      at: FilePosition(path: "ä.md", line: 3, column: 4), length: 2, hint: "do",
      notes: [.init("n", at: FilePosition(path: "b.md"))])
    let line = DiagnosticJSONPrinter().text(of: diagnostic)
    #expect(line.hasSuffix("}\n") && line.dropLast().contains("\n") == false)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["message"] as? String == "say \"a\\b\"\n\u{7}")
    #expect(object["path"] as? String == "ä.md")
    #expect(object["line"] as? Int == 3)
    #expect(object["column"] as? Int == 4)
    #expect(object["code"] as? String == "link.missing")
    #expect((object["notes"] as? [[String: Any]])?.first?["path"] as? String == "b.md")
  }

  @Test("diagnostics sort by file, line, column")
  func order() {
    let places = [("b", 1, 1), ("a", 2, 1), ("a", 1, 9), ("a", 1, 2)]
    let sorted = places.map {
      Diagnostic(
        .note, .usage, "m", at: FilePosition(path: $0.0, line: $0.1, column: $0.2))
    }.sorted().compactMap(\.position).map { "\($0.path)\($0.line)\($0.column)" }
    #expect(sorted == ["a12", "a19", "a21", "b11"])
  }
}

@Suite("Text for a terminal")
struct TerminalTextTests {
  @Test(
    "columns are counted as a terminal shows them",
    arguments: [("abc", 3), ("水着", 4), ("e\u{301}", 1), ("👍🏽", 2), ("\u{200B}", 0), ("", 0)])
  func width(text: String, columns: Int) {
    #expect(TerminalText.width(of: text) == columns)
  }

  @Test("escape sequences and direction marks lose their power, other text is kept")
  func cleaned() {
    #expect(TerminalText.cleaned("a\u{1B}[2Jb") == "a\u{FFFD}[2Jb")
    #expect(TerminalText.cleaned("a\u{202E}b\tc") == "a\u{FFFD}b c")
    #expect(TerminalText.cleaned("żółw 🐢 مرحبا") == "żółw 🐢 مرحبا")
  }
}
