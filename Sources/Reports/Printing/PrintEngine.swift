import Foundation

/// An engine at work: one process that prints any number of documents.
protocol PrintEngine: AnyObject {
  /// Prints a document.
  ///
  /// - Parameters:
  ///   - document: An HTML file in the engine's folder.
  ///   - file: The PDF file to write there.
  ///   - isTagged: Whether its contents are more than decoration.
  ///   - deadline: Until when it has to be done.
  /// - Throws: ``PrintFailure``, or `CancellationError` where the person wants to stop.
  func print(
    _ document: String, to file: String, isTagged: Bool, until deadline: Deadline
  ) throws

  /// Ends the process.
  func end()
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
