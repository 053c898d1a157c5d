public import Diagnostics
import Markdown
import PackingLists

extension ListEditor {
  /// The name of the category of items without any head.
  static let noCategory = "Other"

  /// Adds an item: one line after the last of its category, in the style of its neighbours.
  ///
  /// - Parameters:
  ///   - words: The item as it is written in a list: name, quantity, weight, marks, note.
  ///   - category: Its category by name, case and accents aside; the last part of a nested one is
  ///     enough. One that is not there is made at the end of the file. Nil takes the file's only
  ///     category, or that of items without a head.
  ///   - isPacked: Whether its box is ticked.
  /// - Returns: The index of the new item.
  /// - Throws: A diagnostic where the words are no item, or no place for them is found.
  @discardableResult
  public mutating func add(
    _ words: String, category: String? = nil, isPacked: Bool = false
  ) throws(Diagnostic) -> Int {
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
    guard !line.isEmpty else {
      throw refusal("an item needs a name", nil, hint: "write what it is: \"Rain jacket 350 g\"")
    }
    let wanted = self.category(named: category)
    if isPacked, !hasBoxes, !draft.items.isEmpty {
      let index = try add(line, category: wanted)
      try setPacked(true, [index])
      return index
    }
    let places = places(for: Array(line.utf8), in: wanted, isPacked: isPacked)
    guard let index = insert(places, in: wanted, isPacked: isPacked) else {
      throw refusal(
        "\"\(line)\" cannot be added to this file without changing how the rest is read", nil,
        hint: "write it into the file yourself, under the head \"\(wanted)\"")
    }
    return index
  }

  /// The category that a person means: its whole name as the file has it, or theirs for a new one.
  public func category(named name: String?) -> String {
    var known: [String] = []
    for item in draft.items where !known.contains(item.category) { known.append(item.category) }
    guard let name else { return known.count == 1 ? known[0] : Self.noCategory }
    let parts = Self.parts(of: name)
    let folded = foldedName(parts.joined(separator: " › "))
    return known.first { foldedName($0) == folded }
      ?? known.first { foldedName(Self.parts(of: $0).last ?? "") == folded }
      ?? (parts.isEmpty ? Self.noCategory : parts.joined(separator: " › "))
  }

  /// The names of nested categories, as `Gear › Sleeping` or `Gear > Sleeping`.
  static func parts(of category: String) -> [String] {
    category.split { $0 == "›" || $0 == ">" }.map { part in
      part.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  // MARK: Trying places

  /// A line, or lines, to insert at one offset.
  struct Insertion {
    var offset: Int
    var text: [UInt8]

    var edit: TextEdit { TextEdit(offset: offset, inserted: text) }
  }

  /// Inserts at the first place where one item more is read, and gives its index.
  mutating func insert(
    _ places: [Insertion], in category: String, isPacked: Bool
  ) -> Int? {
    let old = ListContent(draft)
    let wanted = foldedName(category)
    var found: Int?
    let isMade = make(firstOf: places.map { [$0.edit] }) { new, candidate in
      let place = places[candidate]
      let content = ListContent(new)
      guard content.items.count == old.items.count + 1, old.agrees(apartFromItemsWith: content),
        ListContent.isSubsequence(content.prose, of: old.prose)
      else { return false }
      let index =
        content.items.indices.first {
          $0 == old.items.count || content.items[$0] != old.items[$0]
        } ?? 0
      var rest = content.items
      let added = rest.remove(at: index)
      let range = new.items[index].bytes
      guard rest == old.items, !added.name.isEmpty, added.isPacked == isPacked,
        foldedName(added.category) == wanted, range.lowerBound >= place.offset,
        range.upperBound <= place.offset + place.text.count
      else { return false }
      found = index
      return true
    }
    return isMade ? found : nil
  }

  // MARK: Places

  /// Where an item may go, the best place first.
  func places(for words: [UInt8], in category: String, isPacked: Bool) -> [Insertion] {
    let wanted = foldedName(category)
    let siblings = draft.items.indices.filter {
      foldedName(draft.items[$0].category) == wanted && draft.items[$0].parent == nil
    }
    var places: [Insertion] = []
    let lines = siblings.filter { draft.items[$0].row == nil }
    if let last = lines.last {
      let style = lineStyle(after: lines)
      let gap = style.isLoose ? lineEnding + style.emptyLine : []
      places.append(
        Insertion(
          offset: draft.items[last].bytes.upperBound,
          text: gap + lineEnding + style.line(words, isPacked: isPacked)))
      places.append(
        Insertion(
          offset: draft.items[last].bytes.upperBound,
          text: lineEnding + style.emptyLine + lineEnding + style.line(words, isPacked: isPacked)))
    }
    if let row = siblings.last(where: { draft.items[$0].row != nil }),
      let insertion = newRow(after: row, words, isPacked: isPacked)
    {
      places.append(insertion)
    }
    let heads = HeadForms(of: self)
    places += heads.underExisting(category, words, isPacked: isPacked)
    places += heads.atEnd(category, words, isPacked: isPacked)
    return places
  }

  /// A row like another below it.
  private func newRow(after index: Int, _ words: [UInt8], isPacked: Bool) -> Insertion? {
    let item = draft.items[index]
    guard let place = item.row else { return nil }
    let row = Array(bytes[item.bytes])
    let cells = RowCells(0..<row.count, in: row)
    let escaped = words.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    var edits: [TextEdit] = []
    for column in cells.ranges.indices {
      var content: [UInt8] = []
      if column == place.item {
        content = escaped
        if place.packed == nil, let style = BoxStyle(of: item, in: bytes) {
          content = (isPacked ? style.packed : style.open) + style.gap + escaped
        }
      } else if column == place.packed {
        if let style = BoxStyle(of: item, in: bytes) {
          content = isPacked ? style.packed : style.open
        } else {
          content = answer(
            isPacked, in: column,
            insteadOf: String(decoding: cells.words(of: column, in: row) ?? [], as: UTF8.self))
        }
      } else if column == place.category {
        content = cells.words(of: column, in: row) ?? []
      }
      guard let edit = cells.edit(of: column, to: content, in: row) else { return nil }
      edits.append(edit)
    }
    var text: [UInt8] = []
    var copied = 0
    for edit in edits {
      text += row[copied..<edit.offset] + edit.inserted
      copied = edit.offset + edit.deleted
    }
    text += row[copied...]
    return Insertion(
      offset: item.bytes.upperBound, text: lineEnding + linePrefix(of: item) + text)
  }
}
