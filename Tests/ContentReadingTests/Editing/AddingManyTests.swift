import ContentReading
import Diagnostics
import Glibc
import PackingLists
import TestSupport
import Testing

@Suite("Adding many items at once", .serialized)
struct AddingManyTests {
  /// Items as an import has them: of known and new categories, packed and not, with odd names.
  static func items(like list: TripDraft) throws -> [ItemDraft] {
    let known = list.items.first?.category ?? "Other"
    var text = ""
    for category in [known, "Brand new", "Outer › Inner", known] {
      text += "## \(category)\n- [ ] Stove 90 g\n- [x] Pan x2 #worn:1 — *hot*\n"
      text += "- [-] Towel 80 g\n- [ ] `Tent 2 kg`\n- [ ] Rope @Ana bag:\"big bag\"\n"
    }
    let read = TripReader.read(bytes: Array(text.utf8), path: "new.md").draft
    return try #require(read).items
  }

  @Test("gives the list that adding them one by one gives", arguments: ListShapeCase.all)
  func sameAsOneByOne(shape: ListShapeCase) throws {
    var together = try ListEditor(bytes: shape.bytes, path: "a.md")
    var single = together
    let items = try Self.items(like: together.draft)
    // Category by category: that is how they come to stand in the file.
    var order: [String] = []
    for item in items where !order.contains(item.category) { order.append(item.category) }
    for category in order {
      for item in items where item.category == category {
        try single.insert(single.lifted(item), in: category)
      }
    }
    try together.add(items)
    #expect(together.draft.items.map(\.short) == single.draft.items.map(\.short), "\(shape)")
    #expect(
      together.draft.items.count(where: \.isPacked) == single.draft.items.count(where: \.isPacked))
  }

  @Test("leaves every byte that was there", arguments: ListShapeCase.all)
  func keepsBytes(shape: ListShapeCase) throws {
    var editor = try ListEditor(bytes: shape.bytes, path: "a.md")
    try editor.add(try Self.items(like: editor.draft))
    var rest = shape.bytes[...]
    for byte in editor.bytes where rest.first == byte { rest.removeFirst() }
    #expect(rest.isEmpty, "\(shape)")
  }

  @Test(
    "takes time that grows with their number alone",
    arguments: [1, 5000])
  func isLinear(categories: Int) throws {
    let text = "# Kitchen\n- [ ] pot\n" + String(repeating: "- [ ] a cup 10 g\n", count: 2000)
    var editor = try ListEditor(bytes: Array(text.utf8), path: "a.md")
    let nowhere = FilePosition(path: "a.csv")
    let items = (0..<5000).map { number in
      ItemDraft(
        category: "Kind \(number % categories)", name: "thing \(number)", position: nowhere,
        bytes: 0..<0)
    }
    let start = clock()
    try editor.add(items)
    // One by one, this takes minutes.
    #expect(Double(clock() - start) / Double(CLOCKS_PER_SEC) < timeLimit(15))
    #expect(editor.draft.items.count == 7001)
  }

  @Test("packing in a long list takes one box, and in one of several lists without boxes all")
  func packsInLongLists() throws {
    let one = String(repeating: "- cup\n", count: 5000)
    var editor = try ListEditor(bytes: Array(one.utf8), path: "a.md")
    try editor.setPacked(true, [4999])
    #expect(editor.bytes.count == one.utf8.count + 4 && editor.notes.isEmpty)
    // With a box in one list, another without any would be read as prose.
    let two = "# A\n" + one + "# B\n" + one
    editor = try ListEditor(bytes: Array(two.utf8), path: "a.md")
    let start = clock()
    try editor.setPacked(true, [4999])
    #expect(Double(clock() - start) / Double(CLOCKS_PER_SEC) < timeLimit(15))
    #expect(editor.bytes.count == two.utf8.count + 40_000 && editor.draft.items.count == 10_000)
    #expect(editor.notes == ["the list had no boxes: every item got one"])
  }
}
