import Foundation
import TestSupport
import Testing

/// The names of this target's tests, which begin with the number of their row.
private struct NamedTest: Hashable {
  let row: String
  let name: String
}

@Suite("docs/seed-conformance.md")
struct SeedConformanceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func tests() throws -> [NamedTest] {
    let name = try Regex(#"@Test\(\s*"([CUD][0-9]+): ((?:[^"\\]|\\.)*)""#)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .flatMap { path in
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        return text.matches(of: name).map { match in
          NamedTest(
            row: String(match.output[1].substring ?? ""),
            name: String(match.output[2].substring ?? ""))
        }
      }
  }

  private static func document() throws -> String {
    let tests = try tests()
    func table(_ rows: [SeedRow]) -> String {
      let lines = rows.map { row in
        let names = tests.filter { $0.row == row.number }.map(\.name)
        var outcome = names.isEmpty ? [] : [names.joined(separator: "; ") + "."]
        if let promise = row.promise { outcome.append("**Our rule:** \(promise).") }
        if let open = row.open { outcome.append("**Open:** \(open).") }
        let cells = [row.number, row.subject, row.seed, outcome.joined(separator: " ")]
        let escaped = cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }
        return "| \(escaped.joined(separator: " | ")) |"
      }
      return
        (["| Row | What it is about | Seed | What the tests show |", "|---|---|---|---|"] + lines)
        .joined(separator: "\n")
    }
    let open = SeedRow.all.filter { $0.open != nil }.map(\.number)
    return """
      # What the seeds document, and what ModelStore does

      Four documents about SwiftData print results. Each row below is one of them, and a test of
      `Tests/ConformanceTests` that begins with the row's number: the code in the shape of the
      document, on ModelStore. `S0:534` is line 534 of the document whose file name starts with 0.

      \(open.isEmpty ? "No row is open." : "Open: \(open.joined(separator: ", ")).")

      This page is written by `UPDATE_DOCS=1 swift test --disable-xctest --filter SeedConformanceTests`,
      and a test fails where it is out of date.

      ## Results that are printed

      \(table(SeedRow.results))

      ## What a screen shows

      The seeds show these in views. Each is tested without one.

      \(table(SeedRow.pages))

      ## What compiles and what does not

      The compiler runs on small files in `Tests/ConformanceTests/CompileErrors`, and its messages
      are compared word by word. D10 and D12 are about SwiftUI's `@Query` in a view, and have no form
      here.

      \(table(SeedRow.compilation))

      """
  }

  @Test("every row has a test that bears its number, or says what is missing")
  func everyRowHasATest() throws {
    let tested = Set(try Self.tests().map(\.row))
    for row in SeedRow.all {
      // A row that is called open though its tests pass would say less than is true.
      #expect(tested.contains(row.number) == (row.open == nil), "\(row.number)")
    }
    #expect(tested.subtracting(SeedRow.all.map(\.number)).isEmpty)
  }

  @Test("the rows are those of the list: C1 to C34, U1 to U14, D1 to D9 and D11")
  func rows() {
    let numbers =
      (1...34).map { "C\($0)" } + (1...14).map { "U\($0)" } + (1...9).map { "D\($0)" } + ["D11"]
    #expect(SeedRow.all.map(\.number) == numbers)
  }

  @Test("the page is what rows and tests say; UPDATE_DOCS=1 writes it anew")
  func isFresh() throws {
    let file = Repository.root.appendingPathComponent("docs/seed-conformance.md")
    let current = try Self.document()
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] == "1" {
      try Data(current.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == current, "run \"make docs\"")
  }
}
