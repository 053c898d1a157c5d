import Foundation
import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("The front page")
struct HomePageTests {
  private func page(_ site: Fixture) throws -> String {
    try site.context.save()
    return try site.html(site.homePage())
  }

  private func titles(_ html: String, in section: String) -> [String] {
    let parts = html.components(separatedBy: "<section")
    guard let part = parts.first(where: { $0.contains("id=\"\(section)\"") }) else { return [] }
    return texts(of: part, in: "a")
  }

  @Test("trips to come stand soonest first, the last five newest first, all by title")
  func lists() throws {
    let site = try Fixture()
    for (slug, start) in [
      ("f", "2026-05-10"), ("e", "2026-07-01"), ("d", "2026-05-09"), ("c", "2026-04-01"),
      ("b", "2025-01-01"), ("a", "2026-03-01"), ("g", "2024-01-01"), ("h", "2023-01-01"),
    ] {
      site.trip(slug, "Trip \(slug)") { $0.start = Fixture.day(start) }
    }
    site.trip("undated", "trip undated")
    let html = try page(site)
    #expect(titles(html, in: "upcoming") == ["Trip f", "Trip e"])
    #expect(titles(html, in: "recent") == ["Trip d", "Trip c", "Trip a", "Trip b", "Trip g"])
    #expect(
      titles(html, in: "all") == [
        "Trip a", "Trip b", "Trip c", "Trip d", "Trip e", "Trip f", "Trip g", "Trip h",
        "trip undated",
      ])
    #expect(!html.contains("archive.html"))
  }

  @Test("archived trips are not on it, but a link to the archive")
  func archive() throws {
    let site = try Fixture()
    site.trip("new", "New") {
      $0.start = Fixture.day("2026-08-01")
      $0.isArchived = true
    }
    site.trip("old", "Old") {
      $0.start = Fixture.day("2020-08-01")
      $0.isArchived = true
    }
    let html = try page(site)
    #expect(html.contains("<a href=\"archive.html\">Archive</a> <bdi>2 trips</bdi>"))
    for section in ["upcoming", "recent", "all"] { #expect(titles(html, in: section) == []) }
    #expect(!html.contains("No trips yet"))
  }

  @Test("counts are the trip's own sums, and no item is loaded for them")
  func counts() throws {
    let site = try Fixture()
    site.trip("a", "A") {
      $0.itemCount = 34
      $0.packedCount = 21
    }
    site.trip("b", "B") {
      $0.itemCount = 2
      $0.packedCount = 2
    }
    site.trip("c", "C")
    let html = try page(site)
    #expect(html.contains("21 of 34 packed"))
    #expect(html.contains("All 2 packed"))
    #expect(html.contains("Nothing to pack yet"))
  }

  @Test("a long list goes on over further pages, and the board shows what is next")
  func long() throws {
    let site = try Fixture()
    for number in 1000..<1250 {
      site.trip("t\(number)", "Trip \(number)") { $0.start = Fixture.day("2027-01-01") }
    }
    let html = try page(site)
    #expect(titles(html, in: "upcoming").count == 24)
    #expect(titles(html, in: "all").filter { $0.hasPrefix("Trip") }.count == 100)
    #expect(html.contains("<p>Page 1 of 3</p>"))
    #expect(html.contains("<a class=\"pager-step\" rel=\"next\" href=\"trips.2.html\">"))
    let lists = TripLists(of: try TripCard.all(in: site.context), today: site.pages.site.today)
    let last = TripListPage(
      .all, showing: Array(lists.rest[lists.series.entries(of: 3)]), of: lists.series, number: 3)
    let lastHTML = try site.html(last)
    #expect(last.address.path == "trips.3.html")
    #expect(lastHTML.contains("Trip 1249") && !lastHTML.contains("Trip 1199"))
    #expect(lastHTML.contains("<a href=\"index.html\">1</a>"))
  }

  @Test("a site without trips says how to make one")
  func empty() throws {
    let html = try page(try Fixture())
    #expect(html.contains("<h2 id=\"no-trips\">No trips yet</h2>"))
    #expect(html.contains("Content/trips"))
  }

  @Test("its address on the web is told where the base is known")
  func canonical() throws {
    let site = try Fixture { $0.baseURL = "https://ana.example/trips" }
    #expect(
      try page(site).contains("<link rel=\"canonical\" href=\"https://ana.example/trips/\">"))
    #expect(try !page(try Fixture()).contains("canonical"))
  }

  @Test("a draft asks search engines to leave it alone, and says what it is")
  func draft() throws {
    let html = try page(try Fixture { $0.isDraft = true })
    #expect(html.contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(html.contains("Draft: not published yet"))
    #expect(try !page(try Fixture()).contains("robots"))
  }
}
