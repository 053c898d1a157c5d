import Foundation
import TestSupport
import Testing

@Suite("Exports")
struct ExportTests {
  static let reader = PythonTool("Tests/Fixtures/Exports/reading.py")

  static let oslo = """
    ---
    title: "Oslo, =cold; \\"north\\""
    destination: Oslo; Norway
    start: 2027-12-30
    end: 2028-01-02
    include: [carry-on]
    travellers: [Ana]
    bags: {duffel: 1 kg}
    stops: [Oslo: 3]
    ---
    We go by **train**.

    ## Clothes
    - [x] =Jacket, "red" 350 g #worn @Ana
    - [ ] Socks x{nights+1} 40.5 g bag:duffel price:3.50 #buy — wool
    - [-] Umbrella 300 g
    - [ ] Secret box #private 5 g
      - [ ] Ring 3 g

    ## Activities
    - [x] Ski
    """

  static let rome = "- [ ] hat 80 g\n- [ ] 日本の傘 🏖️\n"

  static func site() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("base-url: https://ana.example/trips\n", to: "valise.yml")
    try folder.write(oslo, to: "Content/trips/oslo.md")
    try folder.write(rome, to: "Content/trips/rome.md")
    try folder.write("## Papers\n- [ ] Passport *\n", to: "Content/lists/carry-on.md")
    return folder
  }

  @discardableResult
  static func export(
    _ words: String..., in folder: TemporaryFolder
  ) throws -> ValiseProgram.Outcome {
    let outcome = try ValiseProgram.run(["export"] + words, in: folder.url)
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    // What is private leaves in no form.
    #expect(!outcome.output.contains("Secret"), "\(words)")
    return outcome
  }

  static func read(_ words: String..., in folder: TemporaryFolder) throws -> Any {
    let output = try reader.run(words, in: folder.url)
    return try JSONSerialization.jsonObject(with: Data(output.utf8))
  }

  // MARK: Read by others

  @Test("csv is read by Python's csv, and names the trip where there are several")
  func csv() throws {
    let folder = try Self.site()
    try Self.export("oslo", "-o", "oslo.csv", in: folder)
    let rows = try #require(
      try Self.read("csv", "oslo.csv", in: folder) as? [[String: String]])
    #expect(
      rows.map { $0["Item"] } == ["'=Jacket, \"red\"", "Socks", "Umbrella", "Ring", "Passport"])
    #expect(rows.map { $0["Quantity"] } == ["1", "4", "1", "1", "1"])
    try Self.export("--all", "-o", "all.csv", in: folder)
    let all = try #require(try Self.read("csv", "all.csv", in: folder) as? [[String: String]])
    #expect(all.map { $0["Trip"] }.last == "Rome" && all.count == 7)
    #expect(all.last?["Item"] == "日本の傘 🏖️")
    try Self.export("oslo", "rome", "--format", "lighterpack", "-o", "both.csv", in: folder)
    let both = try #require(try Self.read("csv", "both.csv", in: folder) as? [[String: String]])
    #expect(both.last?["Category"] == "Rome: Other")
  }

  @Test("json is what its schema says", .enabled(if: PythonTool.isExpected))
  func json() throws {
    let folder = try Self.site()
    let schema = Repository.root.appendingPathComponent("docs/schema/trips.schema.json").path
    for words in [["oslo"], ["--all"], ["rome", "oslo"]] {
      let outcome = try ValiseProgram.run(
        ["export"] + words + ["--format", "json", "-o", "trips.json"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let document = try #require(
        try Self.read("json", "trips.json", schema, in: folder) as? [String: Any])
      let trips = try #require(document["trips"] as? [[String: Any]])
      #expect(trips.count == max(1, words[0] == "--all" ? 2 : words.count))
    }
    let text = try folder.read("trips.json")
    #expect(!text.contains("Secret"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let trips = try #require(document["trips"] as? [[String: Any]])
    let weights = try #require(trips[1]["weights"] as? [String: Double])
    #expect(weights == ["baseGrams": 165, "packGrams": 165, "skinOutGrams": 515])
    let items = try #require(trips[1]["items"] as? [[String: Any]])
    #expect(items.map { $0["from"] as? String } == [nil, nil, nil, nil, "carry-on"])
    #expect(items[3]["inside"] == nil)
  }

  @Test(
    "ics has whole days that end before the day after, and keeps its names",
    .enabled(if: PythonTool.isExpected))
  func ics() throws {
    let folder = try Self.site()
    let outcome = try Self.export("--all", "--format", "ics", "-o", "trips.ics", in: folder)
    #expect(outcome.errors.contains("left out, since it has no day: Rome"))
    let events = try #require(
      try Self.read("ics", "trips.ics", in: folder) as? [[String: String]])
    #expect(
      events == [
        [
          "uid": "trip-oslo@ana.example", "start": "2027-12-30", "end": "2028-01-03",
          "summary": "Oslo, =cold; \"north\"", "location": "Oslo; Norway",
          "url": "https://ana.example/trips/trips/oslo.html",
        ]
      ])
    let none = try ValiseProgram.run(["export", "rome", "--format", "ics"], in: folder.url)
    #expect(none.status == 2 && none.errors.contains("[export.nothing]"))
  }

  @Test(
    "sqlite is a whole store to query, without a trace of what is private",
    .enabled(if: PythonTool.isExpected))
  func sqlite() throws {
    let folder = try Self.site()
    try Self.export("--all", "-o", "all.sqlite", in: folder)
    let all = try #require(try Self.read("sqlite", "all.sqlite", in: folder) as? [String: Any])
    #expect(all["tables"] as? [String] == ["Activity", "PackingItem", "Stop", "Trip"])
    let trips = try #require(all["trips"] as? [[String: Any]])
    #expect(trips.map { $0["slug"] as? String } == ["oslo", "rome"])
    #expect(trips[0]["start"] as? String == "2027-12-30")
    #expect((all["items"] as? [String])?.count == 7)
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("all.sqlite"))
    #expect(bytes.range(of: Data("Secret".utf8)) == nil)
    try Self.export("rome", "-o", "rome.sqlite", in: folder)
    let rome = try #require(try Self.read("sqlite", "rome.sqlite", in: folder) as? [String: Any])
    #expect(rome["items"] as? [String] == ["hat", "日本の傘 🏖️"])
    let less = try Data(contentsOf: folder.url.appendingPathComponent("rome.sqlite"))
    #expect(less.range(of: Data("Jacket".utf8)) == nil)
  }

  struct Mailed: Decodable {
    var boxes: Int
    var before: String
    var after: String
    var isKept: Bool
    var color: String
    var pictures: [Int]
    var links: [String]
    var shownMenus: Int
    var asked: [String]
    var errors: [String]
  }

  @Test(
    "html is one file that works in a browser without a network",
    .enabled(if: PythonTool.isExpected))
  func html() throws {
    let folder = try Self.site()
    try folder.write("title: Trips\n", to: "valise.yml")
    let sample = Repository.root.appendingPathComponent("Content/trips/seattle")
    try FileManager.default.copyItem(
      at: sample, to: folder.url.appendingPathComponent("Content/trips/seattle"))
    try Self.export("seattle", "--format", "html", "-o", "mail/", in: folder)
    let mailed = PythonTool("Tests/Fixtures/Exports/mailed.py")
    let output = try mailed.run(["mail/seattle.html"], in: folder.url)
    let page = try JSONDecoder().decode(Mailed.self, from: Data(output.utf8))
    #expect(page.boxes > 3 && page.before != page.after && page.isKept, "\(page)")
    #expect(page.color != "rgba(0, 0, 0, 0)" && !page.pictures.isEmpty)
    #expect(page.pictures.allSatisfy { $0 > 0 } && page.shownMenus == 0)
    #expect(page.links.allSatisfy { $0.hasPrefix("#") || $0.contains("://") }, "\(page.links)")
    #expect(page.asked.isEmpty && page.errors.isEmpty, "\(page)")
    let text = try folder.read("mail/seattle.html")
    #expect(!text.contains("src=\"../") && !text.contains("href=\"../"))
  }

  @Test("pdf is what print makes, several trips in one book", .enabled(if: PythonTool.isExpected))
  func pdf() throws {
    let folder = try Self.site()
    try Self.export("oslo", "-o", "oslo.pdf", in: folder)
    try Self.export("--all", "--format", "pdf", "-o", "book.pdf", in: folder)
    for (file, words) in [("oslo.pdf", "Jacket"), ("book.pdf", "hat")] {
      let output = try Self.reader.run(["pdf", file], in: folder.url)
      #expect(output.contains(words) && !output.contains("Secret"), "\(file): \(output)")
    }
    let both = try ValiseProgram.run(
      ["export", "oslo", "--buy", "--format", "pdf", "-o", "x.pdf"], in: folder.url)
    #expect(both.status == 2)
  }

  // MARK: Read by ourselves

  @Test("md and csv read back to the same list", arguments: ["md", "csv"])
  func readsBack(format: String) throws {
    let folder = try Self.site()
    try Self.export("oslo", "-o", "again.\(format)", in: folder)
    let imported = try ValiseProgram.run(
      ["import", "again.\(format)", "--as", "Again"], in: folder.url)
    #expect(imported.status == 0, "\(imported.errors)")
    let lists = try ["oslo", "again"].map { name in
      try ValiseProgram.run(["export", name], in: folder.url).output
    }
    #expect(lists[0] == lists[1])
  }

  @Test("txt is for people")
  func txt() throws {
    let folder = try Self.site()
    let text = try Self.export("oslo", "--format", "txt", in: folder).output
    #expect(
      text == """
        Oslo, =cold; "north"
        Oslo; Norway · 30 Dec 2027 – 2 Jan 2028
        1 of 4 packed · 515 g

        Clothes
        ☑ =Jacket, "red" (350 g, Ana)
        ☐ Ring (3 g)
        ☐ Socks ×4 (162 g, duffel) – wool

        Papers
        ☐ Passport ★

        Left behind
        – Umbrella

        Activities
        ☑ Ski

        """)
  }

  @Test("a site's own template makes its txt")
  func ownMessage() throws {
    let folder = try Self.site()
    let ejected = try ValiseProgram.run(
      ["theme", "eject", "reports/message.mustache"], in: folder.url)
    #expect(ejected.status == 0, "\(ejected.errors)")
    let before = try Self.export("rome", "--format", "txt", in: folder).output
    #expect(before.hasPrefix("Rome\n"))
    try folder.write(
      "{{#categories}}{{#items}}* {{{name}}}\n{{/items}}{{/categories}}",
      to: "Templates/reports/message.mustache")
    #expect(
      try Self.export("rome", "--format", "txt", in: folder).output == "* hat\n* 日本の傘 🏖️\n")
    try folder.write("{{titel}}", to: "Templates/reports/message.mustache")
    let broken = try ValiseProgram.run(["export", "rome", "--format", "txt"], in: folder.url)
    #expect(broken.status != 0 && broken.errors.contains("template.unknown-name"), "\(broken)")
  }
}
