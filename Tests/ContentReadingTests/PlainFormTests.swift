import ContentReading
import PackingLists
import Testing

@Suite("A trip in the plain form")
struct PlainFormTests {
  /// All that an item says, in one line.
  static func facts(of item: ItemDraft) -> String {
    var facts = [item.short, "*\(item.isEssential)", "w\(item.wornCount)"]
    facts += [item.url, item.traveller, item.bag, item.parent].map { $0 ?? "-" }
    facts += [item.isConsumable, item.isToBuy, item.isUnused, item.isPrivate].map(String.init)
    facts.append(item.priceInCents.map(String.init) ?? "-")
    return facts.joined(separator: "|")
  }

  /// The items, category by category, as the plain form has them.
  static func facts(of draft: TripDraft) -> [String] {
    var order: [String] = []
    for item in draft.items where !order.contains(item.category) { order.append(item.category) }
    return order.flatMap { category in
      draft.items.filter { $0.category == category }.map(facts)
    }
  }

  static func again(_ draft: TripDraft) throws -> (text: String, draft: TripDraft) {
    let text = TripText(of: draft).text
    let read = TripReader.read(bytes: Array(text.utf8), path: draft.path).draft
    return (text, try #require(read))
  }

  static func check(_ draft: TripDraft) throws {
    let (text, read) = try again(draft)
    #expect(facts(of: read) == facts(of: draft), "\(text)")
    let activities = { (draft: TripDraft) in
      draft.activities.map { "\($0.name) \($0.isDone) \($0.isLeftBehind) \($0.group ?? "-")" }
    }
    #expect(activities(read) == activities(draft), "\(text)")
    if draft.prose.isEmpty, draft.introductionHTML.isEmpty {
      #expect(TripText(of: read).text == text, "the plain form of the plain form is itself")
    }
  }

  @Test(
    "reads back to the same list, whatever form it was written in", arguments: ListShapeCase.all)
  func shapes(shape: ListShapeCase) throws {
    let read = TripReader.read(bytes: shape.bytes, path: "Content/trips/\(shape.name).md").draft
    try Self.check(try #require(read))
  }

  @Test("reads back to the same list for generated lists as well", arguments: 0..<150)
  func generated(seed: UInt64) throws {
    let text = GeneratedListTests.text(seed: seed).text
    let read = TripReader.read(bytes: Array(text.utf8), path: "a.md").draft
    try Self.check(try #require(read))
  }

  @Test("keeps front matter, introduction and prose")
  func keepsTheRest() throws {
    let text = """
      ---
      title: "A \\"week\\" in Oslo"
      destination: Oslo
      start: 2027-05-01
      nights: 3
      booking: X-1
      archived: true
      order: file
      travellers: [Ana, "Ben: the second"]
      bags: {duffel: 12.5 kg, pouch: }
      stops: [Oslo: 2, Bergen: 1]
      tags: [cold]
      ---
      We take the *night* train — see [the plan](https://example.org/a?b=1&c=2).

      > Careful: [ice] & snow.

      ## Clothes
      - [ ] Socks x{nights+1} 40 g @Ana

      Leave at home:

      - umbrella
      - **sun** hat

      | a | b |
      |---|---|
      | 1 | 2 |

      - [x] Hat — the red one
        - with ear flaps

      """
    let read = TripReader.read(bytes: Array(text.utf8), path: "Content/trips/oslo.md").draft
    let draft = try #require(read)
    let (plain, again) = try Self.again(draft)
    #expect(again.title == draft.title && again.end == draft.end && again.nights == 3, "\(plain)")
    #expect(again.booking?.value == "X-1" && again.isArchived && again.order == .file)
    #expect(again.travellers == draft.travellers && again.tags == draft.tags)
    #expect(again.bags.map(\.limit) == draft.bags.map(\.limit))
    #expect(again.bags.map(\.name) == ["duffel", "pouch"])
    #expect(again.stops.map(\.city) == ["Oslo", "Bergen"])
    #expect(again.introductionHTML == draft.introductionHTML, "\(plain)")
    #expect(again.prose.map(\.html) == draft.prose.map(\.html), "\(plain)")
    try Self.check(draft)
  }
}
