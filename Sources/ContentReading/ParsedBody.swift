import Diagnostics
import Markdown

/// The part of a file below its front matter, parsed, with the way back to the file's bytes.
struct ParsedBody {
  let source: SourceText
  let text: EditedText
  let document: MarkdownDocument
  /// Whether the file has no list and no table, so that its lines are the items.
  let isPlain: Bool

  /// Parses a file from an offset on.
  ///
  /// Lines that people write as items or heads, but that cmark takes for something else, are
  /// mended first, in a copy; most files need none of it and are parsed once.
  init(_ source: SourceText, from start: Int) {
    var text = EditedText(source, from: start, edits: [])
    var document = MarkdownDocument(text.bytes)
    var isPlain = false
    var repairs = LineRepairs(source: source, start: start, document: document).edits()
    if !repairs.isEmpty {
      text = EditedText(source, from: start, edits: repairs)
      document = MarkdownDocument(text.bytes)
    }
    if !Self.hasList(document) {
      let lines = PlainLines(source: source, text: text, document: document).edits()
      if !lines.isEmpty {
        isPlain = true
        repairs = (lines + repairs).sorted { $0.offset < $1.offset }
        text = EditedText(source, from: start, edits: repairs)
        document = MarkdownDocument(text.bytes)
      }
    }
    self.source = source
    self.text = text
    self.document = document
    self.isPlain = isPlain
  }

  private static func hasList(_ document: MarkdownDocument) -> Bool {
    document.nodes.contains { node in
      switch node.kind {
      case .list, .table: true
      default: false
      }
    }
  }

  /// The offset in the file of a place in the parsed text.
  func offset(of position: MarkdownPosition) -> Int {
    text.originalOffset(text.offset(line: position.line, column: position.column))
  }

  /// Where a node starts in the file.
  func offset(of node: Int) -> Int {
    switch document.nodes[node].kind {
    case .tableRow: offset(ofRow: node)
    case .tableCell:
      offset(ofRow: document.nodes[node].parent) + document.nodes[node].start.column
        - document.nodes[document.nodes[node].parent].start.column
    default: offset(of: document.nodes[node].start)
    }
  }

  /// Where a row starts: cmark counts the columns of all rows from where the paragraph above the
  /// table, or its first row, is indented to.
  private func offset(ofRow row: Int) -> Int {
    let place = MarkdownPosition(line: document.nodes[row].start.line, column: 1)
    let line = source.line(source.lineIndex(of: offset(of: place)))
    return source.bytes[line].firstIndex { !$0.isLineBlank && $0 != UInt8(ascii: ">") }
      ?? line.lowerBound
  }

  /// The place in the file where a node starts.
  func position(of node: Int) -> FilePosition { source.position(of: offset(of: node)) }

  /// How many bytes a node takes in the line that it starts in, without blanks at its end.
  func firstLineLength(of node: Int) -> Int {
    let start = offset(of: node)
    var end = source.line(source.lineIndex(of: start)).upperBound
    while end > start, source.bytes[end - 1].isLineBlank { end -= 1 }
    return max(0, end - start)
  }

  /// How many bytes a link takes; 0 where cmark does not tell, or where it goes on in another line.
  func length(ofLink node: Int) -> Int {
    let start = offset(of: node)
    let end = offset(of: document.nodes[node].end) + 1
    guard document.nodes[node].start.line == document.nodes[node].end.line,
      start < end, end <= source.bytes.count, [0x29, 0x3E, 0x5D].contains(source.bytes[end - 1])
    else { return 0 }
    return end - start
  }

  /// The links and pictures that lead to a place in the site, in order.
  var relativeLinks: [Located<String>] {
    document.nodes.indices.compactMap { index in
      switch document.nodes[index].kind {
      case .link(let url, _), .image(let url, _):
        guard !url.isEmpty, !url.hasPrefix("#"), LinkTarget(of: url) == .relative else {
          return nil
        }
        return Located(url, at: position(of: index), length: length(ofLink: index))
      default: return nil
      }
    }
  }

  /// The bytes of the file from an offset to the end of a block's last line that is not empty.
  func bytes(from start: Int, throughEndOf node: Int) -> Range<Int> {
    let end = document.nodes[node].end
    let line = end.column == 0 ? end.line - 1 : end.line
    let first = source.lineIndex(of: start)
    var last = source.lineIndex(of: offset(of: MarkdownPosition(line: line, column: 1)))
    while last > first, isEmptyLine(last) { last -= 1 }
    return start..<max(start, source.line(max(first, last)).upperBound)
  }

  /// Whether a line of the file has nothing but blanks and the marks of quotes.
  private func isEmptyLine(_ index: Int) -> Bool {
    source.bytes[source.line(index)].allSatisfy { $0.isLineBlank || $0 == UInt8(ascii: ">") }
  }
}

/// Turns a text of bare lines into a list, one item for each.
struct PlainLines {
  let source: SourceText
  let text: EditedText
  let document: MarkdownDocument

  /// What makes each line of each paragraph an item.
  func edits() -> [TextEdit] {
    var edits: [TextEdit] = []
    for node in document.nodes {
      guard case .paragraph = node.kind else { continue }
      var line = node.start.line
      while line <= max(node.end.line, node.start.line), line <= text.lineStarts.count {
        let offset = text.originalOffset(text.lineStarts[line - 1])
        let range = source.line(source.lineIndex(of: offset))
        addItem(range, isLast: line == node.end.line, to: &edits)
        line += 1
      }
    }
    return edits
  }

  private func addItem(_ line: Range<Int>, isLast: Bool, to edits: inout [TextEdit]) {
    let prefix = LineScanner.afterQuoteMarks(source.bytes, line)
    var start = prefix
    while start < line.upperBound, source.bytes[start].isLineBlank { start += 1 }
    guard start < line.upperBound else { return }
    edits.append(
      TextEdit(offset: prefix, deleted: start - prefix, inserted: Array("- ".utf8)))
    // A hard break has nothing to break any more.
    if !isLast, source.bytes[line.upperBound - 1] == UInt8(ascii: "\\") {
      edits.append(TextEdit(offset: line.upperBound - 1, deleted: 1, inserted: []))
    }
  }
}

/// Looks at single lines of Markdown.
enum LineScanner {
  /// The first byte after the marks of block quotes, and the one blank after each.
  static func afterQuoteMarks(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
    var index = line.lowerBound
    while true {
      var next = index
      while next < line.upperBound, next - index < 3, bytes[next] == 0x20 { next += 1 }
      guard next < line.upperBound, bytes[next] == UInt8(ascii: ">") else { return index }
      index = next + 1
      if index < line.upperBound, bytes[index] == 0x20 { index += 1 }
    }
  }

  /// The byte after a bullet or number with a blank after it, or at the end of its line; nil where
  /// no item starts.
  static func afterItemMark(_ bytes: [UInt8], from start: Int, upTo end: Int) -> Int? {
    guard let mark = afterMark(bytes, from: start, upTo: end),
      mark == end || bytes[mark].isLineBlank || bytes[mark] == 0x0A || bytes[mark] == 0x0D
    else { return nil }
    return mark
  }

  /// The byte after a bullet or number, whatever follows it.
  static func afterMark(_ bytes: [UInt8], from start: Int, upTo end: Int) -> Int? {
    guard start < end else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): return start + 1
    case let digit where digit.isDigit:
      var index = start
      while index < end, index - start < 9, bytes[index].isDigit { index += 1 }
      guard index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ")")
      else { return nil }
      return index + 1
    default: return nil
    }
  }
}
