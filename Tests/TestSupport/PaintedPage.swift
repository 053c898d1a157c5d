import Foundation

/// A page of paper as greys: 0 is black, 255 is white.
public struct PaintedPage: Sendable {
  private let width: Int
  private let height: Int
  private let greys: [UInt8]
  private let dotsPerPoint: Double

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a binary PGM file.
  ///
  /// - Parameters:
  ///   - file: The picture.
  ///   - dotsPerPoint: How many dots make a point, 1/72 inch.
  /// - Throws: Where the file cannot be read or is no such picture.
  init(_ file: URL, dotsPerPoint: Double) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    // "P5", width, height and 255, each ended by one white space; then the dots.
    let head = bytes.split(maxSplits: 4, omittingEmptySubsequences: true) { $0 == 10 || $0 == 32 }
    guard head.count == 5, head[0].elementsEqual("P5".utf8),
      let width = Int(String(decoding: head[1], as: UTF8.self)),
      let height = Int(String(decoding: head[2], as: UTF8.self)), head[4].count == width * height
    else { throw Problem(description: "\(file.lastPathComponent) is no grey picture") }
    self.width = width
    self.height = height
    self.dotsPerPoint = dotsPerPoint
    greys = Array(head[4])
  }

  /// The share of dark dots in a rectangle, from 0 to 1; all lengths are points from the page's
  /// upper left corner.
  public func ink(left: Double, top: Double, right: Double, bottom: Double) -> Double {
    let columns = dots(left, right, within: width)
    let rows = dots(top, bottom, within: height)
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    var dark = 0
    for row in rows {
      for column in columns where greys[row * width + column] < 128 { dark += 1 }
    }
    return Double(dark) / Double(columns.count * rows.count)
  }

  /// The share of white dots on the whole page, from 0 to 1.
  public var whiteness: Double {
    Double(greys.count { $0 > 250 }) / Double(greys.count)
  }

  private func dots(_ from: Double, _ to: Double, within count: Int) -> Range<Int> {
    let lower = min(max(Int(from * dotsPerPoint), 0), count)
    return lower..<max(lower, min(Int(to * dotsPerPoint), count))
  }
}
