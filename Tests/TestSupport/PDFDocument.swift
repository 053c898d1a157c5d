import Foundation

/// What is on the pages of a PDF file, as poppler's tools read it.
public struct PDFDocument: Sendable {
  /// The reader of words and places.
  public static let reader = ExternalTool("pdftotext", package: "poppler-utils")
  /// The painter of pages.
  public static let painter = ExternalTool("pdftoppm", package: "poppler-utils")

  /// A word and where it stands: points (1/72 inch) from the page's upper left corner.
  public struct Word: Sendable, Hashable {
    /// The word.
    public let text: String
    /// Its left edge.
    public let left: Double
    /// Its upper edge.
    public let top: Double
    /// Its right edge.
    public let right: Double
    /// Its lower edge.
    public let bottom: Double
  }

  /// One page.
  public struct Page: Sendable {
    /// Its width in points.
    public let width: Double
    /// Its height in points.
    public let height: Double
    /// Its words in the order in which the file draws them.
    public let words: [Word]

    /// All its words, with a space between two.
    public var text: String { words.map(\.text).joined(separator: " ") }
  }

  /// Where a text stands.
  public struct Occurrence: Sendable {
    /// The page's place in the document, from 0.
    public let page: Int
    /// The words that make up the text; the outer two may hold more than the text.
    public let words: [Word]

    /// Its upper edge in points.
    public var top: Double { words.map(\.top).min() ?? 0 }
    /// Its lower edge in points.
    public var bottom: Double { words.map(\.bottom).max() ?? 0 }
    /// Its left edge in points.
    public var left: Double { words.map(\.left).min() ?? 0 }
    /// Its right edge in points.
    public var right: Double { words.map(\.right).max() ?? 0 }
  }

  /// The file.
  public let file: URL
  /// Its pages in order.
  public let pages: [Page]

  // All letters of a page without spaces: how words are cut and wrapped does not matter then.
  private let letters: [Letters]

  private struct Letters: Sendable {
    var bytes: [UInt8] = []
    var wordOfByte: [Int] = []
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a PDF file.
  ///
  /// - Throws: `ExternalTool.Failure` where poppler is missing or cannot read the file.
  public init(_ file: URL) throws {
    self.file = file
    // "-raw" keeps the order of drawing, which is the order of the page's HTML.
    let outcome = try Self.reader.run(
      ["-raw", "-bbox", "-q", file.path, "-"], in: file.deletingLastPathComponent())
    pages = try Self.pages(in: outcome.output)
    letters = pages.map { page in
      var letters = Letters()
      for (index, word) in page.words.enumerated() {
        let bytes = Self.squeezed(word.text)
        letters.bytes += bytes
        letters.wordOfByte += Array(repeating: index, count: bytes.count)
      }
      return letters
    }
  }

  /// All places of a text, in order; spaces and line breaks do not count, and no place may lie
  /// across two pages.
  public func occurrences(of text: String) -> [Occurrence] {
    let wanted = Self.squeezed(text)
    guard let first = wanted.first else { return [] }
    var found: [Occurrence] = []
    for (page, letters) in letters.enumerated() {
      var start = 0
      while start + wanted.count <= letters.bytes.count {
        let range = start..<start + wanted.count
        if letters.bytes[start] == first, letters.bytes[range].elementsEqual(wanted) {
          let words = pages[page].words[
            letters.wordOfByte[start]...letters.wordOfByte[range.upperBound - 1]]
          found.append(Occurrence(page: page, words: Array(words)))
          start = range.upperBound
        } else {
          start += 1
        }
      }
    }
    return found
  }

  /// Paints the pages in greys.
  ///
  /// - Parameter dotsPerInch: How fine.
  /// - Returns: A picture a page, in order.
  /// - Throws: `ExternalTool.Failure` where poppler is missing or does not paint.
  public func painted(dotsPerInch: Int) throws -> [PaintedPage] {
    let folder = try TemporaryFolder()
    try Self.painter.run(
      ["-gray", "-r", "\(dotsPerInch)", file.path, "page"], in: folder.url)
    return try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      .map {
        try PaintedPage(
          folder.url.appendingPathComponent($0), dotsPerPoint: Double(dotsPerInch) / 72)
      }
  }

  // MARK: Reading poppler's answer

  /// The text's bytes without spaces and without the invisible marks around right-to-left text.
  private static func squeezed(_ text: String) -> [UInt8] {
    let kept = text.unicodeScalars.filter {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .format
    }
    return Array(String(String.UnicodeScalarView(kept)).utf8)
  }

  private static func pages(in html: String) throws -> [Page] {
    var pages: [Page] = []
    for line in html.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("<page ") {
        pages.append(
          Page(
            width: try number("width", in: line), height: try number("height", in: line),
            words: []))
      } else if line.hasPrefix("<word "), let page = pages.popLast() {
        let word = Word(
          text: try content(of: line), left: try number("xMin", in: line),
          top: try number("yMin", in: line), right: try number("xMax", in: line),
          bottom: try number("yMax", in: line))
        pages.append(
          Page(width: page.width, height: page.height, words: page.words + [word]))
      }
    }
    return pages
  }

  private static func number(_ name: String, in line: Substring) throws -> Double {
    guard let start = line.range(of: "\(name)=\"")?.upperBound,
      let end = line[start...].firstIndex(of: "\""), let number = Double(line[start..<end])
    else { throw Problem(description: "no \(name) in \(line)") }
    return number
  }

  private static func content(of line: Substring) throws -> String {
    guard let start = line.firstIndex(of: ">"), let end = line.range(of: "</word>")?.lowerBound
    else { throw Problem(description: "no word in \(line)") }
    return line[line.index(after: start)..<end].replacingOccurrences(of: "&lt;", with: "<")
      .replacingOccurrences(of: "&gt;", with: ">").replacingOccurrences(of: "&quot;", with: "\"")
      .replacingOccurrences(of: "&#39;", with: "'").replacingOccurrences(of: "&apos;", with: "'")
      .replacingOccurrences(of: "&amp;", with: "&")
  }
}
