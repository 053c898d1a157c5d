import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("A trip's sheet")
struct PrintPageTests {
  private func page(_ site: Fixture, _ trip: Trip) throws -> String {
    try site.context.save()
    return try site.html(TripPage(trip: trip, for: .paper))
  }

  @Test("a box is drawn, and its state is text too")
  func boxes() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    site.item(trip, "Clothes", "Hat") { $0.isPacked = true }
    site.item(trip, "Clothes", "Scarf")
    let html = try page(site, trip)
    let hat = try #require(line(of: html, with: ">Hat<"))
    #expect(hat.contains("is-packed"))
    #expect(hat.contains("<span class=\"box box-state\">Packed</span>"))
    let scarf = try #require(line(of: html, with: ">Scarf<"))
    #expect(!scarf.contains("is-packed"))
    #expect(scarf.contains("<span class=\"box box-state\">Not packed</span>"))
    #expect(!html.contains("<input") && !html.contains("☐"))
  }

  @Test("title and days are given to the margin of the paper")
  func margin() throws {
    let site = try Fixture()
    let trip = site.trip("a", "Tom & \"Ana\"") {
      $0.start = Fixture.day("2026-06-12")
      $0.end = Fixture.day("2026-06-16")
    }
    #expect(
      try page(site, trip)
        .contains("data-sheet=\"Tom &amp; &quot;Ana&quot; · 12–16 June 2026\""))
  }

  @Test("a title written from right to left does not turn the days in the margin")
  func marginDirection() throws {
    let site = try Fixture()
    let trip = site.trip("a", "القدس") { $0.start = Fixture.day("2026-06-12") }
    #expect(
      try page(site, trip).contains("data-sheet=\"\u{200E}\u{2068}القدس\u{2069} · 12 June 2026\""))
  }

  @Test("it has its own style sheet, and a way back that is not printed")
  func links() throws {
    let site = try Fixture()
    let html = try page(site, site.trip("a", "A"))
    #expect(html.contains("href=\"../assets/print.css\""))
    #expect(html.contains("href=\"../trips/a.html\""))
    #expect(html.contains("Nothing to pack yet"))
  }
}
