/// The cells of a table's row, as they stand in the file.
struct RowCells {
  /// The bytes between the bars, blanks included.
  let ranges: [Range<Int>]

  /// Splits a row.
  ///
  /// - Parameters:
  ///   - row: The bytes of the row, from its first bar or word to the end of its line.
  ///   - bytes: The file.
  init(_ row: Range<Int>, in bytes: [UInt8]) {
    let bar = UInt8(ascii: "|")
    var ranges: [Range<Int>] = []
    var start = row.lowerBound
    if start < row.upperBound, bytes[start] == bar { start += 1 }
    var index = start
    while index < row.upperBound {
      // A bar after a backslash is text, in code as well.
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < row.upperBound {
        index += 2
        continue
      }
      if bytes[index] == bar {
        ranges.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    if !Blanks.trimmed(start..<row.upperBound, in: bytes).isEmpty {
      ranges.append(start..<row.upperBound)
    }
    self.ranges = ranges
  }

  /// What makes a cell hold some words, as wide as it was where there is room.
  ///
  /// - Returns: Nil where the row has no such cell.
  func edit(of column: Int, to words: [UInt8], in bytes: [UInt8]) -> TextEdit? {
    guard ranges.indices.contains(column) else { return nil }
    let cell = ranges[column]
    let inner = Blanks.trimmed(cell, in: bytes)
    // A cell without words keeps one blank at its start, where it has any.
    let start =
      inner.isEmpty
      ? min(cell.lowerBound + 1, cell.upperBound) : inner.lowerBound
    let old = inner.isEmpty ? 0 : inner.count
    let spare = cell.upperBound - start - old
    let oldWidth = TextWidth.of(bytes[start..<start + old])
    let newWidth = TextWidth.of(words[...])
    if newWidth <= oldWidth {
      let filler = [UInt8](repeating: 0x20, count: oldWidth - newWidth)
      return TextEdit(offset: start, deleted: old, inserted: words + filler)
    }
    let needed = newWidth - oldWidth
    // One blank stays before the bar.
    let eaten = max(0, min(needed, spare - 1))
    // Cells without blanks stay without.
    let isSpaced = !cell.isEmpty && bytes[cell.lowerBound].isLineBlank
    return TextEdit(
      offset: start, deleted: old + eaten,
      inserted: words + (spare == 0 && isSpaced ? [0x20] : []))
  }

  /// The words of a cell as they stand in the file; nil where the row has no such cell.
  func words(of column: Int, in bytes: [UInt8]) -> [UInt8]? {
    guard ranges.indices.contains(column) else { return nil }
    return Array(bytes[Blanks.trimmed(ranges[column], in: bytes)])
  }
}

/// How wide words are in a text editor: a column for each character.
enum TextWidth {
  static func of(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }
}
