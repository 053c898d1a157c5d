import Diagnostics
import Foundation
import ModelStore
import PackingLists
import SiteBuild
import TestSupport
import Testing

@Suite("All kinds of pages")
struct PageKindsTests {
  private static func trip(
    _ title: String, start: String, collection: String = "Summer", items: String = "- [ ] map\n",
    more: String = ""
  ) -> String {
    """
    ---
    title: \(title)
    start: \(start)
    nights: 3
    collection: \(collection)
    \(more)---

    ## Kit
    \(items)
    ## Activities
    - [x] swim in \(title)
    - [ ] walk

    """
  }

  private static let content = [
    "valise.yml": "title: Ours\nhome-city: Bilbao\n",
    "Content/trips/rome.md": trip("Rome", start: "2027-05-01", more: "stops: [Rome: 3]\n"),
    "Content/trips/oslo.md": trip("Oslo", start: "2027-09-01", more: "include: [carry-on]\n"),
    "Content/trips/old.md": trip(
      "Old", start: "2020-09-01", collection: "Winter", more: "archived: true\n"),
    "Content/lists/carry-on.md": "# Carry-on\n- [ ] Pen\n- [ ] Socks x{nights}\n",
    "Content/goals.md": "- Swim x3 word:swim\n- Two trips: 2\n",
    "Content/reading.md": "- [x] Danube by Claudio Magris ★★★★\n- [ ] Walks\n",
  ]

  /// All files of an output folder.
  private func output(of site: BuiltSite) throws -> [String: String] {
    let root = site.folder.url.appendingPathComponent("Output")
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".html") || path.hasSuffix(".xml") || path.hasSuffix(".ics") {
      files[path] = try site.page(path)
    }
    return files
  }

  @Test("after any edit the site is what a build from nothing makes of it")
  func incremental() throws {
    let site = try BuiltSite(Self.content)
    try site.build()
    var files = Self.content
    let edits: [(String, String?)] = [
      (
        "Content/trips/rome.md", Self.trip("Rome", start: "2027-05-01", items: "- [x] map\n- hat\n")
      ),
      ("Content/trips/rome.md", Self.trip("Roma", start: "2027-12-01", collection: "Winter")),
      ("Content/trips/new.md", Self.trip("New", start: "2026-09-01", collection: "Alps")),
      ("Content/trips/oslo.md", nil), ("Content/trips/old.md", nil),
      ("Content/goals.md", "# Aims\n- Swim x1 word:swim\n"), ("Content/goals.md", nil),
      ("Content/reading.md", "- [x] Walks ★★\n"), ("Content/reading.md", nil),
      ("Content/lists/carry-on.md", "# On board\n- [ ] Pen 10 g\n"),
      ("Content/lists/carry-on.md", nil),
      ("Content/trips/new.md", "# New\n- [ ] map\n"), ("Content/trips/rome.md", nil),
    ]
    for (path, text) in edits {
      files[path] = text
      if let text {
        try site.folder.write(text, to: path)
      } else {
        try FileManager.default.removeItem(at: site.folder.url.appendingPathComponent(path))
      }
      try site.build()
      let fresh = try BuiltSite(files)
      try fresh.build()
      let (found, expected) = (try output(of: site), try output(of: fresh))
      #expect(found.keys.sorted() == expected.keys.sorted(), "after \(path)")
      for (page, text) in expected { #expect(found[page] == text, "\(page) after \(path)") }
    }
  }

  @Test("each kind of page is there, and leads to the others")
  func kinds() throws {
    let site = try BuiltSite(Self.content)
    #expect(try site.build().diagnostics == [])
    let pages = try output(of: site)
    for (page, text) in [
      ("collections.html", "href=\"collections/summer.html\""),
      ("collections/summer.html", "href=\"../trips/rome.html\""),
      ("archive.html", "href=\"trips/old.html\""), ("activities.html", "swim in Rome"),
      ("goals.html", "<bdi>3 of 3 activities</bdi>"), ("reading.html", "by Claudio Magris"),
      ("reading/rated-4.html", "Danube"), ("lists.html", "href=\"lists/carry-on.html\""),
      ("lists/carry-on.html", "Socks x{nights}"), ("lists/carry-on.html", "../trips/oslo.html"),
      ("itinerary/rome.html", "Bilbao"), ("trips/rome.html", "../itinerary/rome.html"),
      ("trips/rome.html", "../collections/summer.html"), ("404.html", "index.html"),
      ("index.html", "href=\"archive.html\""),
    ] {
      #expect(pages[page]?.contains(text) == true, "\(page): \(text)")
    }
    #expect(pages["reading/rated-5.html"] == nil)
    #expect(pages["itinerary/oslo.html"] == nil)
  }

  @Test("a site with trips alone has no other parts, and no word of them")
  func bare() throws {
    let site = try BuiltSite(["Content/trips/a.md": "- map\n"])
    try site.build()
    let pages = try output(of: site)
    #expect(
      pages.keys.filter { $0.hasSuffix(".html") }.sorted()
        == ["404", "index", "offline", "print/a", "reports", "search", "trips/a"].map {
          $0 + ".html"
        })
    for part in ["goals", "reading", "collections", "activities", "archive", "lists"] {
      #expect(pages["index.html"]?.contains("href=\"\(part).html\"") == false)
    }
  }

  @Test("an edit to one trip makes only the pages that it reaches")
  func reach() throws {
    var files: [String: String] = [:]
    for number in 100..<400 {
      files["Content/trips/t\(number).md"] = Self.trip(
        "Trip \(number)", start: "2020-01-01", collection: "C\(number % 30)")
    }
    let site = try BuiltSite(files)
    try site.build()
    #expect(try site.build().madeCount == 0)
    // What no list shows: a note.
    try site.folder.write(
      Self.trip("Trip 350", start: "2020-01-01", collection: "C20", items: "- [ ] map — old\n"),
      to: "Content/trips/t350.md")
    var report = try site.build()
    // The trip's calendar is made with its pages; reports look into all trips, and the worker that
    // keeps pages knows the version of all.
    #expect(report.madeCount <= 5)
    #expect(
      report.writtenPaths.filter { $0 != "reports.html" }.sorted() == [
        "print/t350.html", "service-worker.js", "trips/t350.html",
      ])
    // One more item: it shows in counts, and can be searched for.
    try site.folder.write(
      Self.trip("Trip 350", start: "2020-01-01", collection: "C20", items: "- [ ] map\n- pen\n"),
      to: "Content/trips/t350.md")
    report = try site.build()
    #expect(
      report.writtenPaths.filter { !$0.hasPrefix("search") && $0 != "reports.html" }.sorted() == [
        "collections.html", "collections/c20.html", "print/t350.html", "service-worker.js",
        "trips.3.html", "trips/t350.html",
      ])
    #expect(report.madeCount < 16)
  }

  @Test("goals follow the trips, and the file")
  func goals() throws {
    let site = try BuiltSite(Self.content)
    try site.build()
    #expect(try site.page("goals.html").contains("0 of 2 trips"))
    for name in ["rome", "oslo"] {
      try site.folder.write(
        "---\nstart: 2027-05-01\nend: 2027-05-04\n---\n- map\n## Activities\n- [x] swim\n",
        to: "Content/trips/\(name).md")
    }
    try site.build()
    let page = try site.page("goals.html")
    #expect(page.contains("2 of 2 trips") && page.contains("datetime=\"2027-05-04\""))
    try site.folder.write("- Two trips: 2 collection:Sumer\n", to: "Content/goals.md")
    #expect(try site.build().diagnostics.map(\.code) == [.goalCollection])
  }

  @Test("a file of goals that cannot be read keeps its last good page")
  func brokenGoals() throws {
    let site = try BuiltSite(Self.content)
    try site.build()
    let before = try site.page("goals.html")
    try Data([0xFF, 0xFE, 0x00]).write(
      to: site.folder.url.appendingPathComponent("Content/goals.md"))
    let report = try site.build()
    #expect(report.diagnostics.map(\.code) == [.fileEncoding])
    #expect(try site.page("goals.html") == before)
  }

  @Test("a trip with an error stays on the pages of its base lists, however often it is built")
  func brokenTrip() throws {
    let site = try BuiltSite([
      "Content/lists/base.md": "- soap\n",
      "Content/trips/rome.md": "---\ninclude: [base]\n---\n- map\n",
    ])
    try site.build()
    let before = try site.page("lists/base.html")
    #expect(before.contains("trips/rome.html"))
    try site.folder.write("---\ninclude: [\n---\n- map\n", to: "Content/trips/rome.md")
    for _ in 0..<2 {
      #expect(try site.build().diagnostics.map(\.severity) == [.error])
      #expect(try site.page("lists/base.html") == before)
    }
  }

  @Test("any page can be replaced by the site's own template, and what it lacks is pointed out")
  func ownTemplates() throws {
    var files = Self.content
    files["Templates/goals.mustache"] = "{{title}}: {{#upcoming}}{{title}} {{/upcoming}}"
    files["Templates/collection.mustache"] = "{{collection.tilte}}"
    files["Templates/golas.mustache"] = "-"
    let site = try BuiltSite(files)
    let report = try site.build()
    #expect(try site.page("goals.html") == "Goals: Two trips ")
    #expect(!site.has("Output/collections/summer.html"))
    #expect(
      Set(report.diagnostics.map(\.code.rawValue)) == ["template.unknown-name", "template.unused"])
  }

  @Test("links in goals and in the reading list are checked, and lead where they say")
  func entryLinks() throws {
    var files = Self.content
    files["Content/goals.md"] =
      "See [Rome](trips/rome.md) and [Oslo](trips/osol.md).\n\n- Two trips: 2\n"
    files["Content/reading.md"] = "- [Danube](trips/plan.txt) ★★★★\n- [Nowhere](gone.txt)\n"
    files["Content/trips/plan.txt"] = "a plan"
    let site = try BuiltSite(files)
    let problems = try site.build().diagnostics
    #expect(problems.map(\.code) == [.linkMissing, .linkMissing])
    #expect(problems.map { $0.position?.path } == ["Content/goals.md", "Content/reading.md"])
    #expect(problems.first?.hint?.contains("trips/oslo.md") == true)
    #expect(try site.page("goals.html").contains("href=\"trips/rome.html\""))
    #expect(try site.page("reading.html").contains("href=\"files/trips/plan.txt\""))
    #expect(try site.page("reading/rated-4.html").contains("href=\"../files/trips/plan.txt\""))
    #expect(try site.page("files/trips/plan.txt") == "a plan")
  }

  @Test("links that name a page by its place are checked against all pages")
  func pageLinks() throws {
    var files = Self.content
    files["Content/trips/links.md"] =
      "[a](/goals.html) [b](/collections/summer.html) [c](/gaols.html)\n\n- map\n"
    let site = try BuiltSite(files)
    let problems = try site.build().diagnostics
    #expect(problems.map(\.code) == [.linkMissing])
    #expect(problems.first?.hint?.contains("/goals.html") == true)
  }
}
