public import Diagnostics
import Files
import Foundation

/// Which engine prints, and within which bounds.
public struct PrinterOptions: Sendable, Hashable {
  /// The engine that was asked for; nil for one that is there.
  public var engine: PrintEngineKind?
  /// How long one document may take, in seconds; nil for as long as its length warrants.
  public var timeLimitSeconds: Int?

  /// Makes options that leave it all open.
  public init() {}
}

/// Prints documents with one engine process.
public final class Printer {
  /// The engine in use.
  public let engine: InstalledEngine

  private let options: PrinterOptions
  private let isForMany: Bool
  private let folder: PrintFolder
  private let searchPath: String
  private let isCancelled: @Sendable () -> Bool
  private var running: (any PrintEngine)?

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
  }

  deinit { running?.end() }

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

  /// Prints a document.
  ///
  /// - Parameter job: The document.
  /// - Returns: A whole PDF file.
  /// - Throws: `Diagnostic` where the engine fails, `CancellationError` where the person wants to
  ///   stop. An engine that fails is started anew for the next document.
  public func print(_ job: PrintJob) throws -> [UInt8] {
    let file = job.document + ".pdf"
    do {
      let engine =
        try running
        ?? engine.start(
          isForMany: isForMany, in: folder.path, isCancelled: isCancelled)
      running = engine
      try engine.print(
        job.document, to: file, until: Deadline(seconds: timeLimitSeconds(of: job)))
      let bytes = try pdf(in: file)
      try removeFile(file)
      try removeFile(job.document)
      return bytes
    } catch let failure as PrintFailure {
      if failure.isFatal {
        running?.end()
        running = nil
      }
      throw failure.diagnostic(of: engine.kind, printing: job.name)
    } catch let error as CancellationError {
      running?.end()
      running = nil
      throw error
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
  private func timeLimitSeconds(of job: PrintJob) -> Int {
    options.timeLimitSeconds
      ?? 60 + job.itemCount / 30 + (folder.hasLargeFonts ? 120 : 0)
  }

  private func pdf(in file: String) throws -> [UInt8] {
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
