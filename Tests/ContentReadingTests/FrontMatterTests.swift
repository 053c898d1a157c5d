import ContentReading
import Diagnostics
import PackingLists
import Testing

@Suite("Front matter")
struct FrontMatterTests {
  @Test("gives a trip all that it says")
  func everything() throws {
    let (trip, diagnostics) = try readTrip(
      """
      ---
      title: "Seattle"
      destination: Seattle, USA
      start: 2026-06-12
      end: 2026-06-16
      collection: Summer Vibes
      booking: JP-1
      archived: yes
      order: file
      photo: ../pictures/seattle.jpg
      include: [carry-on]
      exclude:
        - tent
      travellers: [Ana, Ben, ana]
      bags:
        carry-on: 7 kg
        duffel:
      stops:
        - Seattle: 3
        - city: Portland
          nights: 1
        - Home
      tags: [sun, "1"]
      quantities: generous
      ---

      - [ ] hat
      """)
    #expect(diagnostics == [])
    #expect(trip.title == "Seattle")
    #expect(trip.destination == "Seattle, USA")
    #expect(trip.start == CalendarDay(iso: "2026-06-12"))
    #expect(trip.end == CalendarDay(iso: "2026-06-16"))
    #expect(trip.nights == 4)
    #expect(trip.collection == "Summer Vibes")
    #expect(trip.booking?.value == "JP-1")
    #expect(trip.booking?.position.line == 7)
    #expect(trip.isArchived)
    #expect(trip.order == .file)
    #expect(trip.photo?.value == "../pictures/seattle.jpg")
    #expect(trip.include.map(\.value) == ["carry-on"])
    #expect(trip.exclude.map(\.value) == ["tent"])
    #expect(trip.travellers == ["Ana", "Ben"])
    #expect(trip.bags.map(\.name) == ["carry-on", "duffel"])
    #expect(trip.bags.map(\.limit) == [Weight(rawValue: 7_000_000), nil])
    #expect(trip.stops.map(\.city) == ["Seattle", "Portland", "Home"])
    #expect(trip.stops.map(\.nights) == [3, 1, 0])
    #expect(trip.tags == ["sun", "1"])
    #expect(trip.quantities == .generous)
    #expect(trip.items.first?.position.line == 27)
  }

  @Test(
    "bags are written in several ways",
    arguments: [
      "bags: {carry-on: 7 kg, duffel: 23 kg, pouch: }",
      "bags:\n  - carry-on: 7 kg\n  - duffel: 23 kg\n  - pouch",
      "bags:\n  - {name: carry-on, limit: 7 kg}\n  - name: duffel\n    limit: 23 kg\n  - name: pouch",
      "bags:\n  - carry-on: 7 kg\n    duffel: 23 kg\n  - pouch:",
    ])
  func bags(written: String) throws {
    let (trip, diagnostics) = try readTrip("---\n\(written)\n---\n- [ ] hat\n")
    #expect(diagnostics == [])
    #expect(trip.bags.map(\.name) == ["carry-on", "duffel", "pouch"])
    #expect(
      trip.bags.map(\.limit) == [Weight(rawValue: 7_000_000), Weight(rawValue: 23_000_000), nil])
  }

  @Test(
    "settles days and nights",
    arguments: [
      ("start: 2026-06-12\nnights: 4", "2026-06-12 2026-06-16 4"),
      ("end: 2026-06-16\nnights: 4", "2026-06-12 2026-06-16 4"),
      ("start: 2026-06-12\nend: 2026-06-12", "2026-06-12 2026-06-12 0"),
      ("start: 2026-6-2", "2026-06-02 - -"), ("nights: \"4\"", "- - 4"), ("start:", "- - -"),
      ("start: 2028-02-29\nnights: 366", "2028-02-29 2029-03-01 366"),
    ])
  func days(yaml: String, expected: String) throws {
    let trip = try readTrip("---\n\(yaml)\n---\n- [ ] hat").trip
    let parts = [
      trip.start.map(String.init(describing:)), trip.end.map(String.init(describing:)),
      trip.nights.map(String.init),
    ]
    #expect(parts.map { $0 ?? "-" }.joined(separator: " ") == expected)
  }

  @Test(
    "says what is wrong, and where",
    arguments: [
      ("start: 2026-02-30", ["trip.date@2:8"]), ("end: soon", ["trip.date@2:6"]),
      ("start: [2026-06-12]", ["front-matter.value@2:8"]),
      ("start: 2026-06-12\nend: 2026-06-11", ["trip.date-order@3:6"]),
      ("start: 2026-06-12\nend: 2026-06-14\nnights: 3", ["trip.nights@4:9"]),
      ("nights: many", ["front-matter.value@2:9"]), ("nights: -1", ["front-matter.value@2:9"]),
      ("nights: 2.5", ["front-matter.value@2:9"]), ("titel: A", ["front-matter.unknown-key@2:1"]),
      ("archived: perhaps", ["front-matter.value@2:11"]),
      ("order: nam", ["front-matter.value@2:8"]),
      ("title: [a, b]", ["front-matter.value@2:8"]), ("tags: {a: b}", ["front-matter.value@2:7"]),
      ("tags: [a, [b]]", ["front-matter.value@2:11"]),
      ("bags:\n  duffel: heavy", ["front-matter.value@3:11"]),
      ("bags:\n  duffel: 7", ["front-matter.value@3:11"]),
      ("bags: [[duffel]]", ["front-matter.value@2:8"]),
      ("bags:\n  - name: duffel\n    limit: heavy", ["front-matter.value@4:12"]),
      ("stops:\n  - Seattle: long", ["front-matter.value@3:14"]),
      ("stops:\n  - [a]", ["front-matter.value@3:5"]),
      ("photo: /etc/passwd", ["trip.photo@2:8"]), ("photo: ../../../a.jpg", ["trip.photo@2:8"]),
      ("photo: https://a.example/b.jpg", ["trip.photo@2:8"]),
      ("photo: a/../../../../b.jpg", ["trip.photo@2:8"]), ("photo: ..\\a.jpg", ["trip.photo@2:8"]),
      ("title: a\ntitle: b", ["yaml.duplicate-key@3:1"]), ("title: \"a", ["yaml.syntax@2:8"]),
      ("title: a\n\tnights: 3", ["yaml.syntax@3:1"]),
      ("a: &a [b]\ntags: *c", ["yaml.syntax@3:7"]),
      ("titel: A\nnights: many", ["front-matter.unknown-key@2:1", "front-matter.value@3:9"]),
    ])
  func wrong(yaml: String, expected: [String]) {
    #expect(problems(of: "---\n\(yaml)\n---\n- [ ] hat") == expected)
  }

  @Test("asks what was meant")
  func hints() throws {
    let (_, diagnostics) = try readTrip("---\ntravelers: [Ana]\ncolour: red\n---\n- [ ] hat")
    #expect(diagnostics.first?.hint == "did you mean \"travellers\"?")
    #expect(diagnostics.last?.hint?.hasPrefix("use one of: title, destination") == true)
  }

  @Test(
    "keeps the last good page where an error stands, and only there",
    arguments: [
      ("nights: many", false), ("title: \"a", false), ("start: 2026-02-30", false),
      ("titel: a", true), ("start: 2026-06-12\nend: 2026-06-14\nnights: 3", true),
      ("title: a\ntitle: b", false),
    ])
  func drafts(yaml: String, hasDraft: Bool) {
    let bytes = Array("---\n\(yaml)\n---\n- [ ] hat".utf8)
    #expect((TripReader.read(bytes: bytes, path: "a.md").draft != nil) == hasDraft)
  }

  @Test(
    "is told from what only looks like it",
    arguments: [
      ("---\n\n- [ ] hat", []), ("---\nWords\n---\n- [ ] hat", []),
      ("---\n- a\n---\n- [ ] hat", []),
      ("---\n---\n- [ ] hat", []), ("---\n\n---\n- [ ] hat", []),
      (" ---\ntitle: a\n---\n- [ ] hat", []),
      ("--- \ntitle: a\n---  \n- [ ] hat", []), ("---\ntitle: a\n...\n- [ ] hat", []),
      ("---\ntitle: a\n- [ ] hat", ["front-matter.unclosed@1:1"]),
      ("---\nNote: words\n\n- [ ] hat", ["front-matter.unclosed@1:1"]),
      ("+++\na = 1\n+++\n- [ ] hat", ["front-matter.toml@1:1"]), ("+++\nwords\n+++\n- [ ] hat", []),
      ("+++\na = 1\n- [ ] hat", []), ("\n---\ntitle: a\n---\n- [ ] hat", []),
      ("----\ntitle: a\n----\n- [ ] hat", []),
    ])
  func lookalikes(text: String, expected: [String]) {
    #expect(problems(of: text) == expected)
  }

  @Test("loses no words that are none")
  func dividingLine() throws {
    // A line of dashes below words makes them a heading.
    #expect(
      try readTrip("---\nJust words\n---\n- [ ] hat").trip.lines == ["Just words/1 hat"])
  }
}

@Suite("Files that are no lists")
struct BadInputTests {
  @Test(
    "are refused with the place",
    arguments: [
      ([0x2D, 0x20, 0x61, 0x0A, 0x2D, 0x20, 0xFF], "file.encoding@2:3"),
      ([0xFF, 0xFE, 0x2D, 0x00], "file.encoding@1:1"),
      ([0x61, 0x0A, 0x62, 0x00], "file.encoding@2:2"),
      ([0xEF, 0xBB, 0xBF, 0x61, 0xC3], "file.encoding@1:2"),
      ([0xED, 0xA0, 0x80], "file.encoding@1:1"),
    ] as [([UInt8], String)])
  func encoding(bytes: [UInt8], problem: String) {
    let (draft, diagnostics) = TripReader.read(bytes: bytes, path: "a.md")
    #expect(draft == nil)
    #expect(diagnostics.map(\.short) == [problem])
  }

  @Test(
    "that are empty say so",
    arguments: [
      "", "\u{FEFF}", "\n\n", "---\ntitle: a\n---\n", "# Title", "```\n- [ ] code\n```",
      "<!-- - a -->",
      "## A\n\n## B", "| Item |\n|---|",
    ])
  func empty(text: String) {
    #expect(problems(of: text).map { $0.prefix(10) } == ["trip.empty"])
  }

  @Test("that hold an alias bomb are refused")
  func aliases() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<10 {
      let names = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(names)]\n"
    }
    let codes = TripReader.read(bytes: Array("---\n\(yaml)---\n- [ ] a".utf8), path: "a.md")
      .diagnostics.map(\.code)
    #expect(codes == [.yamlAliases])
  }

  @Test("that nest without end are refused")
  func depth() {
    let yaml = "tags: " + String(repeating: "[", count: 10_000)
    let codes = TripReader.read(bytes: Array("---\n\(yaml)\n---\n- [ ] a".utf8), path: "a.md")
      .diagnostics.map(\.code)
    #expect(codes == [.yamlTooDeep] || codes == [.yamlSyntax], "\(codes)")
  }
}
