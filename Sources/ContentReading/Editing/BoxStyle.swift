/// How the boxes of a list are drawn.
struct BoxStyle: Equatable {
  /// A box of something that is to be packed.
  var open = Array("[ ]".utf8)
  /// A box of something that is packed.
  var packed = Array("[x]".utf8)
  /// What stands between a box and the words.
  var gap: [UInt8] = [0x20]

  /// The box that an item has; nil where it has none.
  init?(of item: ItemDraft, in bytes: [UInt8]) {
    guard let inner = item.box, !inner.isEmpty || inner.lowerBound > 0 else { return nil }
    let isDrawn = inner.count == 3 && bytes[inner.lowerBound] == 0xE2
    let start = isDrawn ? inner.lowerBound : inner.lowerBound - 1
    guard let box = Box(at: start, in: bytes, upTo: bytes.count) else { return nil }
    if isDrawn {
      let selector = bytes[start + 3..<start + box.length]
      open = Array("☐".utf8) + selector
      packed = Array((bytes[inner].elementsEqual("✅".utf8) ? "✅" : "☑").utf8) + selector
    } else if inner.isEmpty {
      open = Array("[]".utf8)
    } else if bytes[inner].contains(UInt8(ascii: "X")) {
      packed = Array("[X]".utf8)
    }
    var end = start + box.length
    while end < bytes.count, bytes[end].isLineBlank { end += 1 }
    gap = Array(bytes[(start + box.length)..<end])
  }

  /// Brackets, as nearly everybody has them.
  init() {}
}

extension ListEditor {
  /// The style of the box nearest to a place among the items; nil where the file has none.
  func boxStyle(near index: Int) -> BoxStyle? {
    guard hasBoxes else { return nil }
    for distance in 0...draft.items.count {
      for neighbour in [index - distance, index + distance]
      where draft.items.indices.contains(neighbour) {
        if let style = usualStyle(of: draft.items[neighbour]) { return style }
      }
    }
    return nil
  }

  /// The style of an item's box; the blank after it is left out only where all leave it out.
  func usualStyle(of item: ItemDraft) -> BoxStyle? {
    guard var style = BoxStyle(of: item, in: bytes) else { return nil }
    if style.gap.isEmpty,
      draft.items.contains(where: { BoxStyle(of: $0, in: bytes)?.gap.isEmpty == false })
    {
      style.gap = [0x20]
    }
    return style
  }

  /// The places where an item's words may begin, the likeliest first.
  func wordStarts(of item: ItemDraft) -> [Int] {
    let end = item.bytes.upperBound
    if let row = item.row {
      let cells = RowCells(item.bytes, in: bytes).ranges
      guard cells.indices.contains(row.item) else { return [] }
      return [Blanks.trimmed(cells[row.item], in: bytes).lowerBound]
    }
    var start = item.bytes.lowerBound
    start = LineScanner.afterItemMark(bytes, from: start, upTo: end) ?? start
    while start < end, bytes[start] <= 0x20 { start += 1 }
    var starts = [start]
    // A heading or a quote inside an item keeps its mark before the box.
    var index = start
    while index < end, bytes[index] == UInt8(ascii: "#") || bytes[index] == UInt8(ascii: ">") {
      index += 1
    }
    while index > start, index < end, bytes[index].isLineBlank { index += 1 }
    if index > start { starts.append(index) }
    return starts
  }
}
