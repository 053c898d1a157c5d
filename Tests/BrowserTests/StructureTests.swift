import TestSupport
import Testing

@Suite(
  "Pages for keyboard and screen reader",
  .enabled(if: Chromium.tool.isExpected, "chromium is not installed"))
struct StructureTests {
  let sites: BrowsedSites

  init() throws {
    sites = try BrowsedSites.shared
  }

  @Test("headings begin with the only h1 and leave out no level")
  func headings() {
    for page in sites.pages {
      #expect(page.headings.count { $0 == 1 } == 1, "\(page.view)")
      #expect(page.headings.first == 1, "\(page.view)")
      for (level, next) in zip(page.headings, page.headings.dropFirst()) {
        #expect(next <= level + 1, "\(page.view) \(page.headings)")
      }
    }
  }

  @Test("each page has its landmarks")
  func landmarks() {
    for page in sites.pages {
      #expect(page.mains == 1, "\(page.view)")
      // The print page is one sheet, and the sheet is its main part.
      let isSheet = page.view.page.contains("/print/")
      #expect(page.banners == (isSheet ? 0 : 1), "\(page.view)")
      #expect(page.footers == (isSheet ? 0 : 1), "\(page.view)")
    }
  }

  @Test("the first stop of the Tab key leads to the content")
  func skipLinks() throws {
    for page in sites.light.facts where !page.view.page.contains("/print/") {
      let link = try #require(page.skipLink, "\(page.view)")
      #expect(link.isFirst && link.isAwayAtRest && link.isShownInFocus, "\(page.view) \(link)")
      #expect(link.target == "main" && link.takesFocus, "\(page.view) \(link)")
    }
  }

  @Test("what has the focus shows it", arguments: Chromium.ColorScheme.allCases)
  func focus(scheme: Chromium.ColorScheme) {
    for page in scheme == .dark ? sites.dark.facts : sites.pages {
      #expect(page.hiddenFocus == [], "\(page.view)")
    }
  }

  @Test("pages name their language, direction and title")
  func language() {
    for page in sites.pages {
      let isArabic = page.view.page.hasPrefix("right-to-left/")
      #expect(page.language == (isArabic ? "ar" : "en"), "\(page.view)")
      #expect(page.direction == (isArabic ? "rtl" : "ltr"), "\(page.view)")
      #expect(!page.title.isEmpty, "\(page.view)")
    }
  }

  @Test("right-to-left text finds its own direction")
  func direction() {
    for page in sites.pages {
      #expect(page.undirected == [], "\(page.view)")
    }
  }
}
