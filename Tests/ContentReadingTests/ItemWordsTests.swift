import ContentReading
import PackingLists
import Testing

@Suite("The words of an item")
struct ItemWordsTests {
  @Test(
    "are read in their order",
    arguments: [
      ("socks", "1 socks"), ("3x socks", "3 socks"), ("3 × socks", "3 socks"),
      ("socks ×3", "3 socks"), ("socks (×3)", "3 socks"), ("socks (3x)", "3 socks"),
      ("socks, x3", "3 socks"), ("socks x3 (wool)", "3 socks (wool)"), ("mix", "1 mix"),
      ("x3", "1 x3"), ("350 g", "1 350 g"), ("#worn", "1 #worn"), ("*", "1 *"),
      ("— note", "1 — note"), ("hat —", "1 hat —"), ("hat - ", "1 hat -"),
      ("hat — 80 g", "1 hat 80000mg"), ("hat — x2", "2 hat"),
      ("hat — 80 g — red", "1 hat (80 g — red)"),
      ("hat: 80 g", "1 hat 80000mg"), ("hat,80 g", "1 hat 80000mg"), ("hat (80g)", "1 hat 80000mg"),
      ("hat 80 g 90 g", "1 hat 80 g 90000mg"), ("rope 2 - 3 kg", "1 rope 2 - 3 kg"),
      ("rope 2-3 kg", "1 rope 2-3 kg"), ("gel 5 x 30 g", "1 gel 5 x 30 g"),
      ("gel 5x 30 g", "5 gel 30000mg"), ("Galaxy 9 100 g", "1 Galaxy 9 100 g"),
      ("Galaxy 9 50 g", "1 Galaxy 9 50000mg"), ("hat ~1 kg", "1 hat ~1 kg"),
      ("cards (2 - 4 players)", "1 cards (2 - 4 players)"), ("a (b - c) - d", "1 a (b - c) (d)"),
      ("a\u{A0}—\u{A0}b", "1 a (b)"), ("`350 g`", "1 350 g"), ("hat `#worn`", "1 hat #worn"),
      ("**hat** x2", "2 hat"), ("*hat* 80 g", "1 hat 80000mg"),
      ("~~hat~~ 80 g", "1 hat [-] 80000mg"),
      ("~~hat~~ — lent", "1 hat [-] (lent)"), ("~~hat — lent~~", "1 hat [-] (lent)"),
      ("~~hat~~ and cap", "1 hat and cap"), ("~hat~", "1 ~hat~"),
      ("hat #wornout", "1 hat #wornout"),
      ("hat #worn:0", "1 hat #worn:0"), ("mail me@home.example", "1 mail me@home.example"),
      ("hat @", "1 hat @"), ("hat bag:", "1 hat bag:"), ("hat price:cheap", "1 hat price:cheap"),
      ("socks x{nights}", "4 socks"), ("socks x{ nights * 2 * travellers }", "16 socks"),
      ("socks x{nights*2*travellers}", "16 socks"), ("{nights}x socks", "4 socks"),
      ("socks {nights}x", "4 socks"), ("socks (x{nights})", "4 socks"), ("{a} x b", "1 {a} x b"),
      ("set {a}", "1 set {a}"), ("hat  with   gaps", "1 hat with gaps"),
      ("a \\- b", "1 a (b)"), ("a\\\n  b", "1 a b"), ("hat<br>", "1 hat<br>"),
      ("0x socks", "1 0x socks"), ("socks x1000000", "1 socks x1000000"),
      ("socks x1.5", "1 socks x1.5"),
      ("socks x-1", "1 socks x-1"), ("Größe 5 kg", "1 Größe 5000000mg"), ("帽子 x2", "2 帽子"),
      ("帽子　x2", "2 帽子"), ("hat ★ 80 g", "1 hat 80000mg"), ("hat - x2 80 g #buy", "2 hat 80000mg"),
    ])
  func words(text: String, expected: String) throws {
    let front = "---\nstart: 2027-03-01\nnights: 4\ntravellers: [Ana, Ben]\n---\n"
    let item = try #require(try readTrip(front + "- [ ] " + text).trip.items.first)
    #expect(item.short == "Other/" + expected)
  }

  @Test(
    "may be generous with quantities",
    arguments: [
      ("5 shirts", "5 shirts"), ("socks (3)", "3 socks"), ("2 man tent", "2 man tent"),
      ("socks x2 (3)", "2 socks (3)"), ("10 x 50 glasses", "10 x 50 glasses"), ("5", "1 5"),
      ("(3)", "1 (3)"), ("0 shirts", "1 0 shirts"), ("shirt (blue)", "1 shirt (blue)"),
    ])
  func generous(text: String, expected: String) throws {
    var options = ReadingOptions()
    options.quantities = .generous
    let byOption = try readTrip("- [ ] " + text, options: options).trip
    let byFile = try readTrip("---\nquantities: generous\n---\n- [ ] " + text).trip
    #expect(byOption.items.first?.short == "Other/" + expected)
    #expect(byFile.items.first?.short == "Other/" + expected)
  }

  @Test("carry marks anywhere at their end")
  func marks() throws {
    let item = try #require(
      try readTrip(
        """
        ---
        travellers: [Ana María]
        bags: [Big Duffel]
        ---
        - [ ] Hat #WORN 80 g @"ana maria" bag:“big duffel” #Consumable x2 #buy #unused — red #private price:12,50 *
        """
      ).trip.items.first)
    #expect(item.short == "Other/2 Hat 80000mg (red)")
    #expect(item.isWornWhole && item.wornCount == 2)
    #expect(
      item.isConsumable && item.isToBuy && item.isUnused && item.isPrivate && item.isEssential)
    #expect(item.traveller == "Ana María")
    #expect(item.bag == "Big Duffel")
    #expect(item.priceInCents == 1250)
  }

  @Test(
    "link only where all of them do",
    arguments: [
      ("[hat](https://a.example)", "https://a.example"), ("[hat](b.pdf) x2", "b.pdf"),
      ("[hat](b.pdf) — red", "b.pdf"), ("[hat](b.pdf) red", nil), ("[a](b) [c](d)", nil),
      ("https://a.example", "https://a.example"), ("[hat](javascript:a)", nil), ("hat", nil),
      ("~~[hat](b.pdf)~~", "b.pdf"), ("**[hat](b.pdf)**", "b.pdf"), ("![hat](b.png)", nil),
    ])
  func links(text: String, url: String?) throws {
    #expect(try readTrip("- [ ] " + text).trip.items.first?.url == url)
  }

  @Test(
    "have prices as people write them",
    arguments: [
      ("12.50", 1250), ("12,5", 1250), ("35", 3500), ("€35", 3500), ("35€", 3500),
      ("$1,250.99", 125_099),
      ("1.250,00", 125_000), ("0", 0),
    ])
  func prices(text: String, cents: Int) throws {
    #expect(try readTrip("- [ ] hat price:\(text)").trip.items.first?.priceInCents == cents)
  }
}
