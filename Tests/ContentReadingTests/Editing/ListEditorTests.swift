import ContentReading
import Diagnostics
import PackingLists
import Testing

/// An edit of a small list, and the text that must come of it.
struct EditCase: Sendable, CustomTestStringConvertible {
  var name: String
  var before: String
  var after: String
  var edit: @Sendable (inout ListEditor) throws -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ before: String, _ after: String,
    _ edit: @escaping @Sendable (inout ListEditor) throws -> Void
  ) {
    (self.name, self.before, self.after, self.edit) = (name, before, after, edit)
  }
}

@Suite("Editing a list")
struct ListEditorTests {
  static let packing = [
    EditCase("a box", "- [ ] hat", "- [x] hat") { try $0.setPacked(true, [0]) },
    EditCase("a box without anything in it", "- [] hat\n", "- [x] hat\n") {
      try $0.setPacked(true, [0])
    },
    EditCase("a tab in the box", "- [\t] hat\n", "- [x] hat\n") { try $0.setPacked(true, [0]) },
    EditCase("a drawn box", "- ☐ hat\n- ☑ sock\n", "- ☑ hat\n- ☑ sock\n") {
      try $0.setPacked(true, [0])
    },
    EditCase("a drawn box in the file's own sign", "- ☐ hat\n- ✅ sock\n", "- ✅ hat\n- ✅ sock\n") {
      try $0.setPacked(true, [0])
    },
    EditCase("clearing a large X", "- [X] hat\r\n", "- [ ] hat\r\n") {
      try $0.setPacked(false, [0])
    },
    EditCase("what was to stay at home", "- [-] hat\n", "- [x] hat\n") {
      try $0.setPacked(true, [0])
    },
    EditCase("an item that lacks its box", "- [ ] hat\n- sock\n", "- [ ] hat\n- [x] sock\n") {
      try $0.setPacked(true, [1])
    },
    EditCase("one list without boxes", "- hat\n- sock\n", "- [x] hat\n- sock\n") {
      try $0.setPacked(true, [0])
    },
    EditCase(
      "two lists without boxes", "# A\n- hat\n# B\n1. sock\n", "# A\n- [x] hat\n# B\n1. [ ] sock\n"
    ) { try $0.setPacked(true, [0]) },
    EditCase("bare lines", "hat\nsock\n", "hat\n[x] sock\n") { try $0.setPacked(true, [1]) },
    EditCase("all at once", "- [ ] hat\n- [x] cap\n- sock\n", "- [x] hat\n- [x] cap\n- [x] sock\n")
    {
      try $0.setPacked(true, [0, 1, 2])
    },
    EditCase(
      "the column of a table", "|Item|Packed|\n|-|-|\n|hat|no|\n|cap|yes|\n",
      "|Item|Packed|\n|-|-|\n|hat|yes|\n|cap|yes|\n"
    ) { try $0.setPacked(true, [0]) },
    EditCase(
      "an empty cell keeps the table straight", "| Item | Done |\n|---|---|\n| hat  |      |\n",
      "| Item | Done |\n|---|---|\n| hat  | x    |\n"
    ) { try $0.setPacked(true, [0]) },
    EditCase(
      "a table without such a column", "| Item | Qty |\n|---|---|\n| hat | 2 |\n",
      "| Item | Qty |\n|---|---|\n| [x] hat | 2 |\n"
    ) { try $0.setPacked(true, [0]) },
  ]

  static let adding = [
    EditCase(
      "after the last of its category", "# A\n- [x] hat\n\n# B\n- [ ] sock\n",
      "# A\n- [x] hat\n- [ ] cap\n\n# B\n- [ ] sock\n"
    ) { try $0.add("cap", category: "a") },
    EditCase("without a line ending at the end", "- hat", "- hat\n- cap") { try $0.add("cap") },
    EditCase("Windows line endings", "- hat\r\n", "- hat\r\n- cap\r\n") { try $0.add("cap") },
    EditCase(
      "indent, bullet, blanks", "  *   [] hat  \n  *   [ ] sock  \n",
      "  *   [] hat  \n  *   [ ] sock  \n  *   [ ] cap  \n"
    ) { try $0.add("cap") },
    EditCase("numbers go on", "1. hat\n2. sock\n", "1. hat\n2. sock\n3. cap\n") {
      try $0.add("cap")
    },
    EditCase("equal numbers stay", "1) hat\n1) sock\n", "1) hat\n1) sock\n1) cap\n") {
      try $0.add("cap")
    },
    EditCase("an empty line between items", "- hat\n\n- sock\n", "- hat\n\n- sock\n\n- cap\n") {
      try $0.add("cap")
    },
    EditCase("in a quote", "> - [ ] hat\n", "> - [ ] hat\n> - [ ] cap\n") { try $0.add("cap") },
    EditCase(
      "below what lies in the last item", "- [ ] kit\n  - [ ] gauze\n- [ ] hat\n  a note\n",
      "- [ ] kit\n  - [ ] gauze\n- [ ] hat\n  a note\n- [ ] cap\n"
    ) { try $0.add("cap") },
    EditCase("drawn boxes", "- ☑ hat\n", "- ☑ hat\n- ☐ cap\n") { try $0.add("cap") },
    EditCase(
      "under a head without items", "# T\n\n## Food\n\n## Kit\n\n- [ ] hat\n",
      "# T\n\n## Food\n\n- [ ] cap\n\n## Kit\n\n- [ ] hat\n"
    ) { try $0.add("cap", category: "food") },
    EditCase(
      "a new category", "# T\n\n## Kit\n- [ ] hat\n",
      "# T\n\n## Kit\n- [ ] hat\n\n## Food\n- [ ] cap\n"
    ) { try $0.add("cap", category: "Food") },
    EditCase(
      "a new category like a bold line", "**Kit**\n- [ ] hat",
      "**Kit**\n- [ ] hat\n\n**Food**\n- [ ] cap"
    ) { try $0.add("cap", category: "Food") },
    EditCase(
      "a new category like an entry", "- Kit:\n    - hat\n",
      "- Kit:\n    - hat\n- Food:\n    - cap\n"
    ) { try $0.add("cap", category: "Food") },
    EditCase(
      "a nested category", "## Gear\n### Sleep\n- [ ] mat\n",
      "## Gear\n### Sleep\n- [ ] mat\n\n### Cook\n- [ ] pot\n"
    ) { try $0.add("pot", category: "Gear > Cook") },
    EditCase("an empty file", "", "- [ ] cap\n") { try $0.add("cap") },
    EditCase(
      "front matter alone", "---\ntitle: T\n---\n", "---\ntitle: T\n---\n\n## Kit\n- [ ] cap\n"
    ) { try $0.add("cap", category: "Kit") },
    EditCase(
      "a row", "| Item | g |\n|---|---|\n| hat  | 80 |\n",
      "| Item | g |\n|---|---|\n| hat  | 80 |\n| cap \\| x2 |    |\n"
    ) { try $0.add("cap | x2") },
    EditCase("bare lines", "hat\nsock", "hat\nsock\ncap") { try $0.add("cap") },
    EditCase("packed at once", "- [ ] hat\n", "- [ ] hat\n- [x] cap\n") {
      try $0.add("cap", isPacked: true)
    },
  ]

  static let others = [
    EditCase("removing a line", "- a\n- b\n- c\n", "- a\n- c\n") { try $0.remove(1) },
    EditCase("removing the last line", "- a\n- b", "- a") { try $0.remove(1) },
    EditCase("removing from a list with gaps", "- a\n\n- b\n\n- c\n", "- a\n\n- c\n") {
      try $0.remove(1)
    },
    EditCase("removing the last of a list with gaps", "- a\n\n- b\n", "- a\n") { try $0.remove(1) },
    EditCase("removing notes as well", "- [ ] a\n  - note\n  more\n- [ ] b\n", "- [ ] b\n") {
      try $0.remove(0)
    },
    EditCase("removing all that lies in it", "- [ ] a\n  - [ ] b\n- [ ] c\n", "- [ ] c\n") {
      try $0.remove(0, withItemsInside: true)
    },
    EditCase("removing the last entry of a head", "- A\n  - a\n- B\n  - b\n", "- A\n  - a\n") {
      try $0.remove(1)
    },
    EditCase(
      "removing the row that names the category",
      "|Category|Item|\n|-|-|\n|A|x|\n|B|y|\n| |z|\n", "|Category|Item|\n|-|-|\n|A|x|\n| B |z|\n"
    ) { try $0.remove(1) },
    EditCase(
      "renaming", "- [x] **rain jacket** x2 350 g #worn — old\n",
      "- [x] **shell** x2 350 g #worn — old\n"
    ) { try $0.rename(0, to: "shell") },
    EditCase("renaming around a remark", "- [ ] Jacket 80 g (grey)\n", "- [ ] Shell 80 g\n") {
      try $0.rename(0, to: "Shell")
    },
    EditCase(
      "renaming what holds others", "- [ ] kit\n  - [ ] gauze\n", "- [ ] box\n  - [ ] gauze\n"
    ) { try $0.rename(0, to: "box") },
    EditCase(
      "renaming where the bullet stands alone, below a table",
      "|Thing|\n|-|\n-\n  tent\n- rope\n", "|Thing|\n|-|\n-\n  stove\n- rope\n"
    ) { try $0.rename(0, to: "stove") },
    EditCase(
      "packing where the bullet stands alone", "- [ ] rope\n-\r\n  tent\n",
      "- [ ] rope\n-\r\n  [x] tent\n"
    ) { try $0.setPacked(true, [1]) },
    EditCase("marking", "- [ ] hat 80 g — old\n", "- [ ] hat 80 g — old #unused\n") {
      try $0.add(mark: "#unused", to: 0, where: \.isUnused)
    },
    EditCase(
      "moving", "# A\n- [x] hat 80 g\n- [ ] cap\n# B\n* [ ] sock\n",
      "# A\n- [ ] cap\n# B\n* [ ] sock\n* [x] hat 80 g\n"
    ) { try $0.move(0, toCategory: "B") },
    EditCase(
      "moving what holds others",
      "# A\n- [ ] kit\n  - [x] gauze\n\n  a note\n- [ ] cap\n# B\n1. [ ] sock\n",
      "# A\n- [ ] cap\n# B\n1. [ ] sock\n2. [ ] kit\n   - [x] gauze\n\n   a note\n"
    ) { try $0.move(0, toCategory: "B") },
    EditCase(
      "moving what stays at home", "# A\n- [-] hat 80 g\n# B\n* [ ] sock\n",
      "# A\n# B\n* [ ] sock\n* [-] hat 80 g\n"
    ) { try $0.move(0, toCategory: "B") },
    EditCase(
      "moving what is struck out", "# A\n- ~~hat~~\n# B\n* sock\n",
      "# A\n# B\n* sock\n* ~~hat~~\n"
    ) { try $0.move(0, toCategory: "B") },
    EditCase("archiving", "---\ntitle: T\n---\n- a\n", "---\ntitle: T\narchived: true\n---\n- a\n")
    {
      try $0.setArchived(true)
    },
    EditCase(
      "archiving without front matter", "- a\r\n", "---\r\narchived: true\r\n---\r\n\r\n- a\r\n"
    ) {
      try $0.setArchived(true)
    },
    EditCase(
      "taking out of the archive", "---\narchived: yes # for now\n---\n- a\n",
      "---\narchived: false # for now\n---\n- a\n"
    ) { try $0.setArchived(false) },
    EditCase(
      "leaving out", "---\ninclude: [x]\nexclude: [Hat]\n---\n- a\n",
      "---\ninclude: [x]\nexclude: [Hat, \"Cap: red\"]\n---\n- a\n"
    ) { try $0.exclude("Cap: red") },
    EditCase(
      "leaving out, one a line", "---\nexclude:\n  - Hat\ninclude: [x]\n---\n- a\n",
      "---\nexclude:\n  - Hat\n  - Cap\ninclude: [x]\n---\n- a\n"
    ) { try $0.exclude("Cap") },
  ]

  @Test("changes the bytes that it must and no others", arguments: packing + adding + others)
  func edits(edit: EditCase) throws {
    for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      var editor = try ListEditor(bytes: mark + Array(edit.before.utf8), path: "a.md")
      try edit.edit(&editor)
      #expect(Array(editor.bytes.prefix(mark.count)) == mark)
      #expect(String(decoding: editor.bytes.dropFirst(mark.count), as: UTF8.self) == edit.after)
    }
  }

  @Test("refuses what would change how the rest is read, and says what to do")
  func refuses() throws {
    var editor = try ListEditor(bytes: Array("- [ ] a\n  - [ ] b\n".utf8), path: "a.md")
    let before = editor.bytes
    #expect(throws: Diagnostic.self) { try editor.remove(0) }
    #expect(throws: Diagnostic.self) { try editor.rename(0, to: "socks x3") }
    #expect(throws: Diagnostic.self) { try editor.rename(0, to: "  ") }
    #expect(throws: Diagnostic.self) { try editor.add("\n") }
    #expect(editor.bytes == before)
    #expect(throws: Diagnostic.self) {
      try ListEditor(bytes: Array("---\nstart: 30 Feb\n---\n- a\n".utf8), path: "a.md")
    }
  }

  @Test("an item whose name would be read as something else is not moved")
  func unwritable() throws {
    let table = "| Item | Weight (g) |\n|---|---|\n-| **Sleep** |\n| mat | 1 |\n"
    var editor = try ListEditor(bytes: Array(table.utf8), path: "a.md")
    #expect(editor.draft.items.map(\.name) == ["-", "mat"])
    #expect(throws: Diagnostic.self) { try editor.move(0, toCategory: "New") }
    #expect(editor.bytes == Array(table.utf8))
  }

  @Test(
    "an item's own words read back to it",
    arguments: [
      "Socks x3 45.5 g #worn:1 @Ana bag:\"blue duffel\" price:12.50 — warm ones", "Plain",
      "Map *", "Gas 230 g #consumable #buy #private #unused", "[Permit](https://example.org/a)",
      "Tablets x{days}", "`Tent 2 kg`", "\\*stars\\* and \\[brackets\\]",
    ])
  func readsBack(words: String) throws {
    var options = ReadingOptions()
    options.kind = .baseList
    let read = TripReader.read(bytes: Array("- [ ] \(words)".utf8), path: "a.md", options: options)
    let item = try #require(read.draft?.items.first)
    let written = ItemLine.words(of: item, options: options)
    let again = TripReader.read(
      bytes: Array("- [ ] \(written)".utf8), path: "a.md", options: options
    ).draft?.items.first
    #expect(again?.short == item.short, "\(written)")
  }
}

@Suite("A new trip from another")
struct TripCopyTests {
  @Test("has nothing packed or done, its own title and days, and no item marked unused")
  func starts() throws {
    let old = """
      ---
      title: Oslo
      start: 2027-06-01 # a Tuesday
      nights: 3
      booking: X-1
      archived: true
      stops:
        - Oslo: 3
      ---
      - [x] Hat — red
      - [X] Skis #unused
        - [x] wax
      - [-] Map

      ## To do
      - [x] Book the train

      """
    var editor = try ListEditor(bytes: Array(old.utf8), path: "a.md")
    let trip = NewTrip(
      title: "Oslo: again", destination: nil, start: CalendarDay(iso: "2028-02-27"), end: nil)
    #expect(try editor.start(trip) == ["Skis"])
    #expect(
      String(decoding: editor.bytes, as: UTF8.self) == """
        ---
        title: "Oslo: again"
        start: 2028-02-27
        stops:
          - Oslo: 3
        end: 2028-03-01
        ---
        - [ ] Hat — red
        - [-] Map

        ## To do
        - [ ] Book the train

        """)
  }

  @Test("takes its title from the heading, and keeps the nights where there are no days yet")
  func heading() throws {
    let text = "---\nstart: 2027-06-01\nend: 2027-06-04\n---\n# Oslo #\n- [x] Socks x{nights}\n"
    var editor = try ListEditor(bytes: Array(text.utf8), path: "a.md")
    _ = try editor.start(NewTrip(title: "Rome", destination: "Rome", start: nil, end: nil))
    #expect(
      String(decoding: editor.bytes, as: UTF8.self)
        == "---\ndestination: \"Rome\"\nnights: 3\n---\n# Rome #\n- [ ] Socks x{nights}\n")
    #expect(editor.draft.items.first?.quantity == 3)
  }

  @Test(
    "of every shape of list is a list with the same items, none of them packed",
    arguments: ListShapeCase.all)
  func shapes(shape: ListShapeCase) throws {
    var editor = try ListEditor(bytes: shape.bytes, path: "a.md")
    let before = editor.draft.items
    let trip = NewTrip(
      title: "Next", destination: nil, start: CalendarDay(iso: "2028-02-27"), end: nil)
    let leftOut = try editor.start(trip)
    #expect(editor.draft.title == "Next")
    #expect(editor.draft.items.allSatisfy { !$0.isPacked })
    #expect(
      editor.draft.items.map(\.name) == before.filter { !$0.isUnused }.map(\.name)
        || !leftOut.isEmpty)
  }
}

@Suite("Finding by words")
struct NameSearchTests {
  @Test(
    "case, accents and plural do not matter",
    arguments: [
      ("SOCK", [1]), ("socks", [1]), ("wool sock", [0]), ("rain jackets", [2]), ("jacket", [2]),
      ("cafe", [4]), ("berries", [3]), ("glass", [5]), ("glasses", [5]), ("zelte", [6]),
      ("knives", [7]), ("jack", [2]), ("nothing", []), ("", []), ("wool", [0, 8]),
    ])
  func finds(words: String, expected: [Int]) {
    let names = [
      "Wool socks", "Socks", "Rain jacket", "Berry", "Café", "Glass", "Zelt", "Pocket knife",
      "Wool hat",
    ]
    #expect(NameSearch.matches(words, in: names) == expected)
  }
}

@Suite("Diffs")
struct LineDiffTests {
  @Test("are unified, with the lines around and missing line endings")
  func unified() {
    let old = (1...9).map { "line \($0)" }.joined(separator: "\n")
    let new = old.replacing("line 2", with: "line two").replacing("line 9", with: "line 9\n")
    #expect(
      LineDiff.unified(Array(old.utf8), Array(new.utf8), path: "a b.md") == """
        --- a/a b.md
        +++ b/a b.md
        @@ -1,9 +1,9 @@
         line 1
        -line 2
        +line two
         line 3
         line 4
         line 5
         line 6
         line 7
         line 8
        -line 9
        \\ No newline at end of file
        +line 9

        """)
    #expect(LineDiff.unified([1], [1], path: "a") == "")
    #expect(
      LineDiff.unified([], Array("a\n".utf8), path: "a")
        == "--- a/a\n+++ b/a\n@@ -0,0 +1,1 @@\n+a\n")
  }
}
