import ContentReading
import Diagnostics
import PackingLists
import Testing

@Suite("What is probably wrong with a list")
struct TripCheckTests {
  static let today = CalendarDay(rawValue: 20_000)

  func problems(_ text: String, _ configure: (inout SiteConfiguration) -> Void = { _ in }) throws
    -> [Diagnostic]
  {
    var configuration = SiteConfiguration()
    configure(&configuration)
    let check = TripCheck(configuration: configuration, today: Self.today, days: 3)
    return check.problems(of: try readTrip(text).trip)
  }

  @Test("a bag over its limit: by how much, and what is heaviest, without what is worn")
  func overweight() throws {
    let list = """
      ---
      bags:
        duffel: 2 kg
        tote: 1 lb
      ---
      - [ ] Boots x2 700 g bag:duffel
      - [ ] Camera 1.2 kg bag:Duffel
      - [ ] Book 300 g bag:duffel
      - [ ] Hat x2 5 kg #worn bag:duffel
      - [-] Anvil 20 kg bag:duffel
      - [ ] Pear 8 oz bag:tote
      - [ ] Apple 226 g bag:tote
      """
    let found = try problems(list)
    #expect(found.map(\.short) == ["bag.over-limit@3:3"])
    #expect(
      found.first?.message
        == "the bag \"duffel\" weighs 2.9 kg, 900 g over its limit of 2 kg")
    #expect(
      found.first?.hint
        == "take something out; the heaviest in it: Boots 1.4 kg, Camera 1.2 kg, Book 300 g")
  }

  @Test("the site's bags have limits too, and names that are defined nowhere are met once")
  func names() throws {
    let found = try problems(
      "- [ ] a 3 kg bag:cabin @Ana\n- [ ] b bag:cabn @Bob\n- [ ] c bag:cabn\n"
    ) { configuration in
      configuration.bags = [
        BagDraft(
          name: "cabin", limit: Weight(rawValue: 2_000_000),
          position: FilePosition(path: "valise.yml", line: 4, column: 3))
      ]
      configuration.travellers = ["Ana"]
    }
    #expect(
      found.map(\.short) == [
        "bag.over-limit@1:1", "item.unknown-bag@2:1", "item.unknown-traveller@2:1",
      ])
    #expect(found[1].hint == "did you mean \"cabin\"?")
    #expect(try problems("- [ ] b bag:any @Body\n") == [])
  }

  @Test("the same item twice")
  func twice() throws {
    let found = try problems("# A\n- [ ] Hat\n- [ ] hat\n- [ ] hat @Bob\n# B\n- [ ] hat\n")
    #expect(found.map(\.short) == ["item.duplicate@3:1"])
  }

  @Test("essentials that are not packed when a trip is near", arguments: [-1, 0, 1, 3, 4])
  func essentials(days: Int) throws {
    let start = Self.today.adding(days: days)
    let found = try problems(
      "---\nstart: \(start)\n---\n- [x] map *\n- [ ] pass *\n- [-] tie *\n- [ ] hat\n")
    #expect(found.map(\.short) == ((0...3).contains(days) ? ["trip.essentials@5:1"] : []))
    if let first = found.first { #expect(first.message.hasSuffix("not packed yet: pass")) }
    #expect(try problems("---\narchived: true\n---\n- a\n- a\n") == [])
  }
}
