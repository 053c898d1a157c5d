public import Diagnostics
import Files
import Foundation
public import ModelStore
import Mustache
public import Pages
public import SiteBuild

/// A document that is ready for an engine.
public struct PrintJob: Sendable {
  /// What a person calls it: the trip's address, or `the book`.
  public let name: String
  /// The HTML file, in the folder of the engine.
  let document: String
  /// How many items it shows.
  public let itemCount: Int
  /// The same in pieces, for an engine that is slow with long documents.
  var pieces: BookPieces?
}

/// Where an engine works: a temporary folder with the documents and all that they show, laid out as
/// the site itself is.
public final class PrintFolder {
  /// Where it is, absolute.
  let path: String
  /// The characters of its documents that need a font of their own.
  private(set) var characters: Set<Unicode.Scalar> = []

  /// Whether any document has Chinese, Japanese or Korean in it.
  ///
  /// WeasyPrint takes many seconds to cut the letters in use out of such large fonts.
  public var hasLargeFonts: Bool { characters.contains(where: GlyphCheck.isOfLargeFont) }

  private var copied: Set<String> = []
  private var count = 0

  /// Makes an empty one.
  ///
  /// - Throws: `FileError` where there is no room for it.
  public init() throws {
    path = try Path.resolved(makeTemporaryFolder(named: "valise-print"))
    try makeFolder(Path.join(path, "print"))
  }

  deinit {
    // What cannot be taken away is temporary all the same.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a document of trips, with its style sheet and pictures.
  ///
  /// - Parameters:
  ///   - name: What a person calls it.
  ///   - page: What is in it.
  ///   - inPieces: Whether it is a book that may be printed in pieces.
  ///   - store: Where its trips are.
  ///   - source: The site.
  ///   - context: What all its pages share.
  /// - Returns: The job for an engine, and what is wrong with the templates.
  /// - Throws: What the store throws, and `FileError`.
  public func prepare(
    _ name: String, _ page: SheetsPage, inPieces: Bool = false, from store: ModelContext,
    of source: ReportSource, in context: PageContext
  ) throws -> (job: PrintJob?, problems: [Diagnostic]) {
    func write(_ page: SheetsPage) throws -> (document: String, isForPieces: Bool)? {
      let rendered = try page.render(from: store, with: source.templates, in: context)
      problems = rendered.problems.map(source.diagnostic)
      guard source.isComplete(rendered.template), problems.isEmpty else { return nil }
      for picture in Self.pictures(in: rendered.bytes) {
        guard let original = source.pictures[picture] else { continue }
        try copy(try readFile(original), to: picture)
      }
      GlyphCheck.characters(of: rendered.bytes, into: &characters)
      count += 1
      let document = Path.join(path, "print/\(count).html")
      try replaceFile(with: rendered.bytes, at: document, durability: .generated)
      return (document, rendered.bytes.firstRange(of: BookPieces.mark) != nil)
    }
    var problems: [Diagnostic] = []
    let sheet = source.printStyleSheet
    guard let whole = try write(page) else { return (nil, problems) }
    try copy(sheet.bytes, to: sheet.path)
    var job = PrintJob(name: name, document: whole.document, itemCount: page.itemCount)
    guard inPieces, sheet.bytes.firstRange(of: BookPieces.mark) != nil,
      let numbers = try write(page.numbers), numbers.isForPieces,
      let front = try write(page.front)
    else { return (job, problems) }
    var sheets: [BookPieces.Sheets] = []
    for part in page.sheets(itemsAtMost: BookPieces.itemsOfPiece) {
      guard let (document, _) = try write(part) else { return (job, problems) }
      sheets.append(
        BookPieces.Sheets(
          document: document, itemCount: part.itemCount, anchors: part.anchors(in: context)))
    }
    job.pieces = BookPieces(front: front.document, sheets: sheets, numbers: numbers.document)
    return (job, problems)
  }

  private func copy(_ bytes: @autoclosure () throws -> [UInt8], to relative: String) throws {
    guard copied.insert(relative).inserted else { return }
    let target = Path.join(path, relative)
    try makeFolder(Path.folder(of: target))
    try replaceFile(with: try bytes(), at: target, durability: .generated)
  }

  /// The pictures that a page shows, by their paths below the site's root.
  private static func pictures(in html: [UInt8]) -> Set<String> {
    let mark = Array(#"src="../"#.utf8)
    var found: Set<String> = []
    var rest = html[...]
    while let start = rest.firstRange(of: mark)?.upperBound {
      let end = rest[start...].firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex
      let path = String(decoding: rest[start..<end], as: UTF8.self)
      found.insert(path.removingPercentEncoding ?? path)
      rest = rest[end...]
    }
    return found
  }
}
