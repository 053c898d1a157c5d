import ModelStore
import Mustache
import PackingLists
import Testing

@testable import Pages

@Suite("Texts that mean harm")
struct HostileTextTests {
  @Test(
    "are shown as they were written, and open no tag or attribute",
    arguments: [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
      "</title></textarea><svg/onload=x>", "{{site.title}}", "{{{words}}}", "<!--", "]]>",
      "&lt;b&gt;",
    ])
  func escaped(text: String) throws {
    let site = try Fixture {
      $0.title = text
      $0.author = text
      $0.generator = text
    }
    let trip = site.trip("a", text) {
      $0.destination = text
      $0.collection = text
      $0.travellers = [text]
      $0.tags = [text]
      $0.bags = [Bag(name: text, limit: Weight(rawValue: 1000))]
      $0.start = Fixture.day("2026-06-12")
      $0.itemCount = 1
    }
    site.item(trip, text, text) {
      $0.note = text
      $0.traveller = text
      $0.bag = text
      $0.parentName = text
      $0.url = text
    }
    site.item(trip, text, text) { $0.isLeftBehind = true }
    trip.stops.append(Stop(city: text, nights: 1, position: 0))
    trip.activities.append(Activity(name: text, isDone: false, note: text, position: 0))
    let goal = ActivityGoal(title: text, targetCount: 3, position: 0, word: text)
    (goal.note, goal.collection) = (text, text)
    site.context.insert(goal)
    let book = Book(title: text, position: 0)
    (book.author, book.note, book.url, book.rating) = (text, text, text, 4)
    site.context.insert(book)
    try site.context.save()
    let photo = PagePhoto(path: "photos/\(text).jpg")

    let tags = Set(try harmlessTags())
    let surroundings = TripPage.Surroundings(photo: photo, collection: .collection(text))
    let pages = try SampleSite(site: site, trip: trip, surroundings: surroundings).pages
    // A message in plain words has no tag that a text could end.
    for page in pages where page.address.path.hasSuffix(".html") {
      let html = try site.html(page)
      #expect(Set(tagNames(html)).subtracting(tags) == [])
      #expect(unquotedValues(html) == [])
      #expect(!html.contains("<script>") && !html.contains("<img src=x"))
      #expect(!html.contains("' onmouseover='"))
      #expect(html.contains("</html>"))
    }
  }

  /// The tags of pages in which no text means harm.
  private func harmlessTags() throws -> [String] {
    let full = try SampleSite.full()
    let bare = try SampleSite.bare()
    return try
      (full.pages.map { try full.site.html($0) } + bare.pages.map { try bare.site.html($0) })
      .flatMap(tagNames)
  }

  /// The tags that have a value outside double quotes, which escaping would not protect.
  private func unquotedValues(_ html: String) -> [String] {
    html.split(separator: "<").dropFirst().compactMap { part in
      let tag = part.prefix { $0 != ">" }
      let outside = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      let isUnquoted = outside.dropLast().contains { !$0.hasSuffix("=") && $0.contains("=") }
      return isUnquoted || outside.last?.contains("=") == true ? String(tag) : nil
    }
  }

  private func tagNames(_ html: String) -> [String] {
    html.split(separator: "<").dropFirst().map { part in
      String(part.prefix { $0 != " " && $0 != ">" && $0 != "\n" })
    }
  }

  @Test("a link that could run code is not one")
  func links() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Other", "Bad") { $0.url = "javascript:alert(1)" }
    site.item(trip, "Other", "Good") { $0.url = "https://example.org/?a=1&b=2" }
    try site.context.save()
    let html = try site.html(TripPage(trip: trip))
    #expect(!html.contains("javascript:"))
    #expect(html.contains("<span class=\"item-name\" dir=\"auto\">Bad</span>"))
    #expect(html.contains("<a href=\"https://example.org/?a=1&amp;b=2\">Good</a>"))
  }
}
