import Foundation
import TestSupport
import Testing

/// One of the programs in `Examples`, with a store of its own.
struct ExampleProgram {
  let url: URL
  let folder: TemporaryFolder
  let store: URL

  init(_ name: String) throws {
    url = try ValiseProgram.url.deletingLastPathComponent().appendingPathComponent(name)
    folder = try TemporaryFolder()
    store = folder.url.appendingPathComponent("example.store")
  }

  /// Runs one command to its end, and gives the lines it printed.
  @discardableResult
  func run(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let outcome = try ValiseProgram.run([store.path] + words, in: folder.url, program: url)
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  /// Runs one command that is to fail, and gives its exit code and what it said.
  func failure(_ words: String...) throws -> (status: Int32, errors: String) {
    let outcome = try ValiseProgram.run([store.path] + words, in: folder.url, program: url)
    return (outcome.status, outcome.errors)
  }
}

/// A run of an example that stays open, as an app does, until it is killed.
final class ExampleSession {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ program: ExampleProgram) throws {
    process.executableURL = program.url
    process.arguments = [program.store.path]
    process.currentDirectoryURL = program.folder.url
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Types a line.
  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line that it prints; nil once it has ended.
  func nextLine() throws -> String? {
    var bytes: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Kills it with a signal that no program can handle.
  func kill() {
    #expect(Foundation.kill(process.processIdentifier, SIGKILL) == 0)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
  }

  deinit {
    if process.isRunning { process.terminate() }
  }
}
