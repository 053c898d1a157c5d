public import Diagnostics
import Markdown
import PackingLists

extension ListEditor {
  /// Removes an item: its line, and the lines of its notes and details below it.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - withItemsInside: Whether items inside it go as well.
  /// - Throws: A diagnostic where items lie inside that are to stay, or no such change is found.
  public mutating func remove(_ index: Int, withItemsInside: Bool = false) throws(Diagnostic) {
    let inside = itemsInside(index)
    guard inside.isEmpty || withItemsInside else {
      let names = inside.prefix(3).map { draft.items[$0].name }.joined(separator: ", ")
      throw refusal(
        "\"\(draft.items[index].name)\" holds \(inside.count) other "
          + "\(inside.count == 1 ? "item" : "items"): \(names)", index,
        hint: "remove it with all that is in it by \"--all\", or move them out first")
    }
    let gone = Set([index] + inside)
    let candidates = removals(of: index)
    let old = ListContent(draft)
    var rest = old
    rest.items = old.items.indices.filter { !gone.contains($0) }.map { old.items[$0] }
    let isMade = make(firstOf: candidates) { new, _ in
      let content = ListContent(new)
      return content.items == rest.items && content.agrees(apartFromItemsWith: rest)
        && ListContent.isSubsequence(rest.prose, of: content.prose)
    }
    if isMade { return }
    // What stands in a file decides how the rest is read: without its last box, lists that were
    // prose hold items. The lines go all the same, and the person is told.
    let name = old.items[index].name
    let left = rest.items.map(\.name)
    let isGone = make(firstOf: candidates) { new, _ in
      new.items.count != old.items.count
        && ListContent.isSubsequence(left, of: new.items.map(\.name))
    }
    let isShorter =
      isGone
      || make(firstOf: Array(candidates.prefix(1))) { new, _ in
        new.items.count(where: { $0.name == name })
          < old.items.count(where: { $0.name == name })
      }
    guard isShorter else {
      throw refusal(
        "\"\(name)\" cannot be removed without changing how the rest is read", index,
        hint: "take the lines out of the file yourself")
    }
    notes.append(
      "without \"\(name)\" the rest of the file is read differently: \(draft.items.count) items")
  }

  /// What takes an item's lines away, the smallest first.
  private func removals(of index: Int) -> [[TextEdit]] {
    let item = draft.items[index]
    let lines = removal(ofLinesOf: item.bytes)
    var candidates = [[lines]]
    if item.row == nil {
      // A head that is an entry of a list goes with the last item below it.
      candidates += emptiedHeads(above: item).map { [removal(ofLinesOf: $0)] }
    } else if let edit = categoryForNextRow(index) {
      candidates.append([lines, edit])
    }
    candidates.append([
      TextEdit(offset: item.bytes.lowerBound, deleted: item.bytes.count, inserted: [])
    ])
    return candidates
  }

  /// Where a row names the category of the rows below it, the next one names it instead.
  private func categoryForNextRow(_ index: Int) -> TextEdit? {
    guard let column = draft.items[index].row?.category, index + 1 < draft.items.count,
      draft.items[index + 1].row?.category == column,
      let words = RowCells(draft.items[index].bytes, in: bytes).words(of: column, in: bytes),
      !words.isEmpty
    else { return nil }
    let next = RowCells(draft.items[index + 1].bytes, in: bytes)
    guard next.words(of: column, in: bytes)?.isEmpty == true else { return nil }
    return next.edit(of: column, to: words, in: bytes)
  }

  /// Takes whole lines away, and one of the two empty lines that would meet.
  private func removal(ofLinesOf range: Range<Int>) -> TextEdit {
    let source = source
    let first = source.lineIndex(of: range.lowerBound)
    let last = source.lineIndex(of: max(range.lowerBound, range.upperBound - 1))
    var start = source.lineStarts[first]
    var next = last + 1
    let isEmpty = { (line: Int) in
      line >= 0 && line < source.lineStarts.count
        && self.bytes[source.line(line)].allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
        && !(line == source.lineStarts.count - 1 && source.line(line).isEmpty)
    }
    if first > 0, isEmpty(first - 1) {
      if isEmpty(next) {
        next += 1
      } else if next >= source.lineStarts.count
        || (next == source.lineStarts.count - 1 && source.line(next).isEmpty)
      {
        start = source.lineStarts[first - 1]
      }
    }
    guard next >= source.lineStarts.count else {
      return TextEdit(offset: start, deleted: source.lineStarts[next] - start, inserted: [])
    }
    // The last line had no ending; the one before it has none now.
    while start > source.start, bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D {
      let ended = bytes[start - 1]
      start -= 1
      if ended == 0x0A, start > source.start, bytes[start - 1] == 0x0D { start -= 1 }
      break
    }
    return TextEdit(offset: start, deleted: bytes.count - start, inserted: [])
  }

  /// The entries above an item that hold nothing else.
  private func emptiedHeads(above item: ItemDraft) -> [Range<Int>] {
    let body = body
    let document = body.document
    guard
      var node = document.nodes.indices.first(where: { node in
        guard case .item = document.nodes[node].kind else { return false }
        return body.offset(of: node) == item.bytes.lowerBound
          || source.lineIndex(of: body.offset(of: node))
            == source.lineIndex(of: item.bytes.lowerBound)
            && body.offset(of: node) >= item.bytes.lowerBound
      })
    else { return [] }
    var heads: [Range<Int>] = []
    while true {
      let list = document.nodes[node].parent
      guard list > 0, document.nodes[list].subtreeEnd == document.nodes[node].subtreeEnd,
        list + 1 == node
      else { return heads }
      node = document.nodes[list].parent
      guard case .item = document.nodes[node].kind else { return heads }
      heads.append(body.bytes(from: body.offset(of: node), throughEndOf: node))
    }
  }
}
