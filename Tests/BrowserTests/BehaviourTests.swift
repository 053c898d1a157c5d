import TestSupport
import Testing

@Suite(
  "Ticking",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct TickingTests {
  private static let checks = Result { try BrowserChecks("ticking") }

  @Test(arguments: BrowserChecks.names(in: "ticking"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}

@Suite(
  "Without a network",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct OfflineTests {
  private static let checks = Result { try BrowserChecks("offline") }

  @Test(arguments: BrowserChecks.names(in: "offline"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}

@Suite(
  "Searching",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct SearchingTests {
  private static let checks = Result { try BrowserChecks("searching") }

  @Test(arguments: BrowserChecks.names(in: "searching"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}

@Suite(
  "Strange text in every field",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct HostileTests {
  private static let checks = Result { try BrowserChecks("hostile") }

  @Test(arguments: BrowserChecks.names(in: "hostile"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}

@Suite(
  "Pages of valise serve",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct ServingTests {
  private static let checks = Result { try BrowserChecks("serving") }

  @Test(arguments: BrowserChecks.names(in: "serving"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}

@Suite(
  "Validators",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct ValidityTests {
  private static let checks = Result { try BrowserChecks("valid", sites: BrowsedSites.folders) }

  @Test(arguments: BrowserChecks.names(in: "valid"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}

@Suite(
  "Pages for everybody",
  .enabled(if: BrowserChecks.isExpected, "chromium or the Python tools are missing"))
struct AccessibilityTests {
  private static let checks = Result {
    try BrowserChecks("accessible", sites: BrowsedSites.folders)
  }

  @Test(arguments: BrowserChecks.names(in: "accessible"))
  func behaves(check: String) throws {
    #expect(try Self.checks.get().problems(of: check) == [])
  }
}
