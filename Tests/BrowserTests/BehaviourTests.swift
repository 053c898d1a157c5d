import TestSupport
import Testing

@Suite(
  "Ticking", .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct TickingTests {
  private static let checks = Result { try BrowserChecks("ticking") }

  @Test(arguments: BrowserChecks.names(in: "ticking"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}
