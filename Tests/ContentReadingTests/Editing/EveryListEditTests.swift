import ContentReading
import Diagnostics
import Testing

/// Checks that an edit left everything else as it was.
struct EditCheck {
  let bytes: [UInt8]
  let name: String

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  private func editor() throws -> ListEditor {
    try ListEditor(bytes: bytes, path: "Content/trips/\(name).md")
  }

  /// What stands in one and not in the other, as one stretch.
  static func middle(_ old: [UInt8], _ new: [UInt8]) -> (removed: [UInt8], added: [UInt8]) {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return (Array(old[start..<oldEnd]), Array(new[start..<newEnd]))
  }

  func packsAndUnpacks(_ index: Int) throws {
    var packing = try editor()
    let item = packing.draft.items[index]
    if item.isPacked {
      try packing.setPacked(false, [index])
      let (removed, added) = Self.middle(bytes, packing.bytes)
      #expect(removed.count <= 6 && added.count <= 6, "unpacking \(item.name) in\n\(text)")
      #expect(!packing.draft.items[index].isPacked)
      return
    }
    try packing.setPacked(true, [index])
    #expect(packing.draft.items[index].isPacked)
    if packing.notes.isEmpty {
      let (removed, added) = Self.middle(bytes, packing.bytes)
      #expect(removed.count <= 6 && added.count <= 8, "packing \(item.name) in\n\(text)")
    } else {
      // Nothing but boxes came in.
      var rest = packing.bytes[...]
      for byte in bytes {
        while let first = rest.first, first != byte {
          #expect("[x] ".utf8.contains(first))
          rest.removeFirst()
        }
        rest = rest.dropFirst()
      }
      #expect(packing.bytes.count - bytes.count <= 4 * packing.draft.items.count)
    }
    // A box that was there is as it was after packing and unpacking.
    guard let box = item.box, bytes[box].elementsEqual([0x20]) else { return }
    try packing.setPacked(false, [index])
    #expect(packing.bytes == bytes)
  }

  func adds(_ index: Int) throws {
    var editor = try editor()
    let category = editor.draft.items[index].category
    let added = try editor.add("Zweeloo x3 40 g", category: category)
    let item = editor.draft.items[added]
    #expect(item.name == "Zweeloo" && item.category == category, "\(item) in\n\(text)")
    let (removed, inserted) = Self.middle(bytes, editor.bytes)
    #expect(removed.isEmpty, "in\n\(text)")
    let lines = String(decoding: inserted, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }
    #expect(lines.count <= 4, "\(lines) in\n\(text)")
    #expect(
      editor.draft.items.count == (try self.editor()).draft.items.count + 1, "in\n\(text)")
    // Taken away again, nothing is left of it.
    if category != "Other" || lines.count == 1 {
      try editor.remove(added)
      let left = String(decoding: editor.bytes, as: UTF8.self)
      #expect(!left.contains("Zweeloo"))
      // Where it needed an empty line around it, that may stay.
      #expect(lines.count > 1 || Self.fullLines(left) == Self.fullLines(text))
    }
  }

  static func fullLines(_ text: String) -> [Substring] {
    text.split { $0 == "\n" || $0 == "\r\n" }.filter { $0.contains { $0 != " " } }
  }

  func removes(_ index: Int) throws {
    var editor = try editor()
    let before = editor.draft.items.count
    let inside = editor.itemsInside(index)
    try editor.remove(index, withItemsInside: true)
    let (removed, added) = Self.middle(bytes, editor.bytes)
    #expect(added.isEmpty, "removing \(index) from\n\(text)")
    #expect(!removed.isEmpty)
    if editor.notes.isEmpty {
      #expect(editor.draft.items.count == before - 1 - inside.count, "in\n\(text)")
    }
  }

  /// A renamed item has its new name; all others are what they were.
  func renames(_ index: Int) throws {
    var editor = try editor()
    let before = editor.draft.items
    try editor.rename(index, to: "Zweeloo")
    #expect(editor.draft.items[index].name == "Zweeloo")
    #expect(editor.draft.items[index].weight == before[index].weight)
    #expect(editor.draft.items.count == before.count)
    for other in before.indices where other != index {
      #expect(editor.draft.items[other].name == before[other].name, "in\n\(text)")
    }
  }

  /// A moved item is in its new category, with all that lies in it; nothing is lost.
  func moves(_ index: Int) throws {
    var editor = try editor()
    let before = editor.draft.items
    try editor.move(index, toCategory: "Zweeloo")
    #expect(
      editor.draft.items.contains { $0.name == before[index].name && $0.category == "Zweeloo" },
      "\(before[index].name) in\n\(text)")
    guard editor.notes.isEmpty else { return }
    #expect(
      editor.draft.items.map(\.name).sorted() == before.map(\.name).sorted(),
      "\(before[index].name) in\n\(text)")
  }

  /// Every edit does what it should, or refuses and says why; nothing else changes.
  func survives() throws {
    let count = try editor().draft.items.count
    for index in 0..<count {
      for edit in [packsAndUnpacks, adds, removes, renames, moves] {
        do { try edit(index) } catch let refusal as Diagnostic {
          #expect(refusal.code == .editRefused && refusal.hint != nil, "\(refusal)")
        }
      }
    }
  }

  func everything() throws {
    let count = try editor().draft.items.count
    for index in 0..<count {
      try packsAndUnpacks(index)
      try adds(index)
      try removes(index)
    }
  }
}

@Suite("Every list survives edits of each of its items")
struct EveryListEditTests {
  @Test("as people write them", arguments: ListShapeCase.all)
  func shapes(shape: ListShapeCase) throws {
    let check = EditCheck(bytes: shape.bytes, name: shape.name)
    try check.everything()
    try check.survives()
  }

  @Test("as no one would write them", arguments: 1...400)
  func generated(seed: Int) throws {
    let (text, _) = GeneratedListTests.text(seed: UInt64(seed))
    for bytes in [Array(text.utf8), Array((text.replacing("\n", with: "\r\n") + "\r\n").utf8)] {
      try EditCheck(bytes: bytes, name: "generated").survives()
    }
  }
}
