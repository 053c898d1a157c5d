import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite("docs/errors.md shows what the program says")
struct ErrorExamplesTests {
  private static let reference = Result { try ErrorReference.current() }

  @Test("word for word, with the severity and the exit code", arguments: DiagnosticCode.allCases)
  func example(code: DiagnosticCode) throws {
    let entry = try #require(
      try Self.reference.get()[code],
      "it needs a heading, a line such as \"*error, exit code 1*\", and an example")
    let outcome = try InvalidSite(of: code).outcome()
    #expect(
      ErrorReference.diagnostic(code, in: outcome.errors) == entry.example,
      "run \"make docs\" and read the difference; the program said:\n\(outcome.errors)")
    #expect(outcome.status == entry.status, "\(outcome.errors)")
    #expect(entry.example.contains("\(entry.severity): "))
  }

  @Test("each code has a site that shows it, and each site a code")
  func fixtures() throws {
    let sites = try FileManager.default.contentsOfDirectory(atPath: InvalidSite.fixtures.path)
    #expect(sites.sorted() == DiagnosticCode.allCases.map(\.rawValue).sorted())
  }
}
