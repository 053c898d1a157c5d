import Foundation
import TestSupport

/// A page of `docs/`, cut into the parts that tests compare with the program.
struct MarkdownPage {
  /// A block of code.
  struct Example {
    /// What stands after the three backticks: `markdown`, `yaml`.
    var language: String
    var text: String
    /// The heading above it.
    var heading: String
    /// What the HTML comment below it says that it reads as, a line each; nil without one.
    var reading: [String]?
  }

  /// A table: the texts of its cells, a row each, headers first.
  typealias Table = [[String]]

  let lines: [String]

  /// Reads a page by its path in the project.
  init(_ path: String) throws {
    let data = try Data(contentsOf: Repository.root.appendingPathComponent(path))
    lines = String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// All blocks of code, in order.
  var examples: [Example] {
    var examples: [Example] = []
    var heading = ""
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" || $0 == " " }) }
      guard line.hasPrefix("```") else { continue }
      let text = lines[index...].prefix { $0 != "```" }
      index = text.endIndex + 1
      examples.append(
        Example(
          language: String(line.dropFirst(3)), text: text.map { $0 + "\n" }.joined(),
          heading: heading, reading: reading(after: index)))
    }
    return examples
  }

  private func reading(after index: Int) -> [String]? {
    guard let start = lines[index...].firstIndex(where: { !$0.isEmpty }),
      lines[start] == "<!-- reads:"
    else { return nil }
    return lines[(start + 1)...].prefix { $0 != "-->" }.map(\.self)
  }

  /// The first table below a heading, not one in an example.
  func table(below heading: String) -> Table {
    guard let start = lines.firstIndex(where: { $0.drop { $0 == "#" } == " \(heading)" })
    else { return [] }
    var isExample = false
    let rest = lines[(start + 1)...].filter { line in
      if line.hasPrefix("```") { isExample.toggle() }
      return !isExample
    }.prefix { !$0.hasPrefix("## ") }
    return rows(of: rest.drop { !$0.hasPrefix("|") })
  }

  /// The rows below the headers of the first table that begins with a column "key".
  var keyTable: Table {
    Array(rows(of: lines.drop { !$0.hasPrefix("| key") }).dropFirst())
  }

  /// The keys that this table tells of.
  var keysInTable: [String] { keyTable.map { Self.code(in: $0[0])[0] } }

  private func rows(of lines: ArraySlice<String>) -> Table {
    lines.prefix { $0.hasPrefix("|") }.filter { !$0.hasPrefix("|---") }.map { row in
      row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The paragraph that begins with some words, as one line.
  func paragraph(_ beginning: String) -> String {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(beginning) }) else { return "" }
    return lines[start...].prefix { !$0.isEmpty }.joined(separator: " ")
  }

  /// The code in a text: what stands between backticks.
  static func code(in text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
