public import Diagnostics
import PackingLists

extension ListEditor {
  /// Ticks or clears the boxes of items.
  ///
  /// One character changes in each box. An item without a box gets one in the file's style; where
  /// the file has no box at all and one alone would turn its other lists into prose, all its items
  /// get one. In a table, the column that says what is packed is used where there is one.
  /// - Parameters:
  ///   - isPacked: Whether they are to be packed.
  ///   - indices: The items.
  /// - Returns: How many of them changed; the others were as wanted.
  /// - Throws: A diagnostic where an item's place in the file allows no box.
  @discardableResult
  public mutating func setPacked(_ isPacked: Bool, _ indices: [Int]) throws(Diagnostic) -> Int {
    let changing = indices.filter { draft.items[$0].isPacked != isPacked }
    guard !changing.isEmpty else { return 0 }
    if makePacked(isPacked, changing) { return changing.count }
    guard changing.count > 1 else {
      throw refusal(
        "this item cannot be marked as \(isPacked ? "packed" : "not packed") where it stands",
        changing[0],
        hint: draft.items[changing[0]].row == nil
          ? "write it as an entry of its own: \"- [ ] \(draft.items[changing[0]].name)\""
          : "give the table a column \"Packed\"")
    }
    for index in changing { try setPacked(isPacked, [index]) }
    return changing.count
  }

  private mutating func makePacked(_ isPacked: Bool, _ indices: [Int]) -> Bool {
    var candidates: [[TextEdit]] = []
    for place in 0...1 {
      for gap in [nil, [0x20]] as [[UInt8]?] {
        let hasHeavySigns = hasHeavySigns
        let edits = indices.map {
          self.edit($0, isPacked, place: place, gap: gap, hasHeavySigns: hasHeavySigns)
        }
        guard edits.allSatisfy({ $0 != nil }) else { continue }
        let found = edits.compactMap(\.self)
        if !candidates.contains(where: { Self.isSame($0, found) }) { candidates.append(found) }
      }
    }
    let count = candidates.count
    if !hasBoxes, isPacked, let first = candidates.first {
      let others = Set(draft.items.indices).subtracting(indices).compactMap { index in
        draft.items[index].row?.packed == nil
          ? insertion(of: \.open, in: index, place: 0, gap: nil) : nil
      }
      candidates.append(first + others)
    }
    let old = ListContent(draft)
    var accepted = 0
    let isMade = make(firstOf: candidates) { new, candidate in
      accepted = candidate
      return Self.isPacking(indices, isPacked, old, ListContent(new))
    }
    if isMade, accepted >= count {
      notes.append("the list had no boxes: every item got one")
    }
    return isMade
  }

  private static func isSame(_ left: [TextEdit], _ right: [TextEdit]) -> Bool {
    zip(left, right).allSatisfy { $0.offset == $1.offset && $0.inserted == $1.inserted }
  }

  private static func isPacking(
    _ indices: [Int], _ isPacked: Bool, _ old: ListContent, _ new: ListContent
  ) -> Bool {
    guard new.items.count == old.items.count, new.prose == old.prose,
      old.agrees(apartFromItemsWith: new)
    else { return false }
    var expected = old.items
    for index in indices {
      expected[index].isPacked = isPacked
      // Packing what was to be left behind says that it comes along after all.
      expected[index].isLeftBehind = new.items[index].isLeftBehind
    }
    return expected == new.items
  }

  // MARK: One item

  private func edit(
    _ index: Int, _ isPacked: Bool, place: Int, gap: [UInt8]?, hasHeavySigns: Bool
  ) -> TextEdit? {
    let item = draft.items[index]
    if let box = item.box { return edit(ofBox: box, isPacked, hasHeavySigns: hasHeavySigns) }
    if place == 0, let row = item.row, let column = row.packed,
      let edit = edit(ofCell: column, in: item, isPacked)
    {
      return edit
    }
    return isPacked ? insertion(of: \.packed, in: index, place: place, gap: gap) : nil
  }

  private var hasHeavySigns: Bool {
    draft.items.contains { item in
      item.box.map { bytes[$0].elementsEqual("✅".utf8) } ?? false
    }
  }

  private func edit(ofBox box: Range<Int>, _ isPacked: Bool, hasHeavySigns: Bool) -> TextEdit {
    let inside = bytes[box]
    if box.count == 3, inside.first == 0xE2, inside.elementsEqual("☐".utf8) || !isPacked {
      let sign = isPacked ? (hasHeavySigns ? "✅" : "☑") : "☐"
      return TextEdit(offset: box.lowerBound, deleted: 3, inserted: Array(sign.utf8))
    }
    let sign = isPacked ? UInt8(ascii: "x") : 0x20
    // A wide box keeps its blanks around the one character.
    if let state = box.first(where: { bytes[$0] > 0x20 && bytes[$0] < 0x80 }) {
      return TextEdit(offset: state, deleted: 1, inserted: [sign])
    }
    let blank = Blanks.length(at: box.lowerBound, in: bytes, upTo: box.upperBound)
    return TextEdit(offset: box.lowerBound, deleted: blank, inserted: [sign])
  }

  private func insertion(
    of state: KeyPath<BoxStyle, [UInt8]>, in index: Int, place: Int, gap: [UInt8]?
  ) -> TextEdit? {
    let item = draft.items[index]
    guard item.box == nil else { return nil }
    let starts = wordStarts(of: item)
    guard starts.indices.contains(place) else { return nil }
    let style = boxStyle(near: index) ?? BoxStyle()
    return TextEdit(
      offset: starts[place], inserted: style[keyPath: state] + (gap ?? style.gap))
  }

  // MARK: Tables

  /// What makes a cell say that its row's item is packed or not; nil where it holds other words,
  /// or is not there.
  private func edit(ofCell column: Int, in item: ItemDraft, _ isPacked: Bool) -> TextEdit? {
    let cells = RowCells(item.bytes, in: bytes)
    guard let words = cells.words(of: column, in: bytes) else { return nil }
    let text = String(decoding: words, as: UTF8.self)
    guard words.isEmpty || TableReading.truth(text) != nil || TableReading.isDash(text) else {
      return nil
    }
    return cells.edit(of: column, to: answer(isPacked, in: column, insteadOf: text), in: bytes)
  }

  /// The word for packed or not packed that a column uses.
  func answer(_ isPacked: Bool, in column: Int, insteadOf word: String) -> [UInt8] {
    let used = draft.items.lazy.filter { $0.row?.packed == column && $0.isPacked == isPacked }
      .compactMap { item in RowCells(item.bytes, in: bytes).words(of: column, in: bytes) }
    if let other = used.first(where: { words in
      isPacked
        ? TableReading.truth(String(decoding: words, as: UTF8.self)) == true : true
    }) {
      return other
    }
    let pairs = [
      ("yes", "no"), ("y", "n"), ("true", "false"), ("ja", "nein"), ("oui", "non"), ("sí", "no"),
      ("1", "0"), ("✓", "✗"), ("✔", "✘"), ("☑", "☐"), ("✅", "❌"),
    ]
    let folded = foldedName(word)
    for (yes, no) in pairs where folded == (isPacked ? foldedName(no) : foldedName(yes)) {
      let answer = isPacked ? yes : no
      let isCapital = word.first?.isUppercase ?? false
      return Array((isCapital ? answer.prefix(1).uppercased() + answer.dropFirst() : answer).utf8)
    }
    return isPacked ? Array("x".utf8) : []
  }
}
