import ContentReading
import Diagnostics
import Testing

@Suite("Lists, their heads and what lies under items")
struct ListStructureTests {
  @Test(
    "give items their categories",
    arguments: [
      ("Clothes:\n- hat", ["Clothes/1 hat"]), ("Words\n- hat", ["Other/1 hat"]),
      ("**A** and B\n- hat", ["Other/1 hat"]), ("**A** **B**:\n- hat", ["A B/1 hat"]),
      ("A：\n- hat", ["A/1 hat"]), ("A:\n\nwords\n\n- hat", ["Other/1 hat"]),
      ("## A\nB:\n- hat\n\nC:\n- cap\n## D\n- map", ["A › B/1 hat", "A › C/1 cap", "D/1 map"]),
      ("## A\n# T\n### B\n- hat", ["B/1 hat"]), ("### A\n## B\n- hat", ["B/1 hat"]),
      ("## A\n#### B\n- hat\n### C\n- cap", ["A › B/1 hat", "A › C/1 cap"]),
      ("> ## A\n> - hat\n\n- cap", ["A/1 hat", "Other/1 cap"]),
      ("## A\n> ## B\n> - hat\n\n- cap", ["A › B/1 hat", "A/1 cap"]),
      ("##\n- hat", ["Other/1 hat"]), ("## :\n- hat", ["Other/1 hat"]),
      ("- A:\n  - hat\n- cap", ["A/1 hat", "Other/1 cap"]),
      ("- A:\n  - B:\n    - hat", ["A › B/1 hat"]),
      ("- A\n  - hat\n- B\n  - cap", ["A/1 hat", "B/1 cap"]),
      ("- A\n  - hat\n- B", ["Other/1 A", "Other/1 hat < A", "Other/1 B"]),
      (
        "- [ ] A\n  - [ ] hat\n- B\n  - [ ] cap",
        ["Other/1 A", "Other/1 hat < A", "Other/1 B", "Other/1 cap < B"]
      ),
      ("- A\n  - [ ] hat\n- B\n  - [x] cap", ["A/1 hat", "B/1 cap [x]"]),
      ("- [ ] a\nB:\n- [ ] c", ["Other/1 a", "B/1 c"]),
      ("- [ ] a\n  B:\n- [ ] c", ["Other/1 a B:", "Other/1 c"]),
      ("- [ ] a\nB:\n\nwords", ["Other/1 a B:"]),
      ("> - [ ] a\n> **B**\n> - [ ] c", ["Other/1 a", "B/1 c"]),
      ("- [ ] a\r\n**B**\r\n| Item |\r\n|---|\r\n| c |", ["Other/1 a", "B/1 c"]),
      ("- [ ] a\n__B__\n\n- [ ] c", ["Other/1 a", "B/1 c"]),
      ("**B**\n**C**\n- hat", ["B C/1 hat"]),
      ("A:\n[ ] hat\nB:\n[x] cap", ["A/1 hat", "B/1 cap [x]"]),
      ("A:\n\nB\nC", ["A/1 B", "A/1 C"]),
    ])
  func categories(text: String, expected: [String]) throws {
    #expect(try readTrip(text).trip.lines == expected)
  }

  @Test(
    "put what lies under an item where it belongs",
    arguments: [
      (
        "- hat\n  - band\n    - pin\n- cap",
        ["Other/1 hat", "Other/1 band < hat", "Other/1 pin < band", "Other/1 cap"]
      ),
      ("- [ ] hat\n  - band\n    - pin", ["Other/1 hat (band\npin)"]),
      ("- [ ] hat\n  - band\n    - [ ] pin", ["Other/1 hat (band)", "Other/1 pin < hat"]),
      (
        "- [ ] hat — red\n\n  More\n  words\n\n  > quoted\n\n      code",
        ["Other/1 hat (red\nMore words\nquoted\ncode)"]
      ),
      ("- [ ] hat\n  > - [ ] pin", ["Other/1 hat", "Other/1 pin < hat"]),
      ("- [ ] car\n  - Needs:\n    - photos\n    - key", ["Other/1 car (Needs:\nphotos\nkey)"]),
      ("- [ ] car\n  - Needs:\n    - [ ] photos", ["Other/1 car", "Needs/1 photos"]),
      (
        "- [ ] hat\n\n  | Item | Weight |\n  |---|---|\n  | pin | 2 g |",
        ["Other/1 hat", "Other/1 pin 2000mg < hat"]
      ),
      ("- - [ ] hat", ["Other/1 hat"]), ("- # hat", ["Other/1 hat"]),
      ("- [ ]\n  - [ ] hat", ["Other/1 hat"]), ("- <b>hat</b>", ["Other/1 <b>hat</b>"]),
      (
        "- hat\n  - Weight: 3 g\n  - Red\n  - [x] pin\n- cap\n  - Small",
        ["Other/1 hat 3000mg (Red)", "Other/1 pin [x] < hat", "Other/1 cap (Small)"]
      ),
      (
        "- **hat**\n  - Menge: 2x\n  - Gewicht: 3 g\n- **cap**\n  - pin",
        ["Other/2 hat 3000mg", "Other/1 cap", "Other/1 pin < cap"]
      ),
      (
        "- hat\n  - Weight: heavy\n  - Quantity: few",
        ["Other/1 hat (Weight: heavy\nQuantity: few)"]
      ),
      ("- hat #worn\n  - Quantity: 3", ["Other/3 hat"]),
      ("1. a\n2. b\n10) c", ["Other/1 a", "Other/1 b", "Other/1 c"]),
    ])
  func nesting(text: String, expected: [String]) throws {
    #expect(try readTrip(text).trip.lines == expected)
  }

  @Test(
    "keep boxes of every kind apart",
    arguments: [
      ("- [x]: hat\n- [x] cap", ["Other/1 hat [x]", "Other/1 cap [x]"]),
      ("[x]: https://a.example\n\n- [x] cap", ["Other/1 cap [x]"]),
      ("- \\[x] hat", ["Other/1 [x] hat"]), ("- [x](a) hat", ["Other/1 x hat"]),
      ("-[x](a)\n- [ ] hat", ["Other/1 hat"]), ("- `[x]` hat", ["Other/1 [x] hat"]),
      ("- [x]hat", ["Other/1 hat [x]"]), ("- [ x ] hat", ["Other/1 hat [x]"]),
      ("- [  ] hat", ["Other/1 hat"]), ("- [y] hat", ["Other/1 [y] hat"]),
      ("- **[x] hat**", ["Other/1 hat [x]"]), ("- ~~[ ] hat~~", ["Other/1 hat [-]"]),
      ("- ☑\u{FE0F} hat", ["Other/1 hat [x]"]), ("1.[x] hat", ["Other/1 hat [x]"]),
      ("*[ ] hat\n+[x] cap", ["Other/1 hat", "Other/1 cap [x]"]),
      ("☐ hat\n☑ cap", ["Other/1 hat", "Other/1 cap [x]"]),
      ("- [ ] [x] hat", ["Other/1 [x] hat"]),
    ])
  func boxes(text: String, expected: [String]) throws {
    #expect(try readTrip(text).trip.lines == expected)
  }

  @Test("show what is no item where it stands")
  func prose() throws {
    let trip = try readTrip(
      """
      # Camp

      Hello **you**.

      ## Clothes

      Dry ones.

      - [ ] hat

      Then:

      - a tip

      ## Empty

      ## Times

      | Day | Place |
      |---|---|
      | 1 | Bern |
      """
    ).trip
    #expect(trip.title == "Camp")
    #expect(trip.introductionHTML == "<p>Hello <strong>you</strong>.</p>\n")
    #expect(
      trip.prose.map { "\($0.category ?? "-")@\($0.itemsBefore) \($0.position.line)" } == [
        "Clothes@0 7", "Clothes@1 11", "Clothes@1 13", "-@1 15", "Times@1 19",
      ])
    #expect(trip.prose[3].html == "<h4>Empty</h4>\n")
    #expect(trip.prose[4].html.hasPrefix("<table>"))
    #expect(trip.lines == ["Clothes/1 hat"])
  }

  @Test("tell activities from things to pack")
  func activities() throws {
    let trip = try readTrip(
      """
      ## Clothes
      - hat
      ## To do:
      - [x] Ferry — early
      - ~~Market~~
        - [ ] Fish
      ### Monday
      - Walk
        - slowly
      - Rest

      | Item | Done | Where |
      |---|---|---|
      | Swim | yes | Lake |
      ## Food
      - bread
      """
    ).trip
    #expect(trip.lines == ["Clothes/1 hat", "Food/1 bread"])
    #expect(
      trip.activities.map(\.name) == ["Ferry", "Market", "Fish", "Walk", "slowly", "Rest", "Swim"])
    #expect(trip.activities.map(\.isDone) == [true, false, false, false, false, false, true])
    #expect(
      trip.activities.map(\.isLeftBehind) == [false, true, false, false, false, false, false])
    #expect(trip.activities.first?.note == "early")
    #expect(trip.activities.last?.note == "Where: Lake")
    #expect(
      trip.activities.map { $0.group ?? "-" } == [
        "-", "-", "-", "Monday", "Monday", "Monday", "Monday",
      ])
  }

  @Test(
    "know activities by every kind of head",
    arguments: [
      "Activities:\n- walk", "**To do**\n\n- walk", "- Things to do:\n  - walk\n  - [ ] swim",
      "## activities\n> - walk", "| Item |\n|---|\n| hat |\n\n# Activities\n# B\n## To do\n- walk",
    ])
  func activityHeads(text: String) throws {
    let trip = try readTrip("- [ ] cap\n\nWords.\n\n" + text).trip
    #expect(trip.activities.first?.name == "walk")
    #expect(!trip.items.contains { $0.name == "walk" })
  }

  @Test(
    "take their title from the only heading of level 1",
    arguments: [
      ("# A\n- # hat\n- cap", "A"), ("# A\n# B\n- cap", nil), ("- # hat", nil),
      ("> # A\n\n- cap", "A"), ("#\n- cap", nil), ("A *b*\n=====\n- cap", "A b"),
    ])
  func titles(text: String, title: String?) throws {
    #expect(try readTrip(text).trip.title == title)
  }

  @Test("number items of one name in one category")
  func occurrences() throws {
    let trip = try readTrip("## A\n- Hat\n- hát\n- cap\n## B\n- hat\n## A\n- HAT").trip
    #expect(trip.items.map(\.occurrence) == [1, 2, 1, 1, 3])
  }

  @Test("say their bytes and let nothing overlap")
  func bytes() throws {
    let text = "## A\n\n- [ ] hat\n  - [ ] pin\n\n- [ ] cap\n\n\nWords\n"
    let items = try readTrip(text).trip.items
    let utf8 = Array(text.utf8)
    #expect(
      items.map { String(decoding: utf8[$0.bytes], as: UTF8.self) } == [
        "- [ ] hat\n  - [ ] pin", "- [ ] pin", "- [ ] cap",
      ])
  }
}
