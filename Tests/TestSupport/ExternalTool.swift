import Foundation

/// A program of the system that some tests look through: a browser, a reader of PDF files.
public struct ExternalTool: Sendable {
  /// A tool did not do what it was asked.
  public struct Failure: Error, CustomStringConvertible {
    /// What happened, with what the tool said.
    public let description: String
  }

  private let names: [String]
  private let package: String
  private let timeLimitSeconds: Int

  /// Names a tool.
  ///
  /// - Parameters:
  ///   - names: What the program may be called; the first found on `PATH` is used. A name that
  ///     begins with a slash is the program's place.
  ///   - package: Debian's package of it, for the message where it is missing.
  ///   - timeLimitSeconds: It is killed after this time, with all that it started.
  public init(_ names: String..., package: String, timeLimitSeconds: Int = 60) {
    self.names = names
    self.package = package
    self.timeLimitSeconds = timeLimitSeconds
  }

  /// Whether a test that needs it is to run: always in the gate, where a missing tool is a failure.
  public var isExpected: Bool { Repository.isGate || path != nil }

  /// Runs the tool to its end.
  ///
  /// - Throws: `Failure` where it is missing, takes too long or ends with another status than 0.
  @discardableResult
  public func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> ValiseProgram.Outcome {
    guard let path else {
      throw Failure(description: "there is no \(names[0]): install \(package)")
    }
    // timeout(1) leads a process group of its own, so a browser's helpers end with it.
    let outcome = try ValiseProgram.run(
      ["--kill-after=5", "\(timeLimitSeconds)", path] + arguments, in: folder,
      environment: environment, program: URL(fileURLWithPath: "/usr/bin/timeout"))
    guard outcome.status == 0 else {
      let reason =
        outcome.status == 124 ? "took over \(timeLimitSeconds) s" : "ended with \(outcome.status)"
      throw Failure(description: "\(names[0]) \(reason):\n\(outcome.errors.suffix(2_000))")
    }
    return outcome
  }

  private var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    for name in names {
      if name.hasPrefix("/"), FileManager.default.isExecutableFile(atPath: name) { return name }
      for folder in folders.split(separator: ":") {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }
}
