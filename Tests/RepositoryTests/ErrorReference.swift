import Diagnostics
import Foundation
import TestSupport

/// `docs/errors.md`, cut into what it says of each code.
struct ErrorReference {
  /// What it says of one code.
  struct Entry {
    /// `error`, `warning` or `note`, and the exit code: the line below the heading.
    var severity: String
    var status: Int32
    /// What the program prints, from the first line to the hint.
    var example: String
  }

  private static let file = Repository.root.appendingPathComponent("docs/errors.md")

  private(set) var lines: [String]

  /// Reads the page; with `UPDATE_DOCS=1` its examples are written anew first.
  static func current() throws -> ErrorReference {
    var reference = ErrorReference(
      lines: String(decoding: try Data(contentsOf: file), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    guard ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1" else { return reference }
    for code in DiagnosticCode.allCases {
      let outcome = try InvalidSite(of: code).outcome()
      reference.replaceExample(of: code, with: diagnostic(code, in: outcome.errors))
    }
    try Data(reference.lines.joined(separator: "\n").utf8).write(to: file)
    return reference
  }

  /// The entry of a code; nil where the page does not have it in whole.
  subscript(code: DiagnosticCode) -> Entry? {
    guard let heading = lines.firstIndex(of: "## \(code.rawValue)"),
      let example = example(of: code),
      let facts = lines[heading...example.lowerBound].firstMatch(of: /^\*(\w+), exit code (\d+)\*/),
      let status = Int32(facts.2)
    else { return nil }
    return Entry(
      severity: String(facts.1), status: status,
      example: lines[example].map { $0 + "\n" }.joined())
  }

  /// The lines of the first problem with a code in what the program said.
  static func diagnostic(_ code: DiagnosticCode, in errors: String) -> String {
    let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasSuffix(" [\(code.rawValue)]") }) else {
      return ""
    }
    let rest = lines[(first + 1)...].prefix { $0.hasPrefix("  ") }
    return ([lines[first]] + rest).map { $0 + "\n" }.joined()
  }

  private mutating func replaceExample(of code: DiagnosticCode, with text: String) {
    guard let range = example(of: code) else { return }
    lines.replaceSubrange(range, with: text.split(separator: "\n").map(String.init))
  }

  /// The lines of the first block of code below a code's heading.
  private func example(of code: DiagnosticCode) -> Range<Int>? {
    guard let heading = lines.firstIndex(of: "## \(code.rawValue)") else { return nil }
    let section = lines[(heading + 1)...].prefix { !$0.hasPrefix("## ") }
    guard let start = section.firstIndex(of: "```"),
      let end = section[(start + 1)...].firstIndex(of: "```")
    else { return nil }
    return (start + 1)..<end
  }
}

extension Collection<String> {
  /// The first match of a pattern in one of the lines.
  fileprivate func firstMatch<Output>(of pattern: Regex<Output>) -> Regex<Output>.Match? {
    for line in self {
      if let match = line.firstMatch(of: pattern) { return match }
    }
    return nil
  }
}
