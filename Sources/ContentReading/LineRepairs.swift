import Markdown

/// Finds the lines that are written as items or heads, but that cmark takes for something else.
///
/// - `-[ ] socks`: a box right after its bullet makes a paragraph.
/// - `**Shoes**` at the margin below an item: cmark adds it to that item's words.
/// - `[x]: tent`: reads as the target of links named `x`, and turns every ticked box into one.
/// - `x{nights*2*travellers}`: reads as emphasis.
struct LineRepairs {
  private let source: SourceText
  private let firstLine: Int
  /// What cmark made of each line, from the first one of the body.
  private var roles: [Role]
  private var bytes: [UInt8] { source.bytes }

  private struct Role: OptionSet {
    let rawValue: UInt8
    /// Code or HTML: as it is.
    static let verbatim = Role(rawValue: 1)
    static let list = Role(rawValue: 2)
  }

  init(source: SourceText, start: Int, document: MarkdownDocument) {
    self.source = source
    firstLine = source.lineIndex(of: start)
    roles = Array(repeating: [], count: source.lineStarts.count - firstLine)
    var listEnd = 0
    for index in document.nodes.indices {
      let node = document.nodes[index]
      switch node.kind {
      case .codeBlock, .htmlBlock: mark(node, as: .verbatim)
      case .list where index >= listEnd:
        mark(node, as: .list)
        listEnd = node.subtreeEnd
      default: break
      }
    }
  }

  private mutating func mark(_ node: MarkdownNode, as role: Role) {
    let last = min(node.end.line, roles.count)
    guard node.start.line >= 1, node.start.line <= last else { return }
    for line in node.start.line...last { roles[line - 1].insert(role) }
  }

  /// The edits that make cmark read each such line as it was meant, in order.
  func edits() -> [TextEdit] {
    var edits: [TextEdit] = []
    for index in roles.indices where !roles[index].contains(.verbatim) {
      let line = source.line(firstLine + index)
      guard !line.isEmpty else { continue }
      let first = LineScanner.afterQuoteMarks(bytes, line)
      var start = first
      while start < line.upperBound, bytes[start].isLineBlank { start += 1 }
      guard start < line.upperBound else { continue }
      if roles[index].contains(.list), isHead(start..<line.upperBound, margin: first, at: index) {
        edits += headEdits(line, first)
        continue
      }
      addBoxEdits(start, upTo: line.upperBound, to: &edits)
      addExpressionEdits(start..<line.upperBound, to: &edits)
    }
    return edits
  }

  // MARK: Boxes

  private func addBoxEdits(_ start: Int, upTo end: Int, to edits: inout [TextEdit]) {
    var content = start
    if let mark = LineScanner.afterMark(bytes, from: start, upTo: end), mark < end {
      if bytes[mark] == UInt8(ascii: "[") {
        if let box = box(at: mark, upTo: end) {
          edits.append(TextEdit(offset: mark, inserted: [0x20]))
          if isTarget(after: mark + box.length, upTo: end) {
            edits.append(TextEdit(offset: mark, inserted: Array("\\".utf8)))
          }
        }
        return
      }
      guard bytes[mark].isLineBlank else { return }
      content = mark
      while content < end, bytes[content].isLineBlank { content += 1 }
    }
    guard content < end, bytes[content] == UInt8(ascii: "["),
      let box = Box(at: content, in: bytes, upTo: end),
      isTarget(after: content + box.length, upTo: end)
    else { return }
    edits.append(TextEdit(offset: content, inserted: Array("\\".utf8)))
  }

  /// The box at an index, unless it is the text of a link.
  private func box(at index: Int, upTo end: Int) -> Box? {
    guard let box = Box(at: index, in: bytes, upTo: end) else { return nil }
    let next = index + box.length
    if next < end, bytes[next] == UInt8(ascii: "(") || bytes[next] == UInt8(ascii: "[") {
      return nil
    }
    return box
  }

  private func isTarget(after index: Int, upTo end: Int) -> Bool {
    index < end && bytes[index] == UInt8(ascii: ":")
  }

  // MARK: Heads at the margin

  /// Whether a line that cmark added to an item's words is a head: at the margin, all bold or with
  /// a colon at its end, and with a list or table after it.
  private func isHead(_ range: Range<Int>, margin: Int, at index: Int) -> Bool {
    guard range.lowerBound == margin, index > 0 else { return false }
    let words = Blanks.trimmed(range, in: bytes)
    guard let last = words.isEmpty ? nil : bytes[words.upperBound - 1],
      LineScanner.afterItemMark(bytes, from: words.lowerBound, upTo: words.upperBound) == nil
    else { return false }
    let endsInColon = last == UInt8(ascii: ":") || bytes[words].suffix(3).elementsEqual("：".utf8)
    guard isBold(words) || (endsInColon && isProse(words) && isItem(index - 1)) else {
      return false
    }
    return isListNext(after: index)
  }

  private func isBold(_ words: Range<Int>) -> Bool {
    var words = words
    if bytes[words.upperBound - 1] == UInt8(ascii: ":") {
      words = words.lowerBound..<words.upperBound - 1
    }
    guard words.count > 4 else { return false }
    let mark = bytes[words.lowerBound]
    guard mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_"),
      bytes[words.lowerBound + 1] == mark, bytes[words.upperBound - 1] == mark,
      bytes[words.upperBound - 2] == mark
    else { return false }
    var index = words.lowerBound + 2
    while index < words.upperBound - 2 {
      if bytes[index] == mark, bytes[index + 1] == mark, index + 1 < words.upperBound - 2 {
        return false
      }
      index += 1
    }
    return true
  }

  /// Whether a line starts no other block.
  private func isProse(_ words: Range<Int>) -> Bool {
    switch bytes[words.lowerBound] {
    case UInt8(ascii: "#"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: "`"),
      UInt8(ascii: "~"), UInt8(ascii: ">"), UInt8(ascii: "["):
      false
    default: true
    }
  }

  private func content(of index: Int) -> Range<Int> {
    let line = source.line(firstLine + index)
    var start = LineScanner.afterQuoteMarks(bytes, line)
    while start < line.upperBound, bytes[start].isLineBlank { start += 1 }
    return start..<line.upperBound
  }

  private func isItem(_ index: Int) -> Bool {
    let words = content(of: index)
    return LineScanner.afterItemMark(bytes, from: words.lowerBound, upTo: words.upperBound) != nil
      || isTightBox(words)
  }

  private func isTightBox(_ words: Range<Int>) -> Bool {
    guard let mark = LineScanner.afterMark(bytes, from: words.lowerBound, upTo: words.upperBound)
    else { return false }
    return box(at: mark, upTo: words.upperBound) != nil
  }

  private func isListNext(after index: Int) -> Bool {
    var next = index + 1
    while next < roles.count, content(of: next).isEmpty { next += 1 }
    guard next < roles.count else { return false }
    if isItem(next) { return true }
    guard next + 1 < roles.count else { return false }
    return isTableRule(content(of: next + 1))
  }

  private func isTableRule(_ words: Range<Int>) -> Bool {
    bytes[words].contains(UInt8(ascii: "-"))
      && bytes[words].allSatisfy {
        $0.isLineBlank || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "|")
          || $0 == UInt8(ascii: ":")
      }
  }

  /// Empty lines before and after, inside the quote that the line stands in.
  private func headEdits(_ line: Range<Int>, _ first: Int) -> [TextEdit] {
    let quote = Array(bytes[line.lowerBound..<first])
    return [
      TextEdit(offset: line.lowerBound, inserted: quote + [0x0A]),
      TextEdit(offset: line.upperBound, inserted: [0x0A] + quote),
    ]
  }

  // MARK: Expressions

  private func addExpressionEdits(_ range: Range<Int>, to edits: inout [TextEdit]) {
    guard let brace = bytes[range].firstIndex(of: UInt8(ascii: "{")),
      let end = bytes[brace..<range.upperBound].lastIndex(of: UInt8(ascii: "}"))
    else { return }
    var index = brace
    var isInside = false
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "{"): isInside = true
      case UInt8(ascii: "}"): isInside = false
      case UInt8(ascii: "*"), UInt8(ascii: "_"):
        if isInside, index > 0, bytes[index - 1] != UInt8(ascii: "\\") {
          edits.append(TextEdit(offset: index, inserted: Array("\\".utf8)))
        }
      default: break
      }
      index += 1
    }
  }
}
