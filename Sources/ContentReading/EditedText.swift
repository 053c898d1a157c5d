/// A change of a text: so many bytes from an offset are replaced.
struct TextEdit {
  var offset: Int
  var deleted: Int = 0
  var inserted: [UInt8]
}

/// A text after edits, which still knows where each byte came from.
struct EditedText {
  let bytes: [UInt8]
  /// The offset of each line's first byte in `bytes`.
  let lineStarts: [Int]
  private let anchors: [Anchor]

  private struct Anchor {
    /// Where what was inserted starts, in the edited text.
    var edited: Int
    var inserted: Int
    /// Where it was inserted, in the original.
    var original: Int
    var deleted: Int
  }

  /// Makes the text of a file from an offset on, with edits in order of their offsets.
  init(_ source: SourceText, from start: Int, edits: [TextEdit]) {
    var anchors = [Anchor(edited: 0, inserted: 0, original: start, deleted: 0)]
    guard !edits.isEmpty else {
      bytes = start == 0 ? source.bytes : Array(source.bytes[start...])
      lineStarts = Self.lineStarts(of: source, from: start)
      self.anchors = anchors
      return
    }
    var result: [UInt8] = []
    result.reserveCapacity(source.bytes.count - start + edits.count * 2)
    var copied = start
    for edit in edits where edit.offset >= copied {
      result.append(contentsOf: source.bytes[copied..<edit.offset])
      anchors.append(
        Anchor(
          edited: result.count, inserted: edit.inserted.count, original: edit.offset,
          deleted: edit.deleted))
      result.append(contentsOf: edit.inserted)
      copied = edit.offset + edit.deleted
    }
    result.append(contentsOf: source.bytes[copied...])
    bytes = result
    lineStarts = SourceText.lineStarts(of: result, from: 0)
    self.anchors = anchors
  }

  private static func lineStarts(of source: SourceText, from start: Int) -> [Int] {
    if start == 0 { return source.lineStarts }
    let first = source.lineIndex(of: start)
    return [0] + source.lineStarts[(first + 1)...].map { $0 - start }
  }

  /// Where in the file a byte of this text comes from; what was inserted lies at its edit.
  func originalOffset(_ offset: Int) -> Int {
    var low = 0
    var high = anchors.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if anchors[middle].edited <= offset { low = middle } else { high = middle }
    }
    let anchor = anchors[low]
    let beyond = offset - anchor.edited - anchor.inserted
    return beyond < 0 ? anchor.original : anchor.original + anchor.deleted + beyond
  }

  /// The offset in this text of a line and a column, both from 1.
  func offset(line: Int, column: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return line < 1 ? 0 : bytes.count }
    return min(bytes.count, max(0, lineStarts[line - 1] + column - 1))
  }
}
