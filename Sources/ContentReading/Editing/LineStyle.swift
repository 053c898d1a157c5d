/// How a line of a list is written: what stands before, between and after its words.
struct LineStyle {
  /// The indentation, and the marks of quotes.
  var prefix: [UInt8] = []
  /// The bullet or the number; empty for a bare line.
  var mark = Array("-".utf8)
  /// What stands between the mark and the box or the words.
  var gap: [UInt8] = [0x20]
  /// The box; nil for none.
  var box: BoxStyle?
  /// Blanks at the end of the line.
  var trailing: [UInt8] = []
  /// Whether an empty line stands between two items.
  var isLoose = false

  /// A line with some words, without its ending.
  func line(_ words: [UInt8], isPacked: Bool, isLeftBehind: Bool = false) -> [UInt8] {
    var line = prefix + mark + gap
    if let box {
      line += isLeftBehind ? Array("[-]".utf8) : isPacked ? box.packed : box.open
      line += box.gap
    }
    return line + words + trailing
  }

  /// An empty line inside the quotes that the item stands in.
  var emptyLine: [UInt8] {
    guard let last = prefix.lastIndex(of: UInt8(ascii: ">")) else { return [] }
    return Array(prefix[...last])
  }
}

extension ListEditor {
  /// The style of a line after the last of some siblings.
  ///
  /// - Parameter siblings: Items of one category in the file's order; not in a table.
  /// - Returns: The style of the last one, with what they all share.
  func lineStyle(after siblings: [Int]) -> LineStyle {
    guard let last = siblings.last else { return newLineStyle }
    let item = draft.items[last]
    var style = LineStyle()
    style.prefix = linePrefix(of: item)
    (style.mark, style.gap) = mark(of: item)
    if siblings.count > 1, let number = Self.number(style.mark) {
      let before = Self.number(mark(of: draft.items[siblings[siblings.count - 2]]).mark)
      if before != number { style.mark = Self.numbered(number + 1, like: style.mark) }
    } else if let number = Self.number(style.mark) {
      style.mark = Self.numbered(number + 1, like: style.mark)
    }
    style.box =
      usualStyle(of: item)
      ?? siblings.reversed().lazy.compactMap { usualStyle(of: draft.items[$0]) }.first
      ?? boxStyle(near: last)
    if style.box != nil, style.gap.isEmpty, !style.mark.isEmpty, item.box == nil {
      style.gap = [0x20]
    }
    let ends = siblings.map { trailingBlanks(of: draft.items[$0]) }
    if let first = ends.first, ends.allSatisfy({ $0 == first }) { style.trailing = first }
    if siblings.count > 1 {
      let before = draft.items[siblings[siblings.count - 2]].bytes.upperBound
      style.isLoose = isOneGap(before, item.bytes.lowerBound)
    }
    return style
  }

  /// The style of a line that has no neighbours: that of the file's last entry.
  var newLineStyle: LineStyle {
    var style = LineStyle()
    if let last = draft.items.lastIndex(where: { $0.row == nil && $0.parent == nil }) {
      let (mark, gap) = mark(of: draft.items[last])
      if Self.number(mark) == nil { (style.mark, style.gap) = (mark, gap) }
      style.box = boxStyle(near: last)
    } else {
      style.box = draft.items.isEmpty ? BoxStyle() : boxStyle(near: 0)
    }
    if style.box != nil, style.gap.isEmpty, !style.mark.isEmpty { style.gap = [0x20] }
    return style
  }

  /// What stands before an item on its line: blanks and the marks of quotes.
  func linePrefix(of item: ItemDraft) -> [UInt8] {
    let source = source
    let start = source.lineStarts[source.lineIndex(of: item.bytes.lowerBound)]
    // The mark of an item that begins on the same line counts as indentation.
    return bytes[start..<max(start, item.bytes.lowerBound)].map { byte in
      byte == 0x09 || byte == UInt8(ascii: ">") ? byte : 0x20
    }
  }

  /// The mark of an item, and the blanks after it.
  func mark(of item: ItemDraft) -> (mark: [UInt8], gap: [UInt8]) {
    let (start, end) = (item.bytes.lowerBound, item.bytes.upperBound)
    let hasTightBox = item.box.map { $0.lowerBound < start + 8 } ?? false
    let found =
      LineScanner.afterItemMark(bytes, from: start, upTo: end)
      ?? (hasTightBox ? LineScanner.afterMark(bytes, from: start, upTo: end) : nil)
    guard let found else { return ([], []) }
    var after = found
    while after < end, bytes[after].isLineBlank { after += 1 }
    let isUsual = after < end && bytes[after] > 0x20 && after - found <= 4
    return (Array(bytes[start..<found]), isUsual ? Array(bytes[found..<after]) : [0x20])
  }

  private func trailingBlanks(of item: ItemDraft) -> [UInt8] {
    let source = source
    let line = source.line(source.lineIndex(of: item.bytes.lowerBound))
    var start = line.upperBound
    while start > line.lowerBound, bytes[start - 1].isLineBlank { start -= 1 }
    return Array(bytes[start..<line.upperBound])
  }

  /// Whether nothing but an empty line lies between the end of an item and the start of the next.
  private func isOneGap(_ end: Int, _ start: Int) -> Bool {
    guard end < start else { return false }
    let between = bytes[end..<start]
    let ending: UInt8 = between.contains(0x0A) ? 0x0A : 0x0D
    return between.count { $0 == ending } > 1
      && between.allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
  }

  private static func number(_ mark: [UInt8]) -> Int? {
    Int(String(decoding: mark.dropLast(), as: UTF8.self))
  }

  private static func numbered(_ number: Int, like mark: [UInt8]) -> [UInt8] {
    Array(String(number).utf8) + mark.suffix(1)
  }
}
