import Foundation
import TestSupport
import Testing

@Suite("Lists from elsewhere, and to elsewhere")
struct ImportTests {
  static let csv =
    "Item Name,Category,desc,qty,weight,unit,url,price,worn,consumable\r\n"
    + "Pack 55,Big 3,\"with \"\"straps\"\"\",1,476,gram,https://example.org/p,189.5,,\r\n"
    + "Socks,Clothes,\"two\r\nlines\",3,50,gram,,12,Worn,\r\n\"\",Kit,,1,5,gram,,,,\r\n"

  @Test("a file becomes a trip once, and only what is new is added after that")
  func imports() throws {
    let sandbox = try SiteSandbox(trips: [:])
    try sandbox.folder.write(Self.csv, to: "../\(sandbox.folder.url.lastPathComponent)/s.csv")
    let made = try sandbox.valise("import", "s.csv", "--as", "Summer hike")
    #expect(made.status == 0 && made.output.hasSuffix("Content/trips/summer-hike.md\n"))
    #expect(made.errors.contains("s.csv:5:1: warning") && made.errors.contains("[import.row]"))
    let text = try sandbox.folder.read("Content/trips/summer-hike.md")
    #expect(
      text == """
        ---
        title: "Summer hike"
        order: file
        ---

        ## Big 3
        - [ ] [Pack 55](<https://example.org/p>) (476 g) price:189.50 — with "straps"

        ## Clothes
        - [ ] Socks x3 50 g #worn:1 price:12.00 — two
          - lines

        """)
    let again = try sandbox.valise("import", "s.csv", "--as", "Summer hike")
    #expect(again.status == 0 && again.output.contains("added 0 items"))
    #expect(try sandbox.folder.read("Content/trips/summer-hike.md") == text)
    try sandbox.folder.write(Self.csv + "Hat,Clothes,,1,80,gram,,,,\r\n", to: "s.csv")
    #expect(try sandbox.valise("import", "s.csv", "--as", "summer-hike").status == 0)
    #expect(
      try sandbox.folder.read("Content/trips/summer-hike.md") == text + "- [ ] Hat 80 g\n")
    #expect(try sandbox.valise("build", "--strict").status == 0)
  }

  @Test("a table of several trips becomes these trips again")
  func severalTrips() throws {
    let trips = [
      "rome": "---\ntitle: Rome\n---\n## Clothes\n- [x] hat x2 80 g — \"old\", blue\n",
      "oslo": "---\ntitle: Oslo 2027\n---\n## Clothes\n- [ ] socks @Ana\n## Kit\n- [ ] lamp\n",
    ]
    let first = try SiteSandbox(trips: trips)
    #expect(try first.valise("export", "--all", "-o", "all.csv").status == 0)
    let second = try SiteSandbox(trips: ["rome": "- [ ] map\n"])
    let csv = try first.folder.read("all.csv")
    try second.folder.write(csv, to: "all.csv")
    let dry = try second.valise("import", "all.csv", "--dry-run")
    #expect(dry.status == 0 && !second.has("Content/trips/oslo-2027.md"), "\(dry)")
    let outcome = try second.valise("import", "all.csv")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rome = try second.folder.read("Content/trips/rome.md")
    #expect(rome.hasPrefix("- [ ] map\n") && rome.contains("- [x] hat x2 80 g — \"old\", blue"))
    let oslo = try second.folder.read("Content/trips/oslo-2027.md")
    #expect(oslo.contains("title: \"Oslo 2027\"") && oslo.contains("- [ ] socks @Ana"))
    #expect(oslo.contains("## Kit\n- [ ] lamp") && !oslo.contains("Trip:"))
    let again = try second.valise("import", "all.csv")
    #expect(again.output.components(separatedBy: "added 0 items").count == 3, "\(again)")
    let named = try second.valise("import", "all.csv", "--as", "Both")
    #expect(named.status == 2 && named.errors.contains("of 2 trips"), "\(named)")
    #expect(!second.has("Content/trips/both.md"))
    // A table of one trip may be called otherwise.
    try second.folder.write("Trip,Item\nRome,hat\nRome,cap\n", to: "one.csv")
    #expect(try second.valise("import", "one.csv", "--as", "Other").status == 0)
    #expect(try second.folder.read("Content/trips/other.md").contains("- [ ] cap"))
  }

  @Test("Markdown and plain lines stay as they are")
  func lists() throws {
    let sandbox = try SiteSandbox(trips: [:])
    try sandbox.folder.write("hat\r\nsocks x3\r\n", to: "My list.txt")
    #expect(try sandbox.valise("import", "My list.txt").status == 0)
    #expect(try sandbox.folder.read("Content/trips/my-list.md") == "hat\r\nsocks x3\r\n")
    #expect(try sandbox.valise("import", "My list.txt").output.contains("added 0 items"))
    try sandbox.folder.write("", to: "empty.csv")
    let empty = try sandbox.valise("import", "empty.csv")
    #expect(empty.status == 2 && empty.errors.contains("[import.file]"))
    #expect(try sandbox.valise("import", "nowhere.csv").status == 2)
  }

  @Test("a shopping list can be taken along as a table")
  func shoppingList() throws {
    let sandbox = try SiteSandbox(trips: [
      "rome": "- [ ] map #buy price:4\n- [x] hat #buy\n- [ ] cap\n- [ ] gift #buy #private\n"
    ])
    let exported = try sandbox.valise("export", "rome", "--buy")
    let rows = exported.output.split(whereSeparator: \.isNewline).dropFirst()
    #expect(exported.status == 0 && rows.count == 1 && rows.first?.contains("map") == true)
  }

  @Test("what is exported reads back to the same list, without what is private")
  func exports() throws {
    let sandbox = try SiteSandbox(trips: [
      "rome": """
      ## Kit
      - [x] Mat x2 56.699 g #worn:1 @Ana — \\=soft
      - [ ] Diary #private
      - [ ] +adapter 10 g
      """
    ])
    let exported = try sandbox.valise("export", "rome", "-o", "rome.csv")
    #expect(exported.status == 0, "\(exported.errors)")
    let csv = try sandbox.folder.read("rome.csv")
    #expect(csv.contains("'+adapter") && csv.contains("'=soft") && !csv.contains("Diary"))
    #expect(try sandbox.valise("import", "rome.csv", "--as", "Back").status == 0)
    #expect(
      try sandbox.folder.read("Content/trips/back.md").hasSuffix(
        "## Kit\n- [x] Mat x2 56.699 g #worn:1 @Ana — =soft\n- [ ] +adapter 10 g\n"))
    let pack = try sandbox.valise("export", "rome", "--format", "lighterpack", "--private")
    #expect(pack.output.contains("\r\nMat,Kit,=soft,2,56.699,gram,,0,Worn,\r\n"), "\(pack.output)")
  }
}
