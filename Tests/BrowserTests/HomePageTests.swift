import Foundation
import TestSupport
import Testing

@Suite(
  "The home page in the browser",
  .enabled(if: Chromium.tool.isExpected, "chromium is not installed"))
struct HomePageTests {
  let home: PageFacts.Home
  let archive: [PageFacts.TripEntry]
  let sites: BrowsedSites

  init() throws {
    sites = try BrowsedSites.shared
    home = try sites.page("index.html", of: .longJourneys).home
    archive = try sites.page("archive.html", of: .longJourneys).home.archive
  }

  @Test("trips to come stand first, the soonest on top")
  func upcoming() throws {
    let titles = home.upcoming.map(\.title)
    #expect(titles.count == 2)
    #expect(titles.first == "רשימת אריזה לנגב — and the oasis")
    #expect(titles.last?.hasPrefix("Across Spitsbergen on skis") == true)
  }

  @Test("the five most recent trips follow, the latest first")
  func recent() {
    #expect(
      home.recent.map(\.title) == [
        "Words around a list", "Weekend number 6", "Weekend number 5", "Weekend number 4",
        "Weekend number 3",
      ])
  }

  @Test("all trips are listed but the archived ones, which have their own place")
  func all() {
    #expect(home.all.count == 11)
    let archived = ["A trip in the attic", "Parcels for all the huts of Kungsleden"]
    #expect(!home.all.contains { archived.contains($0.title) })
    #expect(archive.map(\.title) == archived)
  }

  @Test("progress is as the files have it")
  func progress() throws {
    let items = try MarkdownItem.items(ofTrip: "expedition")
    let packed = items.count(where: \.isPacked)
    let expedition = try #require(home.upcoming.last)
    #expect(expedition.progress == "\(packed) of \(items.count) packed")
    #expect(expedition.value == Double(packed))
    #expect(expedition.max == Double(items.count))

    let weekends = home.all.filter { $0.title.hasPrefix("Weekend") }
    #expect(
      weekends.map(\.progress) == Array(repeating: "1 of 2 packed", count: 4)
        + Array(repeating: "All 2 packed", count: 2))
  }

  @Test("each trip of the list is a page, and each page is in the list")
  func pages() {
    let checklists = sites.checklists.filter { $0.view.page.hasPrefix("long-journeys/") }
    #expect(checklists.count == home.all.count + archive.count)
  }
}
