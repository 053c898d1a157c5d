import Diagnostics
import Files
import Foundation

/// A program of the system that brings files somewhere.
struct ExternalProgram: Sendable {
  /// It ended with another status than 0.
  struct Failure: Error {
    /// The program's name.
    var program: String
    /// Its status.
    var status: Int32
    /// What it said to standard error.
    var errors: String

    /// The lines that tell most: the first few, for what follows from a failure comes after it.
    var reason: String {
      let lines = errors.split(whereSeparator: \.isNewline)
        // rclone says this in each run of somebody who has no remotes.
        .filter { !$0.contains("NOTICE: Config file") && $0.contains { $0 != " " } }
        .prefix(3).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " .")) }
      return lines.isEmpty ? "status \(status)" : lines.joined(separator: "; ")
    }
  }

  /// Its name.
  let name: String
  private let path: String
  private let folder: String
  private let scratch: String
  private let variables: [String: String]

  /// Looks for a program.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - package: The package that has it, for the hint where it is missing.
  ///   - searchPath: Folders, as in `PATH`.
  ///   - folder: The folder that it runs in.
  ///   - scratch: A folder for what it reads and says.
  ///   - variables: What it finds in its environment besides ours.
  /// - Throws: `Diagnostic` where it is missing.
  init(
    _ name: String, package: String, searchPath: String, folder: String, scratch: String,
    variables: [String: String] = [:]
  ) throws(Diagnostic) {
    let found = findProgram(name, in: searchPath)
    guard let found else {
      throw Diagnostic(
        .error, .publishTool, "publishing needs the program \(name), which is not on PATH",
        hint: "install it, on Debian with \"apt install \(package)\"")
    }
    self.name = name
    path = found
    self.folder = folder
    self.scratch = scratch
    self.variables = variables
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: What follows its name.
  ///   - input: What it reads from standard input.
  ///   - onLine: Told each line of standard output as it comes.
  /// - Returns: All that it wrote to standard output.
  /// - Throws: ``Failure``, and `FileError` where there is no room for what it says.
  @discardableResult
  func run(
    _ arguments: [String], input: [UInt8] = [], onLine: (Substring) -> Void = { _ in }
  ) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Its messages are read: they have to be in one language.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LC_ALL": "C.UTF-8", "LANGUAGE": "en"]) { $1 }.merging(variables) { $1 }
    // Files and not pipes for what goes in and for errors: of several pipes one could fill up while
    // we wait at another.
    let given = try Self.waitForOthers(in: scratch)
    defer { withExtendedLifetime(given) {} }
    try given.replaceContent(with: input)
    let said = Path.join(scratch, "errors")
    try replaceFile(with: [], at: said, durability: .generated)
    let output = Pipe()
    process.standardInput = FileHandle(
      fileDescriptor: given.descriptor, closeOnDealloc: false)
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: said))
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      throw Failure(program: name, status: -1, errors: error.localizedDescription)
    }
    let answer = Self.read(output.fileHandleForReading, onLine: onLine)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let errors = try readFile(said)
      throw Failure(
        program: name, status: process.terminationStatus,
        errors: String(decoding: errors, as: UTF8.self))
    }
    return answer
  }

  /// Waits until no program runs that an earlier publish started.
  ///
  /// Where we are killed, the program that we started goes on, with the site as it was then. It has
  /// what it reads from as its standard input, and with that a lock.
  /// - Returns: The lock, on the file that programs read from.
  /// - Throws: `FileError`
  @discardableResult
  static func waitForOthers(
    in scratch: String, onWait: () -> Void = {}
  ) throws(FileError) -> FileLock {
    try FileLock(at: Path.join(scratch, "input"), onWait: onWait)
  }

  private static func read(_ handle: FileHandle, onLine: (Substring) -> Void) -> [UInt8] {
    var all: [UInt8] = []
    var rest: [UInt8] = []
    while case let more = handle.availableData, !more.isEmpty {
      all += more
      rest += more
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        onLine(String(decoding: rest[..<end], as: UTF8.self)[...])
        rest.removeFirst(end + 1)
      }
    }
    return all
  }

  /// What it wrote, as text without the line break at its end.
  func text(_ arguments: [String], input: [UInt8] = []) throws -> String {
    String(decoding: try run(arguments, input: input), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }
}
