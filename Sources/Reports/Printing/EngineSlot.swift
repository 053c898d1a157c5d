import Diagnostics
import Files

/// What an engine is to print.
struct PrintTask: Sendable {
  /// The HTML file.
  let document: String
  /// Whether its contents are more than decoration.
  var isTagged = true
  /// How long it may take.
  let seconds: Int
}

/// A place for one engine process, which is started when there is something to do.
///
/// Unchecked because it is used by one thread at a time: each slot is one thread's, or the caller's.
final class EngineSlot: @unchecked Sendable {
  private let engine: InstalledEngine
  private let folder: String
  private let isThrifty: Bool
  private let isCancelled: @Sendable () -> Bool
  private var running: (any PrintEngine)?

  /// - Parameters:
  ///   - engine: The engine to start.
  ///   - folder: Where its documents are.
  ///   - isThrifty: Whether it is to save memory.
  ///   - isCancelled: Whether the person wants to stop.
  init(
    _ engine: InstalledEngine, in folder: String, isThrifty: Bool,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.engine = engine
    self.folder = folder
    self.isThrifty = isThrifty
    self.isCancelled = isCancelled
  }

  deinit { end() }

  /// Prints a document.
  ///
  /// - Returns: A whole PDF file.
  /// - Throws: ``PrintFailure``, or `CancellationError` where the person wants to stop. An engine
  ///   that is of no more use is started anew the next time.
  func print(_ task: PrintTask) throws -> [UInt8] {
    let file = task.document + ".pdf"
    do {
      let engine =
        try running
        ?? engine.start(isThrifty: isThrifty, in: folder, isCancelled: isCancelled)
      running = engine
      try engine.print(
        task.document, to: file, isTagged: task.isTagged, until: Deadline(seconds: task.seconds))
      let bytes = try Self.pdf(in: file)
      try removeFile(file)
      return bytes
    } catch let failure as PrintFailure {
      if failure.isFatal { end() }
      throw failure
    } catch let error as CancellationError {
      end()
      throw error
    }
  }

  /// Ends the process.
  func end() {
    running?.end()
    running = nil
  }

  private static func pdf(in file: String) throws -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(file)
    } catch {
      throw PrintFailure(reason: "ended well but wrote no file")
    }
    let end = bytes.suffix(1024)
    guard bytes.starts(with: Array("%PDF-".utf8)), end.firstRange(of: Array("%%EOF".utf8)) != nil
    else { throw PrintFailure(reason: "wrote something that is no PDF file") }
    return bytes
  }
}
