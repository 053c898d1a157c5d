import Foundation
import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("What programs read")
struct FeedTests {
  private static let hostile = "</script><b>\"&]]>\u{2028}\u{1}'"

  private func cards(_ site: Fixture) throws -> [TripCard] {
    try site.context.save()
    return try TripCard.all(in: site.context)
  }

  @Test("the feed has the trips that have begun, newest first, none that is put away")
  func feed() throws {
    let site = try Fixture { $0.author = "Ana" }
    for (slug, start) in [
      ("past", "2026-01-01"), ("today", "2026-05-10"), ("soon", "2026-05-11"),
      ("old", "2020-01-01"),
    ] {
      site.trip(slug, slug) {
        $0.start = Fixture.day(start)
        $0.isArchived = slug == "old"
      }
    }
    site.trip("undated", "undated")
    let entries = AtomFeed.entries(of: try cards(site), in: site.pages.site)
    #expect(entries.map(\.slug) == ["today", "past"])
    let xml = AtomFeed(of: entries, under: "https://ana.example/t", in: site.pages).xml
    try XMLCheck.parse(xml)
    #expect(xml.contains("<updated>2026-05-10T00:00:00Z</updated>\n<author>"))
    #expect(xml.contains("<id>https://ana.example/t/trips/today.html</id>"))
    #expect(xml.contains("href=\"https://ana.example/t/feed.xml\""))
    #expect(AtomFeed(of: [], under: "https://a", in: site.pages).xml.contains("<updated>1970"))
  }

  @Test("no text breaks the feed, the calendar or what a page says to programs")
  func hostile() throws {
    let text = Self.hostile
    let site = try Fixture {
      $0.title = text
      $0.author = text
      $0.baseURL = "https://ana.example"
    }
    let trip = site.trip("a", text) {
      $0.start = Fixture.day("2026-01-01")
      $0.destination = text + "\nsecond; line, with \\ all"
      $0.collection = text
    }
    trip.stops.append(Stop(city: text, nights: 1, position: 0))
    let all = try cards(site)
    try XMLCheck.parse(AtomFeed(of: all, under: "https://ana.example", in: site.pages).xml)
    let calendar = String(decoding: SiteCalendar.bytes(of: all, in: site.pages), as: UTF8.self)
    #expect(calendar.contains("\\nsecond\\; line\\, with \\\\ all"))
    #expect(!calendar.utf8.contains(1))
    let collections = TripCollection.all(of: all)
    for page: any Page in [
      try site.homePage(), TripPage(trip: trip), CollectionPage(collections[0], number: 1),
    ] {
      let html = try site.html(page)
      let start = "<script type=\"application/ld+json\">"
      let json = try #require(html.components(separatedBy: start).last)
        .components(separatedBy: "</script>")[0]
      let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect(value?["name"] as? String == text)
      #expect(value?["@context"] as? String == "https://schema.org")
    }
  }

  @Test("the calendar's lines are whole, folded, and end the day after")
  func calendar() throws {
    let site = try Fixture { $0.baseURL = "https://ana.example" }
    site.trip("fjord", String(repeating: "Ålesund ", count: 30)) {
      $0.start = Fixture.day("2026-12-30")
      $0.end = Fixture.day("2027-01-01")
    }
    site.trip("day", "Day") { $0.start = Fixture.day("2026-02-28") }
    site.trip("undated", "undated")
    let text = String(
      decoding: SiteCalendar.bytes(of: try cards(site), in: site.pages), as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(!text.replacing("\r\n", with: "").contains("\n"))
    #expect(
      lines.contains("DTSTART;VALUE=DATE:20261230") && lines.contains("DTEND;VALUE=DATE:20270102"))
    #expect(lines.contains("DTEND;VALUE=DATE:20260301"))
    #expect(lines.contains("UID:trip-fjord@ana.example"))
    let unfolded = text.replacing("\r\n ", with: "")
    #expect(unfolded.contains("SUMMARY:" + String(repeating: "Ålesund ", count: 30)))
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 3)
  }

  @Test("whole addresses are given only where the base is known; pictures too")
  func addresses() throws {
    let photo = TripPage.Surroundings(photo: PagePhoto(path: "photos/a b.jpg"))
    for (base, isKnown) in [("https://ana.example/t/", true), (nil, false)] {
      let site = try Fixture { $0.baseURL = base }
      let trip = site.trip("a", "A")
      try site.context.save()
      let html = try site.html(TripPage(trip: trip, surroundings: photo))
      let image = "<meta property=\"og:image\" content=\"https://ana.example/t/photos/a%20b.jpg\">"
      #expect(html.contains(image) == isKnown)
      #expect(
        html.contains("og:url") == isKnown && html.contains("application/atom+xml") == isKnown)
      #expect(html.contains("<meta property=\"og:title\" content=\"A · Ana’s trips\">"))
      let sheet = try site.html(TripPage(trip: trip, for: .paper, surroundings: photo))
      #expect(!sheet.contains("ld+json"))
      if isKnown {
        #expect(html.contains("rel=\"canonical\" href=\"https://ana.example/t/trips/a.html\""))
      }
    }
  }
}
