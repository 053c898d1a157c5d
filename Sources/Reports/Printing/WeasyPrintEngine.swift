import Foundation
import Glibc

/// WeasyPrint, loaded once for any number of documents, as many at a time as there are cores.
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

  func print(_ tasks: [PrintTask], each: (Int, PrintFailure?) throws -> Void) throws {
    let most = ProcessInfo.processInfo.documentsAtOnce
    var next = 0
    var atWork: [Int: Deadline] = [:]
    while next < tasks.count || !atWork.isEmpty {
      do {
        if !isReady { try waitUntilReady(Deadline(seconds: tasks[0].seconds)) }
        while next < tasks.count, atWork.count < most {
          atWork[next] = Deadline(seconds: tasks[next].seconds + Self.patience)
          process.send(try WeasyPrintDriver.line(asking: tasks[next], number: next))
          next += 1
        }
        let answer = try answer(until: atWork)
        atWork[answer.number] = nil
        try each(answer.number, answer.failure(of: tasks[answer.number]))
      } catch let failure as PrintFailure {
        try each(atWork.keys.min() ?? next, failure)
      }
    }
  }

  func end() { process.end() }

  /// How many seconds the program may take to end a document that takes too long itself.
  private static let patience = 5

  private func waitUntilReady(_ deadline: Deadline) throws {
    let greeting = try line(until: deadline)
    guard greeting == Array("ready".utf8) else {
      throw PrintFailure(reason: String(decoding: greeting, as: UTF8.self))
    }
    isReady = true
  }

  private func answer(until atWork: [Int: Deadline]) throws -> WeasyPrintDriver.Answer {
    guard let last = atWork.values.max(by: { $0.millisecondsLeft < $1.millisecondsLeft }) else {
      preconditionFailure("an answer is waited for to no question")
    }
    let answer = try WeasyPrintDriver.Answer(line(until: last))
    guard atWork[answer.number] != nil else {
      throw PrintFailure(reason: "answered what it was not asked")
    }
    return answer
  }

  private func line(until deadline: Deadline) throws -> [UInt8] {
    try process.message(endingWith: UInt8(ascii: "\n"), until: deadline)
  }
}

/// A `weasyprint` that is no script of Python's: it is started for each document.
final class WeasyPrintProgram: SequentialEngine {
  private let program: String
  private let folder: String
  private let isCancelled: @Sendable () -> Bool

  init(_ program: String, in folder: String, isCancelled: @escaping @Sendable () -> Bool) {
    self.program = program
    self.folder = folder
    self.isCancelled = isCancelled
  }

  func print(_ task: PrintTask, until deadline: Deadline) throws {
    let process = try EngineProcess(
      program, ["--quiet", "--pdf-variant", "pdf/ua-1", task.document, task.file],
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
