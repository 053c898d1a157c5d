import Diagnostics

/// The bytes of one file, and where its lines start.
struct SourceText {
  /// The file, as its user would name it.
  let path: String
  /// All bytes of the file.
  let bytes: [UInt8]
  /// The first byte after a byte order mark.
  let start: Int
  /// The offset of each line's first byte; a byte order mark belongs to no line.
  let lineStarts: [Int]

  init(_ bytes: [UInt8], path: String) {
    self.path = path
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStarts = Self.lineStarts(of: bytes, from: start)
  }

  /// The offsets of the lines of a text; lines end as cmark ends them: LF, CR LF or CR.
  static func lineStarts(of bytes: [UInt8], from start: Int) -> [Int] {
    var starts = [start]
    starts.reserveCapacity((bytes.count - start) / 24 + 8)
    bytes.withUnsafeBufferPointer { bytes in
      var index = start
      let count = bytes.count
      while index < count {
        let byte = bytes[index]
        index += 1
        guard byte <= 0x0D, byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index < count, bytes[index] == 0x0A { index += 1 }
        starts.append(index)
      }
    }
    return starts
  }

  /// The index of the line that holds an offset, from 0.
  func lineIndex(of offset: Int) -> Int { lineStarts.lineIndex(of: offset) }

  /// The place of an offset.
  func position(of offset: Int) -> FilePosition {
    let line = lineIndex(of: offset)
    return FilePosition(
      path: path, line: line + 1, column: max(0, offset - lineStarts[line]) + 1)
  }

  /// The bytes of a line, from 0, without its end.
  func line(_ index: Int) -> Range<Int> {
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
    let begin = lineStarts[index]
    while end > begin, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return begin..<end
  }
}

extension [Int] {
  /// The index of the last element that is not above the offset; the first where all are.
  func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
