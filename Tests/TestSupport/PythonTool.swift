import Foundation

/// A script of the tests in Python, run with the packages of `Tests/requirements.txt`: it drives a
/// browser, or reads a format as strangers read it.
public struct PythonTool: Sendable {
  /// Python with those packages: `scripts/setup --tests` makes it.
  public static let python = ExternalTool(
    Repository.root.appendingPathComponent(".build/test-tools/bin/python").path,
    package: "it with scripts/setup --tests", timeLimitSeconds: 300)

  /// Whether a test that needs it is to run: always in the gate, where a missing tool is a failure.
  public static var isExpected: Bool { python.isExpected }

  private let script: URL

  /// Names a script.
  ///
  /// - Parameter path: Its path from the project's root: `Tests/Fixtures/Browser/tick.py`.
  public init(_ path: String) {
    script = Repository.root.appendingPathComponent(path)
  }

  /// Runs the script to its end.
  ///
  /// - Parameters:
  ///   - arguments: What the script finds in `sys.argv[1:]`.
  ///   - folder: Its current folder; a temporary one if left out.
  /// - Returns: What it printed.
  /// - Throws: `ExternalTool.Failure` with the script's words where it ends with another status
  ///   than 0.
  @discardableResult
  public func run(_ arguments: [String] = [], in folder: URL? = nil) throws -> String {
    let temporary = try TemporaryFolder()
    return try Self.python.run(
      [script.path] + arguments, in: folder ?? temporary.url,
      // No compiled files beside the scripts, and text is UTF-8 in any locale.
      environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"]
    ).output
  }

  /// Runs the script with a value, and reads the value that it answers.
  ///
  /// - Parameters:
  ///   - input: What it is asked; the script finds the path of a file with it, as JSON, in
  ///     `sys.argv[1]`.
  ///   - arguments: What follows in `sys.argv[2:]`.
  ///   - folder: Its current folder; a temporary one if left out.
  /// - Returns: What it printed, which must be one value as JSON.
  /// - Throws: `ExternalTool.Failure` where it fails, `DecodingError` where it prints something
  ///   else.
  public func ask<Answer: Decodable>(
    _ input: some Encodable, _ arguments: [String] = [], in folder: URL? = nil
  ) throws -> Answer {
    let temporary = try TemporaryFolder()
    let file = temporary.url.appendingPathComponent("input.json")
    try JSONEncoder().encode(input).write(to: file)
    let output = try run([file.path] + arguments, in: folder)
    return try JSONDecoder().decode(Answer.self, from: Data(output.utf8))
  }
}
