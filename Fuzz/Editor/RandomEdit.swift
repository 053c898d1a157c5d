import ContentReading
import Diagnostics
import FuzzSupport

/// One edit, as an input chooses it, and what must hold after it.
struct RandomEdit {
  let choice: UInt8
  let words: Int

  private static let names = [
    "Zweeloo", "Zweeloo x3 40 g", "Zwee #worn — a note", "Z*w*ee", "[ ] Zwee", "Zwee:", "1. Zwee",
    "Zwee | loo", "<b>Zwee</b>", "Zwee `loo", "**Zwee**", "---", "# Zwee", "> Zwee",
    "\u{E9}\u{301}",
    "Zwee\\", "&amp;", "[Zwee](https://example.org)", "Zwee {nights}", "~~Zwee~~", "☐ Zwee",
  ]
  private static let categories = [nil, "Zweeloo", "Gear › Zwee", "Activities", "Other", "*Z*"]

  private var name: String { Self.names[words % Self.names.count] }

  func tried(on editor: ListEditor, index: Int) throws(Diagnostic) {
    switch choice % 7 {
    case 0: try adds(to: editor, index)
    case 1: try packs(editor, index)
    case 2: try removes(from: editor, index)
    case 3: try renames(in: editor, index)
    case 4: try moves(in: editor, index)
    case 5: try archives(editor)
    default: try marks(editor, index)
    }
  }

  // MARK: Each edit

  /// Nothing but what was added is new: the file is found in the new one, in one or two pieces.
  private func adds(to old: ListEditor, _ index: Int) throws(Diagnostic) {
    var editor = old
    let category =
      choice < 0x80
      ? old.draft.items[index].category : Self.categories[words % Self.categories.count]
    let added = try editor.add(name, category: category, isPacked: choice & 0x40 != 0)
    require(editor.draft.items.count == old.draft.items.count + 1, message(old, editor))
    var rest = editor.draft.items
    rest.remove(at: added)
    requireSame(rest, old.draft.items, old, editor, ignoringBoxes: choice & 0x40 != 0)
    if choice & 0x40 == 0 {
      require(Change(old.bytes, editor.bytes).removed.isEmpty, message(old, editor))
    } else {
      require(isFound(old.bytes, in: editor.bytes), message(old, editor))
    }
    requireReadAgain(old, editor)
  }

  /// One box changes; where a list had none, boxes and nothing else come in.
  private func packs(_ old: ListEditor, _ index: Int) throws(Diagnostic) {
    var editor = old
    let isPacked = !old.draft.items[index].isPacked
    try editor.setPacked(isPacked, [index])
    require(editor.draft.items.count == old.draft.items.count, message(old, editor))
    require(editor.draft.items[index].isPacked == isPacked, message(old, editor))
    if editor.notes.isEmpty {
      let change = Change(old.bytes, editor.bytes)
      // A new box may have more blanks after it where the file's others have as many.
      let gap = longestGap(in: old.bytes)
      require(
        change.removed.count <= 8 && change.added.count <= max(8, 3 + gap), message(old, editor))
      var (new, before) = (editor.draft.items, old.draft.items)
      new.remove(at: index)
      before.remove(at: index)
      requireSame(new, before, old, editor)
    } else {
      require(isFound(old.bytes, in: editor.bytes), message(old, editor))
    }
    requireReadAgain(old, editor)
  }

  /// The file loses lines, and gains nothing.
  private func removes(from old: ListEditor, _ index: Int) throws(Diagnostic) {
    var editor = old
    let inside = old.itemsInside(index)
    try editor.remove(index, withItemsInside: true)
    let change = Change(old.bytes, editor.bytes)
    require(!change.removed.isEmpty && isFound(editor.bytes, in: old.bytes), message(old, editor))
    if editor.notes.isEmpty {
      let gone = Set([index] + inside)
      let rest = old.draft.items.indices.filter { !gone.contains($0) }.map { old.draft.items[$0] }
      requireSame(editor.draft.items, rest, old, editor)
    }
    requireReadAgain(old, editor)
  }

  /// Only bytes of the item itself change.
  private func renames(in old: ListEditor, _ index: Int) throws(Diagnostic) {
    var editor = old
    try editor.rename(index, to: name)
    let range = old.draft.items[index].bytes
    let tail = old.bytes.count - range.upperBound
    require(
      editor.bytes.starts(with: old.bytes[..<range.lowerBound])
        && editor.bytes.suffix(tail).elementsEqual(old.bytes.suffix(tail)), message(old, editor))
    var (new, before) = (editor.draft.items, old.draft.items)
    require(new.count == before.count, message(old, editor))
    before[index].name = new[index].name
    requireSame(new, before, old, editor, ignoringParents: true)
    requireReadAgain(old, editor)
  }

  /// The item is elsewhere, and all names are there as often as before.
  private func moves(in old: ListEditor, _ index: Int) throws(Diagnostic) {
    var editor = old
    try editor.move(index, toCategory: Self.categories[words % Self.categories.count] ?? "Zweeloo")
    if editor.notes.isEmpty {
      require(
        editor.draft.items.map(\.name).sorted() == old.draft.items.map(\.name).sorted(),
        message(old, editor))
    }
    requireReadAgain(old, editor)
  }

  /// The body stays as it is, whatever happens to the front matter.
  private func archives(_ old: ListEditor) throws(Diagnostic) {
    var editor = old
    if words.isMultiple(of: 2) {
      try editor.setArchived(!old.draft.isArchived)
      require(editor.draft.isArchived != old.draft.isArchived, message(old, editor))
    } else {
      try editor.exclude("Zweeloo")
    }
    requireSame(editor.draft.items, old.draft.items, old, editor)
    requireReadAgain(old, editor)
  }

  /// A mark comes in, and nothing goes.
  private func marks(_ old: ListEditor, _ index: Int) throws(Diagnostic) {
    var editor = old
    try editor.add(mark: "#unused", to: index) { $0.isUnused }
    require(editor.draft.items[index].isUnused, message(old, editor))
    require(Change(old.bytes, editor.bytes).removed.isEmpty, message(old, editor))
    requireReadAgain(old, editor)
  }

  // MARK: Promises

  private func requireReadAgain(_ old: ListEditor, _ editor: ListEditor) {
    let read = TripReader.read(bytes: editor.bytes, path: "a.md").draft
    require(read == editor.draft, "read again, it says something else\n\(message(old, editor))")
  }

  private func requireSame(
    _ new: [ItemDraft], _ expected: [ItemDraft], _ old: ListEditor, _ editor: ListEditor,
    ignoringBoxes: Bool = false, ignoringParents: Bool = false
  ) {
    let told = { (item: ItemDraft) in
      var item = item
      item.position = FilePosition(path: "")
      item.bytes = 0..<0
      item.box = nil
      item.occurrence = 1
      if ignoringParents { item.parent = nil }
      return item
    }
    require(new.map(told) == expected.map(told), message(old, editor))
  }

  private func message(_ old: ListEditor, _ new: ListEditor) -> String {
    """
    edit \(choice) with \(words)
    \(String(decoding: old.bytes, as: UTF8.self).debugDescription)
    became
    \(String(decoding: new.bytes, as: UTF8.self).debugDescription)
    \(old.draft.items.map(\.name)) -> \(new.draft.items.map(\.name)) \(new.notes)
    """
  }
}

/// What stands in one and not in the other, as one stretch.
struct Change {
  let removed: ArraySlice<UInt8>
  let added: ArraySlice<UInt8>

  init(_ old: [UInt8], _ new: [UInt8]) {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    removed = old[start..<oldEnd]
    added = new[start..<newEnd]
  }
}

/// How many blanks stand in a row at most.
func longestGap(in bytes: [UInt8]) -> Int {
  bytes.split { $0 != 0x20 && $0 != 0x09 }.map(\.count).max() ?? 0
}

/// Whether some bytes stand in others in the same order.
func isFound(_ part: [UInt8], in whole: [UInt8]) -> Bool {
  var rest = whole[...]
  for byte in part {
    guard let index = rest.firstIndex(of: byte) else { return false }
    rest = rest[(index + 1)...]
  }
  return true
}
