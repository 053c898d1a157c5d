import Foundation

/// WeasyPrint, loaded once for any number of documents.
final class WeasyPrintEngine: PrintEngine {
  private let process: EngineProcess
  private var isReady = false

  /// Starts it.
  init(_ python: [String], in folder: String, isCancelled: @escaping @Sendable () -> Bool) throws {
    process = try EngineProcess(
      python[0], python.dropFirst() + ["-c", WeasyPrintDriver.script, folder],
      environment: ProcessInfo.engineEnvironment(home: folder), in: folder, over: .standard,
      isCancelled: isCancelled)
  }

  func print(
    _ document: String, to file: String, isTagged: Bool, until deadline: Deadline
  ) throws {
    if !isReady {
      let greeting = try answer(until: deadline)
      guard greeting == "ready" else { throw PrintFailure(reason: greeting) }
      isReady = true
    }
    process.send(Array(try JSONEncoder().encode([document, file])) + [UInt8(ascii: "\n")])
    let answer = try answer(until: deadline)
    guard answer == "ok" else {
      throw PrintFailure(reason: "failed", words: answer, isFatal: false)
    }
  }

  func end() { process.end() }

  private func answer(until deadline: Deadline) throws -> String {
    String(
      decoding: try process.message(endingWith: UInt8(ascii: "\n"), until: deadline),
      as: UTF8.self)
  }
}

/// A `weasyprint` that is no script of Python's: it is started for each document.
final class WeasyPrintProgram: PrintEngine {
  private let program: String
  private let folder: String
  private let isCancelled: @Sendable () -> Bool

  init(_ program: String, in folder: String, isCancelled: @escaping @Sendable () -> Bool) {
    self.program = program
    self.folder = folder
    self.isCancelled = isCancelled
  }

  func print(
    _ document: String, to file: String, isTagged: Bool, until deadline: Deadline
  ) throws {
    let process = try EngineProcess(
      program, ["--quiet", "--pdf-variant", "pdf/ua-1", document, file],
      environment: ProcessInfo.engineEnvironment(home: folder), in: folder, over: .standard,
      isCancelled: isCancelled)
    defer { process.end() }
    process.closeInput()
    _ = try process.rest(until: deadline)
    process.wait(milliseconds: max(0, deadline.millisecondsLeft))
    guard process.status == 0 else {
      throw PrintFailure(reason: "failed", words: process.lastWords)
    }
  }

  func end() {}
}
