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

  /// The PDF file to make.
  var file: String { document + ".pdf" }
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
    var printed: Result<[UInt8], PrintFailure>?
    try print([task]) { _, result in printed = result }
    guard let printed else { preconditionFailure("a task was neither printed nor did it fail") }
    return try printed.get()
  }

  /// Prints documents, in an order that the engine chooses.
  ///
  /// - Parameters:
  ///   - tasks: The documents.
  ///   - each: Given the number of a task and its whole PDF file, or why there is none.
  /// - Throws: What `each` throws, `FileError`, or `CancellationError` where the person wants to
  ///   stop. An engine that is of no more use is started anew for what is left.
  func print(
    _ tasks: [PrintTask], each: (Int, Result<[UInt8], PrintFailure>) throws -> Void
  ) throws {
    var left = Array(tasks.indices)
    while !left.isEmpty {
      let round = left
      func finish(_ number: Int, _ result: Result<[UInt8], PrintFailure>) throws {
        left.removeAll { $0 == number }
        try each(number, result)
        if case .failure(let failure) = result, failure.isFatal { throw EngineIsOver() }
      }
      do {
        let engine = try start()
        try engine.print(round.map { tasks[$0] }) { place, failure in
          let number = round[place]
          try finish(number, try failure.map(Result.failure) ?? Self.pdf(in: tasks[number].file))
        }
      } catch is EngineIsOver {
        end()
      } catch let failure as PrintFailure {
        // It could not be started: the next task has another try.
        end()
        left.removeFirst()
        try each(round[0], .failure(failure))
      } catch {
        end()
        throw error
      }
    }
  }

  /// Thrown to leave an engine that is of no more use.
  private struct EngineIsOver: Error {}

  private func start() throws -> any PrintEngine {
    if let running { return running }
    let started = try engine.start(isThrifty: isThrifty, in: folder, isCancelled: isCancelled)
    running = started
    return started
  }

  /// Ends the process.
  func end() {
    running?.end()
    running = nil
  }

  /// Takes a file out of the folder.
  private static func pdf(in file: String) throws -> Result<[UInt8], PrintFailure> {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(file)
    } catch {
      return .failure(PrintFailure(reason: "ended well but wrote no file"))
    }
    let end = bytes.suffix(1024)
    guard bytes.starts(with: Array("%PDF-".utf8)), end.firstRange(of: Array("%%EOF".utf8)) != nil
    else { return .failure(PrintFailure(reason: "wrote something that is no PDF file")) }
    try removeFile(file)
    return .success(bytes)
  }
}
