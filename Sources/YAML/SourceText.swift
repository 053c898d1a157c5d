/// The bytes of a YAML text, and the way from libyaml's character counts to lines and byte columns.
///
/// libyaml also ends lines at U+0085, U+2028 and U+2029, which no editor does; so its line numbers
/// are not used, only its count of characters from the start.
struct SourceText {
  let bytes: [UInt8]
  /// Where the text begins: after a byte order mark, if there is one.
  let start: Int
  private let firstLine: Int
  private let lineStarts: [Int]
  private let isASCII: Bool

  /// The last place looked up: marks come nearly in order, so the next is near.
  private var knownCharacter = 0
  private var knownOffset: Int

  init(_ bytes: [UInt8], firstLine: Int) {
    self.bytes = bytes
    self.firstLine = firstLine
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    knownOffset = start
    var lineStarts = [0]
    var seen: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      seen |= byte
      if byte == newline || (byte == carriageReturn && Self.byte(bytes, offset + 1) != newline) {
        lineStarts.append(offset + 1)
      }
    }
    self.lineStarts = lineStarts
    isASCII = seen < 0x80
  }

  private static func byte(_ bytes: [UInt8], _ offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// The byte there, nil outside the text.
  func byte(at offset: Int) -> UInt8? { Self.byte(bytes, offset) }

  /// The byte offset of the character with that number, counted from 0 at `start`.
  mutating func offset(ofCharacter character: Int) -> Int {
    if isASCII { return min(start + character, bytes.count) }
    while knownCharacter < character, knownOffset < bytes.count {
      knownOffset += 1
      while knownOffset < bytes.count, isContinuation(bytes[knownOffset]) { knownOffset += 1 }
      knownCharacter += 1
    }
    while knownCharacter > character, knownOffset > start {
      knownOffset -= 1
      while knownOffset > start, isContinuation(bytes[knownOffset]) { knownOffset -= 1 }
      knownCharacter -= 1
    }
    return knownOffset
  }

  /// The line and byte column of an offset.
  func position(ofOffset offset: Int) -> YAMLPosition {
    let line = lineIndex(ofOffset: offset)
    let lineStart = line == 0 ? min(start, offset) : lineStarts[line]
    return YAMLPosition(line: firstLine + line, column: offset - lineStart + 1)
  }

  /// The offset of the first byte of the line that holds an offset.
  func lineStart(ofOffset offset: Int) -> Int {
    max(lineStarts[lineIndex(ofOffset: offset)], start)
  }

  /// The offset after the last byte of that line, its line break left out.
  func lineEnd(ofOffset offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != newline, bytes[end] != carriageReturn { end += 1 }
    return end
  }

  /// The offset where the last line with text ends.
  func lastTextOffset() -> Int {
    var end = bytes.count
    while end > start, isBlank(bytes[end - 1]) || isLineBreak(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The text between two offsets.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  private func lineIndex(ofOffset offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

let newline = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")
let tab = UInt8(ascii: "\t")

func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == tab }
func isLineBreak(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
