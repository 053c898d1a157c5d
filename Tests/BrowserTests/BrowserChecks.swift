import Foundation
import TestSupport

/// A module of checks in Python that drive a browser: run once for all tests of its suite.
final class BrowserChecks: Sendable {
  /// Whether the checks are to run: always in the gate, where a missing tool is a failure.
  static var isExpected: Bool { Chromium.tool.isExpected && PythonTool.isExpected }

  /// What each check found wrong, by the check's name.
  private let problems: [String: [String]]

  /// Runs a module.
  ///
  /// - Parameters:
  ///   - module: The name of its file in `Tests/Fixtures/Browser`.
  ///   - sites: Folders of built sites that it looks at, by their names.
  /// - Throws: `ExternalTool.Failure` where it does not come to its end.
  init(_ module: String, sites: [String: URL] = [:]) throws {
    problems = try PythonTool("Tests/Fixtures/Browser/\(module).py").ask(
      Input(valise: try ValiseProgram.url.path, sites: sites.mapValues(\.path)))
  }

  /// What a check found wrong; nothing where all is well.
  func problems(of check: String) -> [String] {
    problems[check] ?? ["the check did not run"]
  }

  /// The names of a module's checks, in their order, as the module itself has them.
  static func names(in module: String) -> [String] {
    do {
      let file = fixtures.appendingPathComponent("Browser/\(module).py")
      let names = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .compactMap { line -> String? in
          guard line.hasPrefix("@check(\""), line.hasSuffix("\")") else { return nil }
          return String(line.dropFirst("@check(\"".count).dropLast("\")".count))
        }
      precondition(!names.isEmpty, "\(module).py has no checks")
      return names
    } catch {
      preconditionFailure("\(module).py cannot be read: \(error)")
    }
  }

  private struct Input: Encodable {
    let valise: String
    let sites: [String: String]
  }
}
