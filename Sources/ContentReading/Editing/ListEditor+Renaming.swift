public import Diagnostics
import PackingLists

extension ListEditor {
  /// Gives an item another name; quantity, weight, marks and note stay.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - name: The new name.
  /// - Throws: A diagnostic where the new name would be read as something else.
  public mutating func rename(_ index: Int, to name: String) throws(Diagnostic) {
    let item = draft.items[index]
    let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else {
      throw refusal("an item needs a name", index, hint: "write what it is")
    }
    guard ItemLine.isOnlyName(words, options) else {
      throw refusal(
        "\"\(words)\" is more than a name", index,
        hint: "leave quantity, weight, marks and note out: the item's own stay as they are")
    }
    var renamed = item
    renamed.name = words
    let old = ListContent(draft)
    var expected = old
    expected.items[index].name = words
    for inner in itemsInside(index) where expected.items[inner].parent == item.name {
      expected.items[inner].parent = words
    }
    let line = firstLine(of: item)
    var candidates: [[TextEdit]] = []
    for start in wordStarts(afterBoxOf: item) where start <= line.upperBound {
      if let place = ByteSearch.first(Array(item.name.utf8), in: bytes[start..<line.upperBound]) {
        candidates.append([
          TextEdit(offset: place.lowerBound, deleted: place.count, inserted: cell(words, of: item))
        ])
      }
      // Where marks or signs stand within the name, the line is written anew.
      for end in item.row == nil ? lineEnds(of: item, from: start) : [] {
        let text = ItemLine.words(of: renamed.with(noteIn: bytes[start..<end]), options: options)
        candidates.append([
          TextEdit(offset: start, deleted: end - start, inserted: Array(text.utf8))
        ])
      }
    }
    let isMade = make(firstOf: candidates) { new, _ in
      let content = ListContent(new)
      guard content.items.indices.contains(index), content.prose == old.prose,
        content.agrees(apartFromItemsWith: old),
        // Below a table a line without its bullet is a row.
        (new.items[index].row == nil) == (item.row == nil)
      else { return false }
      // The name is compared as it is kept: in one normal form.
      return content.items[index].name == words && content.items == expected.items
    }
    guard isMade else {
      throw refusal(
        "\"\(words)\" would not be read as the name of this item", index,
        hint: "choose another name, or change the line in the file")
    }
  }

  /// Adds a mark such as `#unused` to an item.
  ///
  /// - Parameters:
  ///   - mark: The mark, as it is written.
  ///   - index: The item.
  ///   - isRead: Whether an item has the mark.
  /// - Throws: A diagnostic where there is no place for it.
  public mutating func add(
    mark: String, to index: Int, where isRead: (ItemDraft) -> Bool
  ) throws(Diagnostic) {
    let item = draft.items[index]
    guard !isRead(item) else { return }
    var ends: [Int] = []
    if let row = item.row {
      let cells = RowCells(item.bytes, in: bytes).ranges
      if cells.indices.contains(row.item) {
        ends.append(Blanks.trimmed(cells[row.item], in: bytes).upperBound)
      }
    } else {
      let source = source
      let first = source.lineIndex(of: item.bytes.lowerBound)
      let last = source.lineIndex(of: item.bytes.upperBound)
      for line in first...max(first, last) {
        ends.append(Blanks.trimmed(source.line(line), in: bytes).upperBound)
      }
    }
    let old = ListContent(draft)
    let isMade = make(
      firstOf: ends.map { [TextEdit(offset: $0, inserted: [0x20] + Array(mark.utf8))] }
    ) { new, _ in
      let content = ListContent(new)
      guard content.items.count == old.items.count, isRead(content.items[index]) else {
        return false
      }
      return content.items.indices.allSatisfy { other in
        other == index
          ? content.items[other].name == old.items[other].name
            && content.items[other].note == old.items[other].note
          : content.items[other] == old.items[other]
      }
    }
    guard isMade else {
      throw refusal(
        "there is no place for \"\(mark)\" on this item's line", index,
        hint: "write it at the end of the item's name")
    }
  }

  // MARK: Places

  /// The line of an item that holds its name, or the cell in its row.
  private func firstLine(of item: ItemDraft) -> Range<Int> {
    if let row = item.row {
      let cells = RowCells(item.bytes, in: bytes).ranges
      if cells.indices.contains(row.item) { return cells[row.item] }
    }
    let source = source
    let start = wordStarts(of: item).first ?? item.bytes.lowerBound
    return start..<max(start, source.line(source.lineIndex(of: start)).upperBound)
  }

  /// Where an item's words begin, behind its box.
  func wordStarts(afterBoxOf item: ItemDraft) -> [Int] {
    let line = firstLine(of: item)
    guard let box = item.box, line.contains(box.lowerBound) || line.lowerBound == box.lowerBound
    else { return wordStarts(of: item) }
    var start = box.upperBound
    if !(box.count == 3 && bytes[box.lowerBound] == 0xE2) { start += 1 }
    while start < line.upperBound, bytes[start].isLineBlank { start += 1 }
    return [start]
  }

  private func cell(_ words: String, of item: ItemDraft) -> [UInt8] {
    guard item.row != nil else { return Array(words.utf8) }
    return Array(words.utf8).flatMap { $0 == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), $0] : [$0] }
  }

  /// Where the lines of an item's words may end: its first, or one of a few below it.
  private func lineEnds(of item: ItemDraft, from start: Int) -> [Int] {
    let source = source
    let first = source.lineIndex(of: start)
    let last = source.lineIndex(of: max(start, item.bytes.upperBound - 1))
    return (first...min(max(first, last), first + 5)).map { line in
      max(start, Blanks.trimmed(source.line(line), in: bytes).upperBound)
    }
  }
}

extension ItemDraft {
  /// The item with those lines of its note that stand in some bytes.
  fileprivate func with(noteIn bytes: ArraySlice<UInt8>) -> ItemDraft {
    var result = self
    let kept = (note ?? "").split(separator: "\n").filter {
      ByteSearch.first(Array($0.utf8), in: bytes) != nil
    }
    result.note = kept.isEmpty ? nil : kept.joined(separator: "\n")
    return result
  }
}
