import ContentReading
import PackingLists
import Testing

@Suite("Tables")
struct TableTests {
  private static func table(_ rows: String...) -> String {
    let head = rows[0]
    let columns = head.filter { $0 == "|" }.count - 1
    return ([head, "|" + String(repeating: "---|", count: columns)] + rows.dropFirst())
      .joined(separator: "\n")
  }

  @Test(
    "know their columns in four languages",
    arguments: [
      (
        table("| Item | Weight (g) | Qty | Price | Notes |", "| hat | 80 | 2 | $5.50 | red |"),
        "Other/2 hat 80000mg (red)"
      ),
      (
        table(
          "| Gegenstand | Gewicht in g | Anzahl | Preis | Bemerkung |",
          "| hat | 80 | 2 | 5,50 € | red |"), "Other/2 hat 80000mg (red)"
      ),
      (
        table(
          "| Article | Poids (g) | Quantité | Prix | Remarques |", "| hat | 80 | 2 | 5,50 | red |"),
        "Other/2 hat 80000mg (red)"
      ),
      (
        table(
          "| Artículo | Peso [g] | Cantidad | Precio | Notas |", "| hat | 80 | 2 | 5.5 | red |"),
        "Other/2 hat 80000mg (red)"
      ),
      (table("| Nombre | g | Price |", "| hat | 80 | 5.50 |"), "Other/1 hat 80000mg"),
    ])
  func columns(text: String, expected: String) throws {
    let item = try #require(try readTrip(text).trip.items.first)
    #expect(item.short == expected)
    #expect(item.priceInCents == 550)
  }

  @Test(
    "read cells as they are meant",
    arguments: [
      (table("| Item | Weight |", "| hat x2 80 g | |"), ["Other/2 hat 80000mg"]),
      (table("| Item | Weight |", "| hat | 80 |"), ["Other/1 hat (Weight: 80)"]),
      (
        table("| Item | Weight (g) |", "| hat | 1,050 |", "| cap | 2 oz |", "| map | - |"),
        ["Other/1 hat 1050000mg", "Other/1 cap 56699mg", "Other/1 map"]
      ),
      (
        table("| Item | Qty |", "| hat | 2x |", "| cap | many |", "| map | |"),
        ["Other/2 hat", "Other/1 cap (Qty: many)", "Other/1 map"]
      ),
      (
        table(
          "| Item | Packed |", "| hat | ✓ |", "| cap | nein |", "| map | maybe |", "| pot | [x] |"),
        ["Other/1 hat [x]", "Other/1 cap", "Other/1 map (Packed: maybe)", "Other/1 pot [x]"]
      ),
      (table("| | Item |", "| [x] | hat |"), ["Other/1 hat ([x])"]),
      (
        table("| Item | Notes | Colour |", "| ~~hat~~ — old | soft | red |"),
        ["Other/1 hat [-] (old\nsoft\nColour: red)"]
      ),
      (table("| Item | Item |", "| hat | cap |"), ["Other/1 hat (Item: cap)"]),
      ("| Item | Qty |\n|---|---|\n| a \\| b | 2 |", ["Other/2 a | b"]),
      (table("| A | B |", "| x | p |", "| x | q |"), ["Other/1 p (A: x)", "Other/1 q (A: x)"]),
      (
        table("| A | B |", "| x | p |", "| x | p |", "| y | p |"),
        ["Other/1 x (B: p)", "Other/1 x (B: p)", "Other/1 y (B: p)"]
      ),
      (table("| Weight | Category |", "| 3 g | hat |"), ["Other/1 hat 3000mg"]),
      (
        table(
          "| Item | Weight |", "| hat | 3 g |", "| Total | 3 g |", "| | 3 g |",
          "| **Total weight** | 3 g |"), ["Other/1 hat 3000mg"]
      ),
      (
        table("| Item | Note |", "| Total station | for the survey |"),
        ["Other/1 Total station (for the survey)"]
      ),
      (
        table("| Item | Link | Bag | Who |", "| hat | https://a.example | duffel | Ana |"),
        ["Other/1 hat"]
      ),
      (table("| Item |", "| **A** |", "| hat |", "| B: |", "| cap |"), ["A/1 hat", "B/1 cap"]),
      (
        "## H\n\n" + table("| Section | Item |", "| A | hat |", "| | cap |", "| B | map |"),
        ["H › A/1 hat", "H › A/1 cap", "H › B/1 map"]
      ),
      (
        table(
          "| S | Item |", "| A | |", "| - B | |", "| | hat |", "| - C | |", "| | cap |", "| D | |",
          "| | map |"), ["A › B/1 hat", "A › C/1 cap", "D/1 map"]
      ),
      ("A:\n" + table("| Item |", "| hat |"), ["A/1 hat"]),
    ])
  func cells(text: String, expected: [String]) throws {
    #expect(try readTrip(text).trip.lines == expected)
  }

  @Test("give links, bags and travellers")
  func more() throws {
    let item = try #require(
      try readTrip(
        Self.table(
          "| Item | Link | Bag | Who | Price |",
          "| hat | [shop](https://a.example) | duffel | Ana | ? |"
        )
      ).trip.items.first)
    #expect(item.url == "https://a.example")
    #expect(item.bag == "duffel")
    #expect(item.traveller == "Ana")
    #expect(item.note == "Price: ?")
  }

  @Test("lose no head that has nothing under it")
  func lostHeads() throws {
    let trip = try readTrip(
      Self.table("| Item | Weight |", "| **A** | |", "| **B** | |", "| hat | 3 g |", "| *end*: | |")
    ).trip
    #expect(trip.lines == ["B/1 hat 3000mg"])
    #expect(trip.prose.map(\.html) == ["<p><strong>A</strong></p>\n", "<p><em>end</em>:</p>\n"])
  }

  @Test("without a name or number they know are prose beside boxes")
  func timetable() throws {
    let table = Self.table("| Day | Place |", "| 1 | Bern |")
    #expect(try readTrip("- [ ] hat\n\n" + table).trip.lines == ["Other/1 hat"])
    #expect(try readTrip("- hat\n\n" + table).trip.lines.count == 2)
    #expect(try readTrip("- [ ] hat\n\n" + Self.table("| Item |", "| cap |")).trip.lines.count == 2)
  }
}
