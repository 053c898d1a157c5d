import Diagnostics
import SiteBuild
import TestSupport
import Testing

@Suite("Feeds and lists for programs")
struct FeedFilesTests {
  private static let trips = [
    "Content/trips/rome.md": "---\nstart: 2027-01-10\nend: 2027-01-12\n---\n- map\n",
    "Content/trips/ideas.md": "- pen\n",
  ]

  private func site(base: String?) throws -> BuiltSite {
    var files = Self.trips
    if let base { files["valise.yml"] = "base-url: \(base)\n" }
    return try BuiltSite(files)
  }

  @Test("without a base URL there is the calendar alone")
  func withoutBase() throws {
    let site = try site(base: nil)
    #expect(try site.build().diagnostics == [])
    for path in ["feed.xml", "sitemap.xml", "robots.txt"] { #expect(!site.has("Output/\(path)")) }
    #expect(try site.page("trips.ics").contains("UID:trip-rome@valise"))
    #expect(try site.page("trips/rome.ics").contains("SUMMARY:Rome"))
    #expect(!site.has("Output/trips/ideas.ics"))
    #expect(try site.page("trips/rome.html").contains("href=\"../trips/rome.ics\""))
    #expect(try !site.page("trips/ideas.html").contains("trips/ideas.ics"))
  }

  @Test(
    "the list of pages has every page to find, under the site's own place",
    arguments: [("https://ana.example", true), ("https://ana.example/lists", false)])
  func sitemap(base: String, isRoot: Bool) throws {
    let site = try site(base: base)
    try site.build()
    let list = try site.page("sitemap.xml")
    for page in ["/", "/trips/rome.html", "/trips/ideas.html", "/search.html"] {
      #expect(list.contains("<loc>\(base)\(page)</loc>"))
    }
    for page in ["404", "offline", "print"] { #expect(!list.contains(page)) }
    #expect(site.has("Output/robots.txt") == isRoot)
    if isRoot { #expect(try site.page("robots.txt").contains("Sitemap: \(base)/sitemap.xml")) }
  }

  @Test("an edit that changes no day leaves the calendar and the feed alone")
  func reach() throws {
    let site = try site(base: "https://ana.example")
    try site.build()
    try site.folder.write(
      "---\nstart: 2027-01-10\nend: 2027-01-12\n---\n- [x] map\n", to: "Content/trips/rome.md")
    let report = try site.build()
    #expect(!report.writtenPaths.contains("trips.ics"))
    #expect(!report.writtenPaths.contains("feed.xml"))
    try site.folder.write(
      "---\nstart: 2027-01-10\nend: 2027-01-13\n---\n- [x] map\n", to: "Content/trips/rome.md")
    #expect(try site.build().writtenPaths.contains("trips.ics"))
    #expect(try site.page("trips.ics").contains("DTEND;VALUE=DATE:20270114"))
  }

  @Test("--base-url on the command line counts as one in the file")
  func option() throws {
    let site = try site(base: nil)
    try site.build(BuildOptions(baseURL: "https://ana.example"))
    #expect(try site.page("feed.xml").contains("https://ana.example/trips/rome.html"))
    try site.build()
    #expect(!site.has("Output/feed.xml"))
  }
}
