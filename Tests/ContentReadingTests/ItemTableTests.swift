import ContentReading
import Diagnostics
import Foundation
import PackingLists
import Testing

@Suite("Tables of comma-separated values")
struct ItemTableTests {
  struct Expected: Codable {
    struct Skipped: Codable {
      var line: Int
      var why: String
    }

    var items: [ListShapeCase.Item]
    var skipped: [Skipped]?
  }

  static let folder = ListShapeCase.folder.appendingPathComponent("csv")

  @Test(
    "read as their authors meant them, and become lists that say the same",
    arguments: ["01-lighterpack", "02-traps", "03-semicolons"])
  func shapes(name: String) throws {
    guard ListShapeCase.isAvailable else { return print("skipped: no cases") }
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(name + ".csv")))
    let expected = try JSONDecoder().decode(
      Expected.self,
      from: try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json")))
    let table = try ItemTable(reading: bytes, path: "a.csv")
    #expect(table.items.map(ListShapeCase.Item.init) == expected.items)
    #expect(
      table.diagnostics.map { $0.position?.line } == (expected.skipped ?? []).map(\.line))
    let text = ListText.text(of: table.items, title: "T")
    let (draft, problems) = TripReader.read(bytes: Array(text.utf8), path: "a.md")
    #expect(problems.isEmpty, "\(problems)")
    let list = try #require(draft)
    // Categories come together; within one, the order stays.
    let read = list.items.map(ListShapeCase.Item.init)
    let order = expected.items.map(\.category)
    #expect(
      read
        == expected.items.enumerated().sorted { left, right in
          (order.firstIndex(of: left.element.category) ?? 0, left.offset)
            < (order.firstIndex(of: right.element.category) ?? 0, right.offset)
        }.map(\.element), "\(text)")
    #expect(ListText.mismatches(of: table.items, in: list).isEmpty)
  }

  @Test("cells, quotes, line endings and rows of any length")
  func cells() {
    let rows = CSVText(
      Array("\u{FEFF}a,\"b \"\"c\"\"\", d\r\n\r\n\"1\r\n2\",,\n,x\ry;z\n\"open".utf8))
    #expect(
      rows.rows.map(\.cells) == [
        ["a", "b \"c\"", " d"], ["1\n2", "", ""], ["", "x"], ["y;z"], ["open"],
      ])
    #expect(rows.rows.map(\.line) == [1, 3, 5, 6, 7])
    #expect(rows.unclosedQuoteLine == 7)
    #expect(CSVText(Array("a\tb,c\n1\t2".utf8)).rows.map(\.cells) == [["a", "b,c"], ["1", "2"]])
  }

  @Test(
    "a cell that a spreadsheet would run is made harmless, and comes back as it was",
    arguments: [
      "=1+1", "+1", "-x", "@a", "'=a", "''", "'a", "a=", "''-", "", "\t=", "'\u{301}=5+1",
      "=\u{301}1", "\u{FF1D}1+1", "'\u{FF20}a", "\r=",
    ])
  func guarding(cell: String) {
    let guarded = CSVText.guarded(cell)
    let signs = "=+-@\t\r\n\u{FF1D}\u{FF20}".unicodeScalars
    #expect(guarded.unicodeScalars.first.map { !signs.contains($0) } ?? true)
    #expect(Array(CSVText.unguarded(guarded).utf8) == Array(cell.utf8))
  }

  @Test(
    "a quote is one, whatever accent stands behind it",
    arguments: ["\"\u{301}", "a\"\u{7FD},=1", "\"\u{200D}\"", " \u{301}", "\u{301} ", "\u{FEFF}a"])
  func quotes(cell: String) {
    let text = CSVText.text(of: [[cell, "next"]])
    #expect(
      CSVText(Array(text.utf8)).rows.map { $0.cells.map { Array($0.utf8) } }
        == [[Array(cell.utf8), Array("next".utf8)]])
  }

  @Test(
    "a title stays one, whatever is in it",
    arguments: [
      "\"\u{301}\nphoto: x", "back\\slash\"", "\u{1B}[31m", "a: b # c", "\\\u{301}\"", "\u{2028}x",
      "\u{85}",
    ])
  func titles(title: String) throws {
    let file = ListText.text(of: [], title: title)
    let (draft, problems) = TripReader.read(bytes: Array(file.utf8), path: "a.md")
    #expect(problems.map(\.code) == [.tripEmpty])
    #expect(draft?.title == title.replacing("\n", with: " ") && draft?.photo == nil, "\(file)")
  }

  @Test("signs in names do nothing in a list, whatever accent stands behind them")
  func signs() throws {
    for sign in ["*", "`", "[", "<", "|", "#", "~", "\\"] {
      let name = "a \(sign)\u{301} b \(sign)\u{301} c"
      let csv = CSVText.text(of: [["Item", "Category"], [name, "G \(sign)\u{301}"]])
      let table = try ItemTable(reading: Array(csv.utf8), path: "a.csv")
      let text = ListText.text(of: table.items, title: "T")
      let draft = try readTrip(text).trip
      #expect(ListText.mismatches(of: table.items, in: draft).isEmpty, "\(text)")
    }
  }

  @Test("what is not understood is kept in the note and reported with its line")
  func reported() throws {
    let table = try ItemTable(
      reading: Array("Name,Qty,Weight,Shop\nHat,0,heavy,here\nCap,2,3 oz,there,too\n".utf8),
      path: "a.csv")
    #expect(table.diagnostics.map(\.short) == ["import.row@2:1", "import.row@2:1"])
    #expect(
      table.items.map(\.short) == [
        "Other/1 Hat (quantity: 0\nweight: heavy\nShop: here)",
        "Other/2 Cap 85049mg (Shop: there\ntoo)",
      ])
    #expect(throws: Diagnostic.self) { try ItemTable(reading: [], path: "a.csv") }
    #expect(throws: Diagnostic.self) {
      try ItemTable(reading: Array("a,b\n1,2\n".utf8), path: "a.csv")
    }
  }

  @Test("a list that is exported as csv reads back to the same list")
  func roundTrip() throws {
    let text = """
      ## Kit, "big" › Sleep
      - [x] Mat x2 56.699 g #worn:1 @Ana bag:"blue bag" price:12.50 — =soft
        - two; "lines"
      - [ ] \\=SUM(A1) 1 mg
      - [-] [Permit](https://example.org/a) 1,250 g * #buy #unused #private #consumable
      - [ ] `Tent 2 kg` #worn
      """
    let draft = try readTrip(text).trip
    let csv = ItemTable.text(of: draft.items, as: .csv)
    let table = try ItemTable(reading: Array(csv.utf8), path: "a.csv")
    #expect(table.diagnostics.isEmpty)
    #expect(ListText.mismatches(of: table.items, in: draft).isEmpty, "\(csv)")
    let again = ListText.text(of: table.items, title: "Back")
    #expect(ListText.mismatches(of: draft.items, in: try readTrip(again).trip).isEmpty, "\(again)")
    let packed = try ItemTable(
      reading: Array(ItemTable.text(of: draft.items, as: .lighterpack).utf8), path: "a.csv")
    #expect(packed.items.map(\.name) == ["Mat", "=SUM(A1) 1 mg", "Tent 2 kg"])
    #expect(packed.items.map(\.weight) == draft.items.filter { !$0.isLeftBehind }.map(\.weight))
  }

  @Test("names of any kind survive in a list", arguments: 1...300)
  func names(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let parts = [
      "*", "_a_", "`", "[x]", "](u)", "#worn", "x3", "350 g", " — ", "<b>", "&amp;", "\\", "~~",
      "1.",
      "|", "Tent", "@Bo", "(", ")", "★", "\"", "=", "bag:a", "!", "{nights}", "http://a.b",
    ]
    let items = (0..<6).map { _ in
      var name = ""
      for _ in 0..<Int.random(in: 1...5, using: &numbers) {
        name +=
          (parts.randomElement(using: &numbers) ?? "") + (Bool.random(using: &numbers) ? " " : "")
      }
      let tidy = name.split(separator: " ").joined(separator: " ")
      return ItemDraft(
        category: "Kit", name: tidy, position: FilePosition(path: "a", line: 1, column: 1),
        bytes: 0..<0)
    }
    let text = ListText.text(of: items, title: "T")
    let draft = TripReader.read(bytes: Array(text.utf8), path: "a.md").draft
    let read = try #require(draft)
    #expect(ListText.mismatches(of: items, in: read).isEmpty, "\(text)\n\(items.map(\.name))")
  }
}
