public import Diagnostics
import Files
import Foundation
public import SiteBuild

/// Which engine prints, and within which bounds.
public struct PrinterOptions: Sendable, Hashable {
  /// The engine that was asked for; nil for one that is there.
  public var engine: PrintEngineKind?
  /// How long one document may take, in seconds; nil for as long as its length warrants.
  public var timeLimitSeconds: Int?

  /// Makes options that leave it all open.
  public init() {}
}

/// Prints documents with one engine process, and the pieces of a book with several.
public final class Printer {
  /// The engine in use.
  public let engine: InstalledEngine

  private let options: PrinterOptions
  private let isForMany: Bool
  private let folder: PrintFolder
  private let searchPath: String
  private let isCancelled: @Sendable () -> Bool
  private let slot: EngineSlot

  /// Chooses an engine.
  ///
  /// - Parameters:
  ///   - options: Which one, and within which bounds.
  ///   - isForMany: Whether the documents are such as Chromium is far faster with.
  ///   - folder: Where the documents are.
  ///   - searchPath: Folders, as in `PATH`.
  ///   - isCancelled: Whether the person wants to stop; asked again and again.
  /// - Throws: `Diagnostic` where the engine asked for is not there, or none is.
  public init(
    _ options: PrinterOptions, isForMany: Bool, folder: PrintFolder, searchPath: String,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    self.options = options
    self.isForMany = isForMany
    self.folder = folder
    self.searchPath = searchPath
    self.isCancelled = isCancelled
    engine = try Self.engine(options.engine, isForMany: isForMany, searchPath)
    slot = EngineSlot(
      engine, in: folder.path, isThrifty: isForMany, isCancelled: isCancelled)
  }

  /// The engine that will print.
  ///
  /// - Parameters:
  ///   - wanted: The one that was asked for; nil for any.
  ///   - isForMany: Whether the documents are such as Chromium is far faster with.
  ///   - searchPath: Folders, as in `PATH`.
  /// - Returns: An engine that is there.
  /// - Throws: `Diagnostic` where none is.
  public static func engine(
    _ wanted: PrintEngineKind?, isForMany: Bool, _ searchPath: String
  ) throws(Diagnostic) -> InstalledEngine {
    if let wanted {
      if let found = InstalledEngine(wanted, in: searchPath) { return found }
      throw Diagnostic(
        .error, .printEngine, "\(wanted.title) is not installed, or not on PATH",
        hint: "install it with \"apt install \(wanted.package)\", or leave \"--engine\" out")
    }
    let order: [PrintEngineKind] = isForMany ? [.chromium, .weasyprint] : [.weasyprint, .chromium]
    for kind in order {
      if let found = InstalledEngine(kind, in: searchPath) { return found }
    }
    throw Diagnostic(
      .error, .printEngine, "there is no program that makes PDF files",
      hint: "install one with \"apt install weasyprint\" or \"apt install chromium\"")
  }

  /// Prints documents, in an order that the engine chooses.
  ///
  /// - Parameters:
  ///   - jobs: The documents.
  ///   - progress: Told how far it is.
  ///   - each: Given each document's whole PDF file, or why there is none.
  /// - Throws: What `each` throws, and `CancellationError` where the person wants to stop. An engine
  ///   that fails is started anew for what is left.
  public func print(
    _ jobs: [PrintJob], progress: (BuildProgress) -> Void,
    each: (PrintJob, Result<[UInt8], Diagnostic>) throws -> Void
  ) throws {
    if jobs.count == 1, engine.kind == .chromium, let pieces = jobs[0].pieces {
      do {
        return try each(jobs[0], try bytes(of: pieces, jobs[0], progress))
      } catch let problem as PDFProblem {
        // A later Chromium may write files that nobody has seen yet: what it can do is enough.
        progress(
          .finished("met \(problem.reason) in a piece of \(jobs[0].name), so prints it whole"))
      }
    }
    let tasks = jobs.map {
      PrintTask(document: $0.document, seconds: timeLimitSeconds($0.itemCount))
    }
    var doneCount = 0
    progress(.printing(done: 0, of: jobs.count))
    try slot.print(tasks) { number, result in
      let job = jobs[number]
      try each(job, result.mapError { $0.diagnostic(of: engine.kind, printing: job.name) })
      try removeFile(job.document)
      doneCount += 1
      progress(.printing(done: doneCount, of: jobs.count))
    }
  }

  private func bytes(
    of pieces: BookPieces, _ job: PrintJob, _ progress: (BuildProgress) -> Void
  ) throws -> Result<[UInt8], Diagnostic> {
    do {
      return .success(try print(pieces, progress))
    } catch let failure as PrintFailure {
      return .failure(failure.diagnostic(of: engine.kind, printing: job.name))
    }
  }

  private func print(
    _ pieces: BookPieces, _ progress: (BuildProgress) -> Void
  ) throws -> [UInt8] {
    let count = min(ProcessInfo.processInfo.documentsAtOnce, pieces.sheets.count + 1)
    let slots = (0..<count).map { _ in
      EngineSlot(engine, in: folder.path, isThrifty: false, isCancelled: isCancelled)
    }
    defer { for slot in slots { slot.end() } }
    return try withoutActuallyEscaping(progress) { progress in
      try BookPrinter(
        pieces: pieces, slots: slots, timeLimit: timeLimitSeconds,
        progress: { progress(.printing(done: $0, of: $1)) }
      ).print()
    }
  }

  /// A warning about characters of the documents that no font shows.
  ///
  /// - Throws: `CancellationError` where the person wants to stop.
  public func glyphWarning() throws -> Diagnostic? {
    try GlyphCheck(searchPath: searchPath, folder: folder.path, isCancelled: isCancelled)
      .warning(about: folder.characters)
  }

  /// How long a document may take: WeasyPrint needs some 10 ms an item on a slow machine.
  private func timeLimitSeconds(_ itemCount: Int) -> Int {
    options.timeLimitSeconds ?? 60 + itemCount / 30 + (folder.hasLargeFonts ? 120 : 0)
  }
}
