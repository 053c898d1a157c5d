import TestSupport
import Testing

@Suite("Pages at all widths", .enabled(if: Chromium.tool.isExpected, "chromium is not installed"))
struct LayoutTests {
  let sites: BrowsedSites

  init() throws {
    sites = try BrowsedSites.shared
  }

  @Test("no page is wider than its window", arguments: BrowsedSites.widths)
  func noSidewaysScrolling(width: Int) {
    let facts = sites.light.facts.filter { $0.view.width == width }
    #expect(facts.count > 40)
    for page in facts {
      #expect(page.windowWidth == width)
      #expect(page.contentWidth <= width, "\(page.view)")
    }
  }

  @Test("no word is cut off or stands outside the window")
  func nothingIsCutOff() {
    for page in sites.light.facts {
      #expect(page.cutOff == [], "\(page.view)")
    }
  }

  @Test("no words of an entry lie over each other")
  func nothingOverlaps() {
    for page in sites.light.facts {
      #expect(page.overlaps == [], "\(page.view)")
    }
  }

  @Test("text has enough contrast in both color schemes", arguments: Chromium.ColorScheme.allCases)
  func contrast(scheme: Chromium.ColorScheme) {
    let facts = scheme == .dark ? sites.dark.facts : sites.pages
    #expect(facts.count > 40)
    for page in facts {
      #expect(page.faint == [], "\(page.view) \(scheme)")
    }
  }

  @Test("words of either direction begin at the same edge of their row")
  func mixedDirections() throws {
    for path in ["trips/oasis.html", "index.html"] {
      let rows = try sites.page(path, of: .longJourneys).rows
      #expect(rows.count >= 6)
      #expect(Set(rows.map(\.[0])).count == 1, "\(path) \(rows)")
    }
    for path in ["trips/petra.html", "index.html"] {
      let rows = try sites.page(path, of: .rightToLeft).rows
      #expect(rows.count >= 3)
      #expect(Set(rows.map(\.[1])).count == 1, "\(path) \(rows)")
    }
  }
}
