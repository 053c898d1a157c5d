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
  ///   - itemCount: How many items it shows.
  ///   - store: Where its trips are.
  ///   - source: The site.
  ///   - context: What all its pages share.
  /// - Returns: The job for an engine, and what is wrong with the templates.
  /// - Throws: What the store throws, and `FileError`.
  public func prepare(
    _ name: String, _ page: SheetsPage, itemCount: Int, from store: ModelContext,
    of source: ReportSource, in context: PageContext
  ) throws -> (job: PrintJob?, problems: [Diagnostic]) {
    let rendered = try page.render(from: store, with: source.templates, in: context)
    let problems = rendered.problems.map(source.diagnostic)
    guard source.isComplete(rendered.template), problems.isEmpty else { return (nil, problems) }
    let sheet = source.printStyleSheet
    try copy(sheet.bytes, to: sheet.path)
    for picture in Self.pictures(in: rendered.bytes) {
      guard let original = source.pictures[picture] else { continue }
      try copy(try readFile(original), to: picture)
    }
    GlyphCheck.characters(of: rendered.bytes, into: &characters)
    count += 1
    let document = Path.join(path, "print/\(count).html")
    try replaceFile(with: rendered.bytes, at: document, durability: .generated)
    return (PrintJob(name: name, document: document, itemCount: itemCount), [])
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
