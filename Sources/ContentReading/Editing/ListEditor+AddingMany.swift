public import Diagnostics
import PackingLists

extension ListEditor {
  /// Adds many items, each to the end of the category of its name.
  ///
  /// They are written together and read once, so that the time grows with their number alone. Where
  /// that does not give what was asked for, one half after the other is tried, down to single items.
  /// - Parameter items: The items, in their order; categories that are not there are made at the end.
  /// - Throws: A diagnostic where no place is found for one of them.
  public mutating func add(_ items: [ItemDraft]) throws(Diagnostic) {
    var names = CategoryNames(of: draft)
    var groups: [AddedGroup] = []
    var places: [String: Int] = [:]
    for item in items {
      let name = names.name(of: item.category)
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append(AddedGroup(category: name, items: []))
      }
      groups[place].items.append(item)
    }
    try add(groups[...])
  }

  private mutating func add(_ groups: ArraySlice<AddedGroup>) throws(Diagnostic) {
    guard let first = groups.first else { return }
    if groups.count == 1, first.items.count == 1 {
      try insert(lifted(first.items[0]), in: first.category)
      return
    }
    if addTogether(groups) { return }
    if groups.count > 1 {
      let middle = groups.startIndex + groups.count / 2
      try add(groups[..<middle])
      try add(groups[middle...])
    } else {
      let middle = first.items.count / 2
      try add([AddedGroup(category: first.category, items: Array(first.items[..<middle]))])
      try add([AddedGroup(category: first.category, items: Array(first.items[middle...]))])
    }
  }

  // MARK: Together

  private mutating func addTogether(_ groups: ArraySlice<AddedGroup>) -> Bool {
    var members: [String: [Int]] = [:]
    for (index, item) in draft.items.enumerated() where item.parent == nil {
      members[foldedName(item.category), default: []].append(index)
    }
    let heads = HeadForms(of: self)
    var additions: [Addition] = []
    for group in groups {
      let siblings = members[foldedName(group.category)] ?? []
      guard let place = self.place(for: group, after: siblings, heads) else { return false }
      additions.append(Addition(place: place, group: group))
    }
    // Those at one offset, the end of the file, keep their order.
    let order = additions.indices.sorted {
      (additions[$0].place.offset, $0) < (additions[$1].place.offset, $1)
    }
    additions = order.map { additions[$0] }
    let old = ListContent(draft)
    return make(firstOf: [additions.map(\.place.edit)]) { new, _ in
      Self.isAddition(additions, to: old, new)
    }
  }

  /// Where the lines of some items go together; nil where that is not so simple.
  ///
  /// They go after the last of their siblings, or under a new head at the end of the file.
  private func place(
    for group: AddedGroup, after siblings: [Int], _ heads: HeadForms
  ) -> Insertion? {
    let words = group.items.map { Array(ItemLine.words(of: $0, options: options).utf8) }
    guard let last = siblings.last else {
      guard
        let head = heads.atEnd(group.category, words[0], isPacked: group.items[0].isPacked).first,
        head.offset == bytes.count
      else { return nil }
      let style = newLineStyle
      let endsLine = head.text.last == 0x0A || head.text.last == 0x0D
      let rest = zip(words, group.items).dropFirst().map {
        style.line($0, isPacked: $1.isPacked, isLeftBehind: $1.isLeftBehind)
      }
      let lower = rest.flatMap { endsLine ? $0 + lineEnding : lineEnding + $0 }
      return Insertion(offset: head.offset, text: head.text + lower)
    }
    // A numbered list counts on, and a row of a table has its columns: one by one.
    guard draft.items[last].row == nil else { return nil }
    let style = lineStyle(after: siblings)
    guard !(style.mark.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false) else { return nil }
    let gap = style.isLoose ? lineEnding + style.emptyLine : []
    return Insertion(
      offset: draft.items[last].bytes.upperBound,
      text: zip(words, group.items).flatMap {
        gap + lineEnding + style.line($0, isPacked: $1.isPacked, isLeftBehind: $1.isLeftBehind)
      })
  }

  /// Whether a list says what it said, and the added items where they were put.
  private static func isAddition(
    _ additions: [Addition], to old: ListContent, _ new: TripDraft
  ) -> Bool {
    let content = ListContent(new)
    guard old.agrees(apartFromItemsWith: content), old.prose == content.prose else { return false }
    var known = old.items[...]
    var (addition, added, shift) = (0, 0, 0)
    for (index, item) in content.items.enumerated() {
      let start = new.items[index].bytes.lowerBound
      if addition < additions.count, start >= additions[addition].place.offset + shift {
        let (place, group) = (additions[addition].place, additions[addition].group)
        let items = group.items
        guard added < items.count, ItemLine.says(item, items[added]),
          item.isPacked == items[added].isPacked, item.isLeftBehind == items[added].isLeftBehind,
          foldedName(item.category) == foldedName(group.category),
          new.items[index].bytes.upperBound <= place.offset + shift + place.text.count
        else { return false }
        added += 1
        if added == items.count {
          addition += 1
          added = 0
          shift += place.text.count
        }
      } else if known.popFirst() != item {
        return false
      }
    }
    return known.isEmpty && addition == additions.count
  }
}

/// Items that are added to one category.
private struct AddedGroup {
  var category: String
  var items: [ItemDraft]
}

/// Where the items of a group go.
private struct Addition {
  var place: ListEditor.Insertion
  var group: AddedGroup
}

/// The categories of a list by name, found without looking through all of them.
private struct CategoryNames {
  private var whole: [String: String] = [:]
  private var last: [String: String] = [:]

  init(of draft: TripDraft) {
    for item in draft.items where whole[foldedName(item.category)] == nil { add(item.category) }
  }

  private mutating func add(_ name: String) {
    whole[foldedName(name)] = name
    let part = foldedName(ListEditor.parts(of: name).last ?? "")
    if last[part] == nil { last[part] = name }
  }

  /// The category that is meant: as the list has it, or the name itself, which is then one of it.
  mutating func name(of category: String) -> String {
    let parts = ListEditor.parts(of: category)
    let joined = parts.isEmpty ? ListEditor.noCategory : parts.joined(separator: " › ")
    let folded = foldedName(joined)
    if let name = whole[folded] ?? last[folded] { return name }
    whole[folded] = joined
    return joined
  }
}
