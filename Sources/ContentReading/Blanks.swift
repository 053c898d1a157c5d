/// Bytes by number, from 0: an array, or the bytes of a text where they lie.
protocol ByteBuffer: RandomAccessCollection where Element == UInt8, Index == Int {}
extension [UInt8]: ByteBuffer {}
extension UnsafeBufferPointer<UInt8>: ByteBuffer {}

/// Spaces as people type them: ASCII ones, no-break, thin and ideographic ones.
enum Blanks {
  /// How many bytes the blank takes that starts at an index; 0 where none does.
  static func length(at index: Int, in bytes: some ByteBuffer, upTo end: Int) -> Int {
    guard index < end else { return 0 }
    switch bytes[index] {
    case 0x20, 0x09...0x0D: return 1
    case 0xC2: return index + 1 < end && bytes[index + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard index + 2 < end, bytes[index + 1] == 0x80 else { return 0 }
      return (0x80...0x8A).contains(bytes[index + 2]) || bytes[index + 2] == 0xAF ? 3 : 0
    case 0xE3:
      return index + 2 < end && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80 ? 3 : 0
    default: return 0
    }
  }

  /// How many bytes the blank takes that ends before an index; 0 where none does.
  static func length(before end: Int, in bytes: [UInt8], from start: Int) -> Int {
    guard end > start else { return 0 }
    let last = bytes[end - 1]
    if last == 0x20 || (0x09...0x0D).contains(last) { return 1 }
    guard last >= 0x80 else { return 0 }
    for size in 2...3 where end - size >= start {
      if length(at: end - size, in: bytes, upTo: end) == size { return size }
    }
    return 0
  }

  /// The range without the blanks at its ends.
  static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while true {
      let blank = length(at: start, in: bytes, upTo: end)
      if blank == 0 { break }
      start += blank
    }
    while true {
      let blank = length(before: end, in: bytes, from: start)
      if blank == 0 { break }
      end -= blank
    }
    return start..<end
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLineBlank: Bool { self == 0x20 || self == 0x09 }
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
