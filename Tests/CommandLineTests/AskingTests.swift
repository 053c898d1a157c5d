import Foundation
import TestSupport
import Testing

@Suite("Asking a site")
struct AskingTests {
  func site() throws -> SiteSandbox {
    try SiteSandbox(trips: [
      "oslo": """
      ---
      start: 2027-02-01
      bags: {duffel: 1 kg}
      ---
      - [ ] 雨衣 x3 150 g #worn:1 bag:duffel
      - [x] Gas 230 g #consumable #buy price:8.95
      - [ ] Crème solaire x2 #buy price:4.50 bag:duffel
      - [ ] Wax #buy

      ## Activities
      - [ ] Ski in the rain
      """,
      "rome": "# Roma\n- [ ] Rain jackets 300 g\n", "bonn": "- [ ] cap\n", "ulm": "- [ ] hat\n",
      "old": "---\narchived: true\nstart: 2020-01-01\n---\n- [ ] Tie #buy price:3\n",
    ])
  }

  @Test("show stands in columns, wide characters too, with the weights that hikers count")
  func show() throws {
    let shown = try site().valise("show", "oslo")
    #expect(
      shown.output == """
        Oslo
        2027-02-01 · 1 of 4 packed

        Other · 1 of 4 packed · 680 g
          [ ] Crème solaire  ×2         to buy, bag:duffel
          [x] Gas                230 g  used up, to buy
          [ ] Wax                       to buy
          [ ] 雨衣           ×3  450 g  1 worn, bag:duffel

        Activities
          [ ] Ski in the rain

        Base weight      300 g  carried, and not used up
        Pack weight      530 g  with what is used up
        Skin-out weight  680 g  with the pieces marked as worn

        Bags, without what is worn
          duffel       0 of 2 packed  300 g  of 1 kg
          (in no bag)  1 of 2 packed  230 g

        """)
  }

  @Test("what is private counts for its owner")
  func privateItems() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "- [x] Ring 5 g #private\n- [ ] Hat 80 g\n"])
    #expect(try sandbox.valise("list").output == "rome  Rome  1/2 packed\n")
    #expect(try sandbox.valise("search", "hat").output.hasPrefix("rome  Rome  1/2 packed\n"))
    #expect(try sandbox.valise("show", "rome").output.hasPrefix("Rome\n1 of 2 packed\n"))
    #expect(try sandbox.valise("list", "--json").output.contains("\"weightGrams\" : 85"))
  }

  @Test("show sums up bags, travellers and categories, and says where items come from")
  func totals() throws {
    let sandbox = try SiteSandbox(trips: [
      "rome": """
      ---
      include: [carry-on]
      travellers: [Ana, Ben]
      bags: {duffel: 500 g, Ruck: 1 kg}
      ---
      # Clothes
      - [x] Jacket 350 g #worn @ana bag:duffel
      - [ ] Hat x2 300 g bag:Duffel
      - [-] Umbrella 1 kg bag:duffel @Ben
      # Bath
      - [ ] Soap 100 g #consumable @Ben
      """
    ])
    try sandbox.folder.write(
      "## Bath\n- [ ] Comb 20 g bag:pouch\n", to: "Content/lists/carry-on.md")
    let shown = try sandbox.valise("show", "rome")
    #expect(
      shown.output.hasSuffix(
        """
        Bath · 0 of 2 packed · 120 g
          [ ] Comb           20 g  bag:pouch, (from carry-on)
          [ ] Soap          100 g  used up, @Ben

        Clothes · 1 of 2 packed · 950 g
          [ ] Hat       ×2  600 g  bag:duffel
          [x] Jacket        350 g  worn, @Ana, bag:duffel
          [-] Umbrella       1 kg  @Ben, bag:duffel

        Base weight        620 g  carried, and not used up
        Pack weight        720 g  with what is used up
        Skin-out weight  1.07 kg  with the pieces marked as worn

        Bags, without what is worn
          duffel       1 of 2 packed  600 g  of 500 g, 100 g over its limit
          Ruck         0 of 0 packed    0 g  of 1 kg
          pouch        0 of 1 packed   20 g
          (in no bag)  0 of 1 packed  100 g

        Travellers
          Ana                     1 of 1 packed  350 g
          Ben                     0 of 1 packed  100 g
          (nobody in particular)  0 of 2 packed  620 g

        """), "\(shown)")
    let json = try sandbox.valise("show", "rome", "--json").output
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let bags = try #require(answer["bags"] as? [[String: Any]])
    #expect(bags.map { $0["name"] as? String } == ["duffel", "Ruck", "pouch"])
    #expect(bags[0]["carriedGrams"] as? Double == 600 && bags[0]["limitGrams"] as? Double == 500)
    #expect(bags[0]["grams"] as? Double == 950 && bags[0]["packed"] as? Int == 1)
    let travellers = try #require(answer["travellers"] as? [[String: Any]])
    #expect(travellers.map { $0["items"] as? Int } == [1, 1])
    let categories = try #require(answer["categories"] as? [[String: Any]])
    #expect(categories.map { $0["grams"] as? Double } == [120, 950])
    let items = try #require(answer["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["from"] as? String } == ["carry-on"])
  }

  @Test("answers for scripts are JSON")
  func json() throws {
    let sandbox = try site()
    for words in [["list"], ["list", "--buy"], ["show", "oslo"], ["search", "rain"]] {
      let outcome = try ValiseProgram.run(words + ["--json"], in: sandbox.folder.url)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    }
    let shown = try sandbox.valise("show", "oslo", "--json").output
    let answer = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
    #expect(answer?["baseGrams"] as? Double == 300 && answer?["skinOutGrams"] as? Double == 680)
  }

  @Test("search finds trips, items and activities, newest first; without words, three trips")
  func search() throws {
    let sandbox = try site()
    let rain = try sandbox.valise("search", "RAIN")
    #expect(
      rain.output == """
        oslo  Oslo  2027-02-01  1/4 packed
          [ ] Ski in the rain  Activities
        rome  Roma  0/1 packed
          [ ] Rain jackets  Other

        """)
    #expect(try sandbox.valise("search", "creme", "solaires").output.contains("Crème solaire"))
    #expect(try sandbox.valise("search").output.split(separator: "\n").count == 3)
    let none = try sandbox.valise("search", "xyzzy")
    #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("nothing has"))
  }

  @Test("prices that no number holds are said to be too much, and nothing traps")
  func fortune() throws {
    let lines = (0..<100).map { "- [ ] rocket \($0) x{99999} #buy price:9999999999\n" }
    let sandbox = try SiteSandbox(trips: ["moon": lines.joined()])
    let outcome = try sandbox.valise("list", "--buy")
    #expect(outcome.status == 0 && outcome.output.contains("too much to count"), "\(outcome)")
    #expect(try sandbox.valise("list", "--buy", "--json").status == 0)
    #expect(try sandbox.valise("build").status == 0)
  }

  @Test("what has to be bought, with the prices summed")
  func buying() throws {
    let sandbox = try site()
    #expect(try sandbox.valise("list", "--buy").output.contains("Total              9.00  and 1"))
    try sandbox.folder.write("currency: EUR\n", to: "valise.yml")
    #expect(
      try sandbox.valise("list", "--buy").output == """
        Crème solaire  ×2  9.00 EUR  Oslo
        Wax                          Oslo
        Total              9.00 EUR  and 1 without a price

        """)
    #expect(try sandbox.valise("list", "--buy", "--all").output.contains("12.00 EUR"))
  }
}
