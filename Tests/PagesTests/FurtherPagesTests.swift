import Foundation
import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("Further pages")
struct FurtherPagesTests {
  @Test("numbers of pages: the first, the last, those around, and gaps between")
  func pager() throws {
    let site = try Fixture()
    let series = PageSeries(at: .archive, count: 1001, size: 100)
    #expect(series.pageCount == 11 && series.entries(of: 11) == 1000..<1001)
    let html = try site.html(TripListPage(.archive, showing: [], of: series, number: 6))
    let pager = try #require(html.components(separatedBy: "<nav class=\"pager\"").last)
    #expect(
      texts(of: pager, in: "a").prefix(8) == ["Previous", "1", "4", "5", "6", "7", "8", "11"])
    #expect(pager.components(separatedBy: "pager-gap").count == 3)
    #expect(pager.contains("href=\"archive.6.html\" aria-current=\"page\""))
    #expect(PageSeries(at: .archive, count: 0, size: 100).pageCount == 1)
  }

  @Test("case and accents do not make two collections, and no two have one address")
  func collections() throws {
    let site = try Fixture()
    for (slug, collection) in [
      ("a", "Été"), ("b", "ete"), ("c", "Fall!"), ("d", "Fall?"), ("e", "!!!"), ("f", nil),
    ] {
      site.trip(slug, slug) { $0.collection = collection }
    }
    try site.context.save()
    let found = TripCollection.all(of: try TripCard.all(in: site.context))
    #expect(found.map(\.title) == ["!!!", "Été", "Fall!", "Fall?"])
    #expect(found.map(\.slug) == ["collection", "ete", "fall", "fall-2"])
    #expect(found[1].trips.map(\.slug) == ["a", "b"])
  }

  @Test("what to do: trips to come soonest first, then those without days, then the newest")
  func activities() throws {
    let site = try Fixture()
    for (slug, start) in [
      ("past", "2026-01-01"), ("older", "2025-01-01"), ("soon", "2026-06-01"),
      ("later", "2027-01-01"), ("some-day", nil), ("idle", "2026-07-01"),
    ] {
      let trip = site.trip(slug, slug) {
        $0.start = start.map(Fixture.day)
        $0.activityCount = slug == "idle" ? 0 : 2
        $0.doneActivityCount = slug == "idle" ? 0 : 1
      }
      trip.activities.append(Activity(name: "swim", isDone: true, note: nil, position: 1))
      trip.activities.append(Activity(name: "walk", isDone: false, note: nil, position: 0))
    }
    try site.context.save()
    let cards = ActivitiesPage.order(
      try TripCard.all(in: site.context), today: site.pages.site.today)
    let html = try site.html(ActivitiesPage(cards, number: 1))
    #expect(texts(of: html, in: "h2") == ["soon", "later", "some-day", "past", "older"])
    #expect(html.contains("<bdi>5 of 10 done</bdi>"))
    #expect(html.range(of: "walk").map { html[..<$0.lowerBound].contains("swim") } == false)
  }

  @Test("goals: reached ones newest first, the others in the file's order")
  func goals() throws {
    let site = try Fixture()
    for (position, day) in ["2026-01-01", "2026-03-01", nil, "2026-02-01"].enumerated() {
      let goal = TripGoal(title: "G\(position)", targetCount: 1, position: position)
      goal.isAchieved = true
      goal.dateAchieved = day.map(Fixture.day)
      site.context.insert(goal)
    }
    for position in [6, 5, 4] {
      site.context.insert(
        ActivityGoal(
          title: "G\(position)", targetCount: 4, position: position, word: nil))
    }
    try site.context.save()
    let html = try site.html(GoalsPage(EntryHeading(title: nil, introductionHTML: "")))
    #expect(texts(of: html, in: "h3") == ["G4", "G5", "G6", "G1", "G3", "G0", "G2"])
    #expect(html.contains("0 of 4 activities") && html.contains("<bdi>4 of 7 done</bdi>"))
  }

  @Test("books: by shelf, newest first, and only those rated so much on the pages that say so")
  func books() throws {
    let site = try Fixture()
    let rows: [(String, Int, Book.Shelf, String?)] = [
      ("a", 0, .read, nil), ("b", 5, .read, "2026-01-01"), ("c", 3, .read, "2026-02-01"),
      ("d", 0, .toRead, nil), ("e", 4, .givenUp, nil), ("f", 0, .toRead, "2025-01-01"),
    ]
    for (position, row) in rows.enumerated() {
      let book = Book(title: row.0, position: position)
      (book.rating, book.shelf, book.sortDay) = (row.1, row.2, row.3.map(Fixture.day))
      site.context.insert(book)
    }
    try site.context.save()
    let counts = [3, 0, 0, 1, 1, 1]
    let heading = EntryHeading(title: "Books", introductionHTML: "")
    func titles(_ minimum: Int) throws -> [String] {
      texts(
        of: try site.html(
          ReadingPage(heading, ratedFrom: minimum, counts: counts, number: 1)), in: "h3")
    }
    #expect(try titles(0) == ["f", "d", "c", "b", "a", "e"])
    #expect(try titles(4) == ["b", "e"])
    let html = try site.html(ReadingPage(heading, ratedFrom: 4, counts: counts, number: 1))
    #expect(html.contains("href=\"../reading.html\"") && html.contains("Rated 5 of 5"))
    #expect(html.contains("href=\"../reading/rated-4.html\" aria-current=\"page\""))
  }

  @Test("a link into the site goes by the way to its root; one to the web stays")
  func bookLinks() throws {
    let site = try Fixture()
    for (position, url) in ["trips/rome.html", "https://example.org/a", "javascript:x"].enumerated()
    {
      let book = Book(title: "b\(position)", position: position)
      (book.url, book.rating) = (url, 5)
      site.context.insert(book)
    }
    try site.context.save()
    let html = try site.html(
      ReadingPage(
        EntryHeading(title: nil, introductionHTML: ""), ratedFrom: 5, counts: [0, 0, 0, 0, 0, 3],
        number: 1))
    #expect(html.contains("href=\"../trips/rome.html\""))
    #expect(html.contains("href=\"https://example.org/a\"") && !html.contains("javascript"))
  }

  @Test(
    "what is not found links from where the site stands, whatever was asked for",
    arguments: [
      ("https://ana.example/trips", "/trips/index.html"), ("https://ana.example", "/index.html"),
      ("https://ana.example/a/b/", "/a/b/index.html"), (nil, "index.html"),
    ])
  func notFound(base: String?, home: String) throws {
    let site = try Fixture { $0.baseURL = base }
    let html = try site.html(NotFoundPage(under: base))
    #expect(html.contains("class=\"wordmark\" href=\"\(home)\""))
  }

  @Test("an itinerary begins and ends in the city that trips start from")
  func itinerary() throws {
    let site = try Fixture { $0.homeCity = "Bilbao" }
    let trip = site.trip("a", "A") { $0.start = Fixture.day("2026-06-12") }
    trip.stops.append(Stop(city: "Seattle", nights: 3, position: 0))
    trip.stops.append(Stop(city: "Portland", nights: 1, position: 1))
    trip.stopCount = trip.stops.count
    try site.context.save()
    let html = try site.html(ItineraryPage(trip: trip))
    #expect(texts(of: html, in: "h2") == ["Bilbao", "Seattle", "Portland", "Bilbao"])
    #expect(html.contains("12–15 June") && html.contains("datetime=\"2026-06-16\""))
  }
}
