import ContentReading
import Diagnostics
import Foundation
import PackingLists
import TestSupport
import Testing

@Suite("docs/content-format.md reads as it says")
struct ContentFormatTests {
  private static let page = Result { try MarkdownPage("docs/content-format.md") }

  private let page: MarkdownPage

  init() throws {
    page = try Self.page.get()
  }

  private static var exampleCount: Int {
    (try? page.get().examples.count(where: { $0.language == "markdown" })) ?? 0
  }

  @Test("every example, as the comment below it tells", arguments: 0..<max(1, exampleCount))
  func examples(index: Int) throws {
    let example = page.examples.filter { $0.language == "markdown" }[index]
    let expected = try #require(
      example.reading, "\(example.heading): a comment \"<!-- reads: … -->\" is missing")
    let lines = ReadingText(of: example.text).lines
    #expect(
      lines == expected, "\(example.heading) reads as:\n\(lines.joined(separator: "\n"))")
  }

  // MARK: Tables

  /// An item of a trip of four nights and two travellers.
  private func item(_ words: String) throws -> ItemDraft {
    let text = "---\nnights: 4\ntravellers: [Ana, Ben]\n---\n\(words)\n"
    return try #require(ReadingText(of: text).draft.items.first, "\(words)")
  }

  @Test("the boxes")
  func boxes() throws {
    let rows = page.table(below: "Items").dropFirst()
    #expect(rows.count == 4)
    for row in rows {
      for written in MarkdownPage.code(in: row[0]) {
        let item = try item(written)
        #expect(item.name == "Map", "\(written)")
        #expect(item.isPacked == (row[1] == "packed"), "\(written)")
        #expect(item.isLeftBehind == row[1].hasPrefix("left behind"), "\(written)")
      }
    }
  }

  @Test("the notes")
  func notes() throws {
    let rows = page.table(below: "Notes").dropFirst()
    #expect(rows.count > 4)
    for row in rows {
      let item = try item("- [ ] " + (MarkdownPage.code(in: row[0]).first ?? ""))
      #expect(item.name == row[1] && item.note ?? "" == row[2], "\(row)")
    }
  }

  @Test("the quantities, and what is none")
  func quantities() throws {
    let rows = page.table(below: "Quantities").dropFirst()
    #expect(rows.count > 4)
    let inWords = ["one more than nights": 5, "one a day": 5]
    for row in rows {
      for written in MarkdownPage.code(in: row[0]) {
        let item = try item("- [ ] " + written)
        #expect(item.name == row[1], "\(written)")
        #expect(item.quantity == Int(row[2]) ?? inWords[row[2]], "\(written)")
      }
    }
    for written in MarkdownPage.code(in: page.paragraph("**Never read as a quantity:**")) {
      // The `x` alone is what a number goes without.
      guard written != "x" else { continue }
      let words = written == "x0" ? "socks x0" : written
      let item = try item(words.hasPrefix("1.") ? words : "- [ ] " + words)
      #expect(item.quantity == 1, "\(written)")
      #expect(item.name == (words.hasPrefix("1. ") ? String(words.dropFirst(3)) : words))
    }
  }

  @Test("the weights, and what is none")
  func weights() throws {
    let rows = page.table(below: "Weights").dropFirst()
    #expect(rows.count > 4)
    for row in rows {
      let told = row[1].split(separator: ", ").filter { $0.hasSuffix(" g") }
      let written = MarkdownPage.code(in: row[0])
      for (index, words) in written.enumerated() {
        let item = try item("- [ ] " + words)
        let grams = told[min(index, told.count - 1)].dropLast(2).replacing(",", with: "")
        #expect(Double(item.weight?.rawValue ?? 0) / 1000 == Double(grams), "\(words)")
        #expect(item.quantity == (row[1].hasSuffix("three times") ? 3 : 1), "\(words)")
        #expect(!item.name.contains { !$0.isLetter }, "\(words) → \(item.name)")
      }
    }
    for written in MarkdownPage.code(in: page.paragraph("**Never read as a weight:**")) {
      let item = try item("- [ ] " + written)
      #expect(item.weight == nil && item.name == written, "\(written)")
    }
  }

  @Test("the marks are taken off the name")
  func marks() throws {
    let rows = page.table(below: "Marks").dropFirst()
    #expect(rows.count > 8)
    let plain = try item("- [ ] Thing x2")
    for row in rows {
      for mark in MarkdownPage.code(in: row[0]) {
        var item = try item("- [ ] Thing x2 \(mark)")
        #expect(item.name == "Thing", "\(mark)")
        item.bytes = plain.bytes
        #expect(item != plain, "\(mark) says nothing")
      }
    }
  }

  // MARK: Front matter and columns

  @Test("the keys of the front matter are those that the program knows, and the examples are read")
  func keys() throws {
    let rows = page.table(below: "Front matter").dropFirst()
    let keys = rows.map { MarkdownPage.code(in: $0[0])[0] }
    let hint = ReadingText(of: "---\nzzzzzzzzz: 1\n---\n- hat\n").diagnostics.first?.hint ?? ""
    let known = hint.drop { $0 != ":" }.dropFirst(2).split(separator: ", ").map(String.init)
    #expect(known.count > 10 && keys.sorted() == known.sorted())
    for (key, row) in zip(keys, rows) {
      for value in MarkdownPage.code(in: row[2]) {
        let isNested = value.hasPrefix("- ") || value.contains(": ")
        let reading = ReadingText(
          of: "---\n\(key):\(isNested ? "\n  " : " ")\(value)\n---\n- hat\n")
        #expect(reading.diagnostics.isEmpty, "\(key): \(value)")
        var plain = TripDraft(path: reading.draft.path)
        plain.items = reading.draft.items
        // `false` is what a trip is anyway.
        #expect(reading.draft != plain || value == "false", "\(key) says nothing")
      }
    }
  }

  @Test("the names of the columns")
  func columns() throws {
    let rows = page.table(below: "Tables").dropFirst()
    let cells = [
      "weight": "12 g", "quantity": "3", "price": "4.50", "notes": "soft", "category": "Warm",
      "packed": "yes", "link": "https://example.org", "bag": "duffel", "traveller": "Ana",
    ]
    let effects: [String: (ItemDraft) -> Bool] = [
      "weight": { $0.weight?.rawValue == 12_000 }, "quantity": { $0.quantity == 3 },
      "price": { $0.priceInCents == 450 }, "notes": { $0.note == "soft" },
      "category": { $0.category == "Warm" }, "packed": { $0.isPacked },
      "link": { $0.url == "https://example.org" }, "bag": { $0.bag == "duffel" },
      "traveller": { $0.traveller == "Ana" },
    ]
    #expect(rows.count == TableColumn.allCases.count)
    for row in rows {
      let names = row[1].prefix { $0 != ":" && $0 != ";" }.split(separator: ", ")
      for name in names where row[0] != "the item" {
        let cell = try #require(cells[row[0]], "\(row[0])")
        let table = "| Item | \(name) |\n|---|---|\n| Hat | \(cell) |\n| Scarf | |\n"
        let item = try #require(ReadingText(of: table).draft.items.first)
        #expect(effects[row[0]]?(item) == true, "\(row[0]): \(name)")
      }
      for name in names where row[0] == "the item" {
        let table = "| Zone | \(name) |\n|---|---|\n| top | Hat |\n| side | Hat |\n"
        #expect(ReadingText(of: table).draft.items.map(\.name) == ["Hat", "Hat"], "\(name)")
      }
    }
  }
}
