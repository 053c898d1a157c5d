import Foundation

/// An engine at work: one process that prints any number of documents.
protocol PrintEngine: AnyObject {
  /// Prints documents, in an order of its own.
  ///
  /// - Parameters:
  ///   - tasks: The documents.
  ///   - each: Told the number of each task once its file is there, or why there is none. It throws
  ///     where the engine is of no more use.
  /// - Throws: What `each` throws, or `CancellationError` where the person wants to stop.
  func print(_ tasks: [PrintTask], each: (Int, PrintFailure?) throws -> Void) throws

  /// Ends the process.
  func end()
}

/// An engine that prints one document after the other.
protocol SequentialEngine: PrintEngine {
  /// Prints a document.
  ///
  /// - Throws: ``PrintFailure``, or `CancellationError` where the person wants to stop.
  func print(_ task: PrintTask, until deadline: Deadline) throws
}

extension SequentialEngine {
  func print(_ tasks: [PrintTask], each: (Int, PrintFailure?) throws -> Void) throws {
    for (number, task) in tasks.enumerated() {
      var failure: PrintFailure?
      do {
        try print(task, until: Deadline(seconds: task.seconds))
      } catch let reason as PrintFailure {
        failure = reason
      }
      try each(number, failure)
    }
  }
}

extension InstalledEngine {
  /// Starts the engine.
  ///
  /// - Parameters:
  ///   - isThrifty: Whether it is to save memory, which takes it longer.
  ///   - folder: Its folder, absolute: it reads and writes nothing outside.
  ///   - isCancelled: Whether the person wants to stop.
  /// - Returns: The engine, at work.
  /// - Throws: ``PrintFailure``, or `CancellationError`.
  func start(
    isThrifty: Bool, in folder: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any PrintEngine {
    switch kind {
    case .chromium:
      try ChromiumEngine(
        program, isThrifty: isThrifty, in: folder, isCancelled: isCancelled)
    case .weasyprint:
      if let python = WeasyPrintDriver.interpreter(of: program) {
        try WeasyPrintEngine(python, in: folder, isCancelled: isCancelled)
      } else {
        WeasyPrintProgram(program, in: folder, isCancelled: isCancelled)
      }
    }
  }
}

extension ProcessInfo {
  /// How many documents are printed at a time: each takes a few hundred megabytes.
  var documentsAtOnce: Int { min(4, activeProcessorCount) }

  /// The variables that an engine is given: those of this process, without a proxy, in UTF-8.
  static func engineEnvironment(home: String) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in environment.keys where name.lowercased().hasSuffix("_proxy") {
      environment[name] = nil
    }
    environment["LC_ALL"] = "C.UTF-8"
    environment["TMPDIR"] = home
    return environment
  }
}
