import Foundation
import TestSupport
import Testing

@Suite("Reports over trips")
struct ReportTests {
  /// Three trips of three years; what is private or left behind is in each of them.
  static func site(settings: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(settings, to: "valise.yml")
    for (year, weight, packed) in [(2024, 300, "x"), (2026, 400, "x"), (2099, 500, " ")] {
      try folder.write(
        """
        ---
        title: Trip of \(year)
        start: \(year)-05-01
        end: \(year)-05-04
        ---
        ## Clothes
        - [\(packed)] Jacket \(weight) g #worn @Ana
        - [ ] socks x3 50 g bag:duffel \(year == 2026 ? "#unused" : "")
        - [ ] Secret \(weight) kg #private bag:duffel
        - [-] Anvil 90 kg bag:duffel
        ## Papers
        - [ ] Passport *
        \(year == 2024 ? "- [ ] Map 80 g #unused" : "")

        """, to: "Content/trips/t\(year).md")
    }
    return folder
  }

  static func report(_ words: String..., in folder: TemporaryFolder) throws -> String {
    let outcome = try ValiseProgram.run(["report"] + words, in: folder.url)
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    #expect(!outcome.output.contains("Secret") && !outcome.output.contains("Anvil"))
    return outcome.output
  }

  @Test(
    "say what the lists say",
    arguments: [
      (
        "upcoming",
        "Trip,First day,Packed,Things,Essentials to pack\r\nTrip of 2099,2099-05-01,0,3,1\r\n"
      ),
      (
        "weights",
        """
        Trip,First day,Things,Weight (g)\r
        Trip of 2099,2099-05-01,3,650\r
        Trip of 2026,2026-05-01,3,550\r
        Trip of 2024,2024-05-01,4,530\r

        """
      ),
      (
        "years",
        """
        Year,Trips,Things on average,Weight on average (g)\r
        2099,1,3,650\r
        2026,1,3,550\r
        2024,1,4,530\r

        """
      ),
      (
        "heaviest",
        """
        Thing,Category,Trip,Weight (g)\r
        Jacket,Clothes,Trip of 2099,500\r
        Map,Papers,Trip of 2024,80\r
        socks,Clothes,Trip of 2024,50\r

        """
      ),
      ("always", "Thing,Trips\r\nJacket,3\r\nPassport,3\r\nsocks,3\r\n"),
      (
        "unused",
        "Thing,Times not used,Times taken\r\nMap,1,1\r\nsocks,1,3\r\n"
      ),
      (
        "bags",
        """
        Bag,Trips,Things on average,Weight on average (g),Greatest weight (g),Trip\r
        duffel,3,1,150,150,Trip of 2024\r

        """
      ),
      (
        "travellers",
        """
        Traveller,Trips,Things on average,Weight on average (g),Greatest weight (g),Trip\r
        Ana,3,1,400,500,Trip of 2099\r

        """
      ),
    ])
  func csv(name: String, expected: String) throws {
    #expect(try Self.report(name, "--format", "csv", in: Self.site()) == expected)
  }

  @Test("come as a table for a terminal, as JSON, Markdown and one web page")
  func formats() throws {
    let folder = try Self.site()
    #expect(
      try Self.report("unused", in: folder) == """
        Marked as not used
          Thing  Times not used  Times taken
          Map                 1            1
          socks               1            3

        """)
    let json = try Self.report("heaviest", "--format", "json", in: folder)
    let reports = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    let rows = try #require(reports?.first?["rows"] as? [[String: Any]])
    #expect(rows[0]["weightGrams"] as? Double == 500 && rows[0]["trip"] as? String == "t2099")
    let markdown = try Self.report("always", "--format", "md", in: folder)
    #expect(markdown.contains("| Jacket | 3 |\n"))
    let all = try Self.report(in: folder)
    #expect(all.contains("Upcoming trips\n") && all.contains("Travellers\n"))
    _ = try Self.report("--format", "html", "-o", "mail.html", in: folder)
    let page = try folder.read("mail.html")
    #expect(page.contains("<svg class=\"bar-chart\"") && page.contains("<style>"))
    #expect(!page.contains("Secret") && !page.contains("href=\"trips/"))
  }

  @Test("an unknown report is asked back, and an empty site has none")
  func unknown() throws {
    let folder = try Self.site()
    let wrong = try ValiseProgram.run(["report", "heavyest"], in: folder.url)
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean \"heaviest\"?"))
    let empty = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: empty.url.appendingPathComponent("Content"), withIntermediateDirectories: true)
    #expect(try Self.report(in: empty) == "nothing to report yet\n")
    for format in ["json", "csv", "md", "html"] {
      #expect(
        try ValiseProgram.run(["report", "--format", format], in: empty.url).status == 0)
    }
  }

  @Test("are a page of the site, made anew when a trip says something else")
  func page() throws {
    let folder = try Self.site()
    #expect(try ValiseProgram.run(["build"], in: folder.url).status == 0)
    let page = try folder.read("Output/reports.html")
    #expect(page.contains("aria-label=\"What the trips weigh\"") && page.contains(">650 g<"))
    #expect(!page.contains("Secret") && !page.contains("Anvil"))
    #expect(try folder.read("Output/index.html").contains("href=\"reports.html\""))
    let file = "Content/trips/t2099.md"
    try folder.write(try folder.read(file).replacing("500 g", with: "700 g"), to: file)
    #expect(try ValiseProgram.run(["build"], in: folder.url).status == 0)
    #expect(try folder.read("Output/reports.html").contains(">850 g<"))
  }

  static let own = """
    reports:
      heavy:
        title: Heavy things
        filter:
          weight: "> 100 g"
          start: [">= 2025-01-01"]
        sort: [-weight, name]
        columns: [name, weight, trip, packed]
      by-category:
        title: By category
        group: category
        sort: -weight
        columns: {category: Head, count: Rows, weight: Mass, trips: On}
      trips:
        model: trips
        filter: {trip: ~ 2099}
        columns: [trip, nights, weight]
        template: mine

    """

  @Test("a site asks questions of its own, with a page and exports")
  func ownReports() throws {
    let folder = try Self.site(settings: Self.own)
    try folder.write(
      "<p>{{#reports}}{{title}}: {{#rows}}{{#cells}}{{text}},{{/cells}}{{/rows}}{{/reports}}</p>",
      to: "Templates/mine.mustache")
    #expect(
      try Self.report("heavy", "--format", "csv", in: folder) == """
        Thing,Weight (g),Trip,Packed\r
        Jacket,500,Trip of 2099,\r
        Jacket,400,Trip of 2026,✓\r
        socks,150,Trip of 2026,\r
        socks,150,Trip of 2099,\r

        """)
    #expect(
      try Self.report("by-category", "--format", "csv", in: folder) == """
        Head,Rows,Mass (g),On\r
        Clothes,6,1650,3\r
        Papers,4,80,3\r

        """)
    let built = try ValiseProgram.run(["build", "--strict"], in: folder.url)
    #expect(built.status == 0, "\(built.errors)")
    #expect(try folder.read("Output/reports/heavy.html").contains("Heavy things"))
    #expect(try folder.read("Output/reports/trips.html") == "<p>trips: Trip of 2099,3,650 g,</p>")
    #expect(try folder.read("Output/reports.html").contains("href=\"reports/heavy.html\""))
  }

  @Test(
    "what a report asks is checked, with its place",
    arguments: [
      ("a: {filter: {wieght: 3 g}}", "did you mean \"weight\"?"),
      ("a: {filter: {weight: heavy}}", "compared with a weight"),
      ("a: {filter: {packed: \"> yes\"}}", "does not go with"),
      ("a: {columns: [start, sum]}", "there is no \"sum\" here"),
      ("a: {group: weight}", "there is no \"weight\" here"),
      ("a: {model: trips, sort: bag}", "there is no \"bag\" here"),
      ("a: {limit: 0}", "1 or more"), ("a: {template: ../x}", "without a folder"),
      ("a: {template: nowhere}", "nowhere.mustache, which is not there"),
      ("A b: {}", "call it \"a-b\""), ("bags: {}", "there is a report \"bags\" already"),
      ("a: 3", "must hold keys with values"), ("[a]", "must hold names"),
      ("a: {colums: []}", "did you mean \"columns\"?"),
    ])
  func refused(settings: String, words: String) throws {
    let folder = try Self.site(settings: "reports:\n  \(settings)\n")
    let outcome = try ValiseProgram.run(["check"], in: folder.url)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains("valise.yml:"))
  }
}
