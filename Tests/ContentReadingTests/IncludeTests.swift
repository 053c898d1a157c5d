import ContentReading
import Diagnostics
import PackingLists
import Testing

@Suite("Base lists in a trip")
struct IncludeTests {
  private static func list(_ text: String, named name: String) throws -> TripDraft {
    var options = ReadingOptions()
    options.kind = .baseList
    let (draft, diagnostics) = TripReader.read(
      bytes: Array(text.utf8), path: "Content/lists/\(name).md", options: options)
    return try #require(draft, "\(diagnostics)")
  }

  private static func merged(_ trip: String, _ lists: [String: String]) throws
    -> (draft: TripDraft, problems: [String])
  {
    var drafts: [String: TripDraft] = [:]
    for (name, text) in lists { drafts[name] = try list(text, named: name) }
    let (draft, diagnostics) = IncludeMerger(lists: drafts).merge(try readTrip(trip).trip)
    return (draft, diagnostics.map(\.short))
  }

  @Test("are merged category by category, each item once")
  func merging() throws {
    let (trip, problems) = try Self.merged(
      """
      ---
      include: [carry-on, wash]
      start: 2027-03-01
      end: 2027-03-05
      travellers: [Ana, Ben]
      ---
      ## Clothes
      - [x] Hat
      ## Papers
      - [ ] Map

      Look twice.
      """,
      [
        "carry-on": """
        ## clothes
        - [x] hat 80 g
        - [ ] Socks x{nights+1} 40 g #worn
        ## Tech
        - [ ] Kit
          - [ ] Cable
        """,
        "wash": """
        ## Tech
        - [ ] cable
        - [ ] Lamp x{travellers}
        ## Papers
        - [ ] Ticket
        ## Activities
        - [x] Shower
        """,
      ])
    #expect(problems == [])
    #expect(
      trip.lines
        == [
          "Clothes/1 Hat [x]", "Clothes/5 Socks 40000mg", "Papers/1 Map (Look twice.)",
          "Papers/1 Ticket", "Tech/1 Kit", "Tech/1 Cable < Kit", "Tech/2 Lamp",
        ].map { $0.replacing(" (Look twice.)", with: "") })
    #expect(
      trip.items.map { $0.origin ?? "-" } == [
        "-", "carry-on", "-", "wash", "carry-on", "carry-on", "wash",
      ])
    #expect(trip.items[1].wornCount == 5)
    #expect(trip.items[1].position.path == "Content/lists/carry-on.md")
    #expect(trip.items[0].box != nil && trip.items[1].box == nil)
    #expect(trip.activities.map(\.name) == ["Shower"])
    #expect(trip.activities.map(\.isDone) == [false])
    #expect(trip.prose.map(\.itemsBefore) == [3])
  }

  @Test(
    "leave out what the trip excludes",
    arguments: [
      ("Kit", ["A/1 Hat"]), ("b", ["A/1 Hat"]), ("cable", ["A/1 Hat", "B › C/1 Kit"]),
      ("B › C", ["A/1 Hat"]), ("c", ["A/1 Hat"]),
      ("A", ["B › C/1 Kit", "B › C/1 Cable < Kit"]),
    ])
  func excluding(name: String, expected: [String]) throws {
    let (trip, problems) = try Self.merged(
      "---\ninclude: base\nexclude: [\(name)]\n---\n",
      ["base": "## A\n- [ ] Hat\n## B\n### C\n- [ ] Kit\n  - [ ] Cable"])
    #expect(trip.lines == expected)
    #expect(problems == [])
  }

  @Test(
    "may include others",
    arguments: [
      (["a": "---\ninclude: b\n---\n- [ ] x", "b": "- [ ] y"], ["x", "y"]),
      (
        [
          "a": "---\ninclude: [b, c]\nexclude: z\n---\n- [ ] x",
          "b": "---\ninclude: c\n---\n- [ ] y", "c": "- [ ] z\n- [ ] x",
        ], ["x", "y"]
      ),
      (["A": "- [ ] x"], ["x"]),
    ])
  func nested(lists: [String: String], expected: [String]) throws {
    let (trip, problems) = try Self.merged("---\ninclude: a\n---\n", lists)
    #expect(trip.items.map(\.name) == expected)
    #expect(problems == [])
  }

  @Test(
    "that are missing or go round are errors",
    arguments: [
      ("a", [:], ["trip.include@2:10", "trip.empty@1:1"]),
      ("[b]", ["a": "- [ ] x"], ["trip.include@2:11", "trip.empty@1:1"]),
      ("a", ["a": "---\ninclude: a\n---\n- [ ] x"], ["trip.include-cycle@2:10"]),
      (
        "a", ["a": "---\ninclude: b\n---\n- [ ] x", "b": "---\ninclude: a\n---\n- [ ] y"],
        ["trip.include-cycle@2:10"]
      ),
      ("a", ["a": "---\ninclude: c\n---\n- [ ] x"], ["trip.include@2:10"]),
    ] as [(String, [String: String], [String])])
  func wrong(include: String, lists: [String: String], expected: [String]) throws {
    let (_, problems) = try Self.merged("---\ninclude: \(include)\n---\n", lists)
    #expect(problems.sorted() == expected.sorted())
  }

  @Test("say which was meant")
  func hint() throws {
    let trip = try readTrip("---\ninclude: carryon\n---\n").trip
    let base = try Self.list("- [ ] x", named: "carry-on")
    let diagnostics = IncludeMerger(lists: ["carry-on": base]).merge(trip).diagnostics
    #expect(diagnostics.first { $0.code == .tripInclude }?.hint == "did you mean \"carry-on\"?")
    #expect(diagnostics.first { $0.code == .tripInclude }?.severity == .error)
  }

  @Test("warn of a name that leaves nothing out")
  func idleExclusion() throws {
    let (_, problems) = try Self.merged(
      "---\ninclude: a\nexclude: [tent, hat]\n---\n", ["a": "- [ ] hat\n- [ ] cap"])
    #expect(problems == ["trip.include@3:11"])
  }

  @Test("keep a quantity that the trip cannot tell in the name")
  func unknownNights() throws {
    let (trip, problems) = try Self.merged(
      "---\ninclude: a\n---\n", ["a": "- [ ] socks x{nights} 40 g"])
    #expect(trip.lines == ["Other/1 socks x{nights} 40000mg"])
    #expect(problems == ["quantity.unknown-name@2:10"])
  }
}
