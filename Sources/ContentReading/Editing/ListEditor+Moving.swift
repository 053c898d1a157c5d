public import Diagnostics
import PackingLists

/// An item on its way to another place: as it is written, and as it is read.
public struct MovedItem: Sendable {
  /// What it says.
  public var item: ItemDraft
  /// Its words behind bullet and box, on one line.
  var words: [UInt8]
  /// The lines below the first, with the indentation that they had beyond the item's own.
  var lowerLines: [[UInt8]]
  /// The items that lie in it.
  var inner: [ItemDraft]
}

extension ListEditor {
  /// An item as it is to be written elsewhere, with all that lies in it.
  public func lifted(_ index: Int) -> MovedItem {
    let item = draft.items[index]
    let inner = itemsInside(index).map { draft.items[$0] }
    guard item.row == nil else {
      return MovedItem(
        item: item, words: Array(ItemLine.words(of: item, options: options).utf8),
        lowerLines: [], inner: inner)
    }
    let source = source
    let start = wordStarts(afterBoxOf: item).first ?? item.bytes.lowerBound
    let line = source.lineIndex(of: start)
    let words = Array(bytes[Blanks.trimmed(start..<source.line(line).upperBound, in: bytes)])
    let last = source.lineIndex(of: max(item.bytes.lowerBound, item.bytes.upperBound - 1))
    let (mark, gap) = mark(of: item)
    let indent = linePrefix(of: item).count + mark.count + gap.count
    var lower: [[UInt8]] = []
    for below in (line + 1)..<max(line + 1, last + 1) {
      let range = source.line(below)
      var start = range.lowerBound
      while start < range.upperBound, start - range.lowerBound < indent,
        bytes[start].isLineBlank || bytes[start] == UInt8(ascii: ">")
      {
        start += bytes[start] == 0x09 ? indent : 1
      }
      lower.append(Array(bytes[min(start, range.upperBound)..<range.upperBound]))
    }
    return MovedItem(item: item, words: words, lowerLines: lower, inner: inner)
  }

  /// An item without what lies below its line, which stays where it is.
  public func liftedAlone(_ index: Int) -> MovedItem {
    var moved = lifted(index)
    moved.lowerLines = []
    moved.inner = []
    return moved
  }

  /// An item that is written anew from what it says.
  public func lifted(_ item: ItemDraft) -> MovedItem {
    MovedItem(
      item: item, words: Array(ItemLine.words(of: item, options: options).utf8), lowerLines: [],
      inner: [])
  }

  /// Puts an item in, with all that lies in it, at the end of a category.
  ///
  /// - Parameters:
  ///   - moved: The item.
  ///   - category: The category's name; one that is not there is made at the end of the file.
  ///   - isPacked: Whether its box is ticked; as it was where nil.
  /// - Returns: The index of the item.
  /// - Throws: A diagnostic where no place for it is found.
  @discardableResult
  public mutating func insert(
    _ moved: MovedItem, in category: String, isPacked: Bool? = nil
  ) throws(Diagnostic) -> Int {
    let index = try place(moved, in: category, isPacked: isPacked ?? moved.item.isPacked)
    if moved.item.isLeftBehind, !(isPacked ?? false) { setLeftBehind(index) }
    return index
  }

  private mutating func place(
    _ moved: MovedItem, in category: String, isPacked: Bool
  ) throws(Diagnostic) -> Int {
    let category = self.category(named: category)
    if moved.lowerLines.isEmpty {
      let words = String(decoding: moved.words, as: UTF8.self)
      let before = self
      let index = try add(words, category: category, isPacked: isPacked)
      if isSame(index, moved) { return index }
      self = before
      let written = try add(
        ItemLine.words(of: moved.item, options: options), category: category, isPacked: isPacked)
      if isNearlySame(written, moved) { return written }
      self = before
      throw refusal(
        "\"\(moved.item.name)\" cannot be written there as the item that it is", nil,
        hint: "move its lines in the file yourself")
    }
    let old = ListContent(draft)
    let places = places(for: moved.words, in: category, isPacked: isPacked)
      .flatMap { place in indents(of: place).map { self.place(place, moved, indent: $0) } }
    var found: Int?
    let count = 1 + moved.inner.count
    let isMade = make(firstOf: places.map { [$0.edit] }) { new, candidate in
      let content = ListContent(new)
      guard content.items.count == old.items.count + count,
        content.agrees(apartFromItemsWith: old),
        let index = new.items.firstIndex(where: {
          $0.bytes.lowerBound >= places[candidate].offset && $0.name == moved.item.name
        }), index + count <= new.items.count
      else { return false }
      let rest = content.items[..<index] + content.items[(index + count)...]
      guard Array(rest) == old.items, foldedName(new.items[index].category) == foldedName(category),
        zip(new.items[index...].dropFirst(), moved.inner).allSatisfy({ $0.name == $1.name })
      else { return false }
      found = index
      return true
    }
    guard isMade, let found else {
      throw refusal(
        "\"\(moved.item.name)\" and what belongs to it find no place there", nil,
        hint: "move its lines in the file yourself")
    }
    return found
  }

  private func isSame(_ index: Int, _ moved: MovedItem) -> Bool {
    var (left, right) = (ListContent.told(draft.items[index]), ListContent.told(moved.item))
    (left.category, left.parent, left.isPacked) = (right.category, right.parent, right.isPacked)
    (left.isLeftBehind, left.origin) = (right.isLeftBehind, right.origin)
    if left.quantityExpression != nil { left.quantity = right.quantity }
    if left.isWornWhole { left.wornCount = right.wornCount }
    return left == right
  }

  /// The same apart from the note, whose lines may come to stand on one.
  private func isNearlySame(_ index: Int, _ moved: MovedItem) -> Bool {
    let (left, right) = (draft.items[index], moved.item)
    return left.name == right.name && left.quantity == right.quantity
      && left.weight == right.weight && left.bag == right.bag && left.traveller == right.traveller
  }

  /// Marks an item as one that stays at home: in its box, or by striking its words out.
  private mutating func setLeftBehind(_ index: Int) {
    let item = draft.items[index]
    guard !item.isLeftBehind else { return }
    var candidates: [[TextEdit]] = []
    if let box = item.box {
      let sign = TextEdit(offset: box.lowerBound, deleted: box.count, inserted: Array("-".utf8))
      candidates.append([sign])
    }
    if let start = wordStarts(afterBoxOf: item).first {
      let line = source.line(source.lineIndex(of: start))
      let words = Blanks.trimmed(start..<line.upperBound, in: bytes)
      let strike = Array("~~".utf8)
      candidates.append([
        TextEdit(offset: words.lowerBound, inserted: strike),
        TextEdit(offset: words.upperBound, inserted: strike),
      ])
    }
    let old = ListContent(draft)
    let isMade = make(firstOf: candidates) { new, _ in
      var expected = old.items
      expected[index].isLeftBehind = true
      return ListContent(new).items == expected
    }
    if !isMade { notes.append("\"\(item.name)\" is not marked as left behind any more") }
  }

  /// How far the lines below a new line may be indented: under its words, or as lists mostly are.
  private func indents(of place: Insertion) -> [Int] {
    let line = place.text.split { $0 == 0x0A || $0 == 0x0D }.last ?? []
    let blanks = line.prefix { $0.isLineBlank }.count
    let start = line.startIndex + blanks
    let mark = LineScanner.afterMark(Array(line), from: blanks, upTo: line.count) ?? blanks
    var after = line.startIndex + mark
    while after < line.endIndex, line[after].isLineBlank { after += 1 }
    return [max(after, start) - line.startIndex, blanks + 2, blanks + 4]
  }

  private func place(_ place: Insertion, _ moved: MovedItem, indent: Int) -> Insertion {
    var place = place
    let endsLine = place.text.last == 0x0A || place.text.last == 0x0D
    for line in moved.lowerLines {
      let isEmpty = line.allSatisfy(\.isLineBlank)
      let text = isEmpty ? [] : [UInt8](repeating: 0x20, count: indent) + line
      place.text += endsLine ? text + lineEnding : lineEnding + text
    }
    return place
  }

  /// Moves an item to another category of the same list.
  ///
  /// - Parameters:
  ///   - index: The item.
  ///   - category: The category's name; one that is not there is made at the end of the file.
  /// - Throws: A diagnostic where it cannot be moved; then nothing is changed.
  public mutating func move(_ index: Int, toCategory category: String) throws(Diagnostic) {
    let before = self
    let moved = lifted(index)
    let target = self.category(named: category)
    do throws(Diagnostic) {
      try remove(index, withItemsInside: true)
      try insert(moved, in: target)
    } catch {
      self = before
      throw error
    }
  }
}
