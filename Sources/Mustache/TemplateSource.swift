/// A template's text, and the way from its byte offsets to lines and columns.
struct TemplateSource: Sendable {
  /// How many problems of one template are kept: nobody reads more, and a file that is no template
  /// at all may have a million.
  static let problemLimit = 100

  let name: String
  let bytes: [UInt8]
  /// Where the text begins: after a byte order mark, if there is one.
  let start: Int
  private let lineStarts: [Int]

  init(name: String, text: String) {
    self.name = name
    bytes = Array(text.utf8)
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lineStarts = [start]
    for (offset, byte) in bytes.enumerated() where byte == newline {
      lineStarts.append(offset + 1)
    }
    self.lineStarts = lineStarts
  }

  private init(copyOf other: TemplateSource) {
    name = other.name
    bytes = other.bytes.map(\.self)
    start = other.start
    lineStarts = other.lineStarts.map(\.self)
  }

  /// The same in memory of its own.
  var copy: TemplateSource { TemplateSource(copyOf: self) }

  /// The text between two offsets.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The line and column of an offset.
  func place(_ offset: Int) -> TemplatePlace {
    let line = lineIndex(offset)
    return TemplatePlace(template: name, line: line + 1, column: offset - lineStarts[line] + 1)
  }

  /// Makes a problem about a range of bytes; what is beyond the end of its first line is not marked.
  func problem(
    _ kind: TemplateProblem.Kind, _ message: String, at range: Range<Int>, hint: String? = nil,
    related: TemplatePlace? = nil
  ) -> TemplateProblem {
    let lineStart = lineStarts[lineIndex(range.lowerBound)]
    var lineEnd = range.lowerBound
    while lineEnd < bytes.count, bytes[lineEnd] != newline { lineEnd += 1 }
    if lineEnd > lineStart, bytes[lineEnd - 1] == carriageReturn { lineEnd -= 1 }
    return TemplateProblem(
      kind: kind, message: message, at: place(range.lowerBound),
      length: max(0, min(range.upperBound, lineEnd) - range.lowerBound),
      // Packed into one line, a megabyte would be repeated with each problem.
      sourceLine: lineEnd - lineStart > 10_000 ? "" : text(lineStart..<lineEnd), hint: hint,
      related: related)
  }

  private func lineIndex(_ offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: Blank parts of lines

extension TemplateSource {
  /// Whether a line begins at that offset.
  func isLineStart(_ offset: Int) -> Bool {
    offset == start || bytes[offset - 1] == newline
  }

  /// The start of the line, if nothing but spaces and tabs stands between it and the offset.
  func blankLineStart(before offset: Int) -> Int? {
    var begin = offset
    while begin > start, isBlank(bytes[begin - 1]) { begin -= 1 }
    return isLineStart(begin) ? begin : nil
  }

  /// The start of the next line, or the end of the text, if only spaces and tabs are in between.
  func blankLineEnd(after offset: Int) -> Int? {
    var end = blankEnd(from: offset)
    if end < bytes.count, bytes[end] == carriageReturn { end += 1 }
    if end < bytes.count, bytes[end] == newline { return end + 1 }
    return end == bytes.count ? end : nil
  }

  /// The offset after the spaces and tabs that begin at an offset.
  func blankEnd(from offset: Int) -> Int {
    var end = offset
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    return end
  }

  /// Whether these bytes stand at that offset.
  func has(_ expected: [UInt8], at offset: Int) -> Bool {
    guard offset + expected.count <= bytes.count else { return false }
    for (index, byte) in expected.enumerated() where bytes[offset + index] != byte { return false }
    return true
  }
}

let newline = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")

func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == newline || byte == carriageReturn }
