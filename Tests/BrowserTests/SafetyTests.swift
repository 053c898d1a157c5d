import Foundation
import TestSupport
import Testing

@Suite(
  "Pages on their own", .enabled(if: Chromium.tool.isExpected, "chromium is not installed"))
struct SafetyTests {
  let sites: BrowsedSites

  init() throws {
    sites = try BrowsedSites.shared
  }

  @Test("no page holds a script or a style inside, and its policy allows none")
  func policy() {
    for page in sites.pages {
      #expect(page.scripts == 0, "\(page.view)")
      #expect(page.inlineStyles == 0, "\(page.view)")
      #expect(page.policy.hasPrefix("default-src 'none'"), "\(page.view)")
      #expect(!page.policy.contains("unsafe"), "\(page.view)")
    }
  }

  @Test("nothing is fetched from another host")
  func requests() {
    for page in sites.pages {
      for address in page.fetched + page.links.filter(\.isLoaded).map(\.resolved) {
        #expect(address.hasPrefix("file:///"), "\(page.view)")
      }
    }
  }

  @Test("the browser has nothing to complain about")
  func console() {
    #expect(sites.light.console == [])
    #expect(sites.dark.console == [])
  }

  @Test("every link and picture leads to a file, and every fragment to a place in it")
  func links() throws {
    let root = sites.root.url.resolvingSymlinksInPath().absoluteString
    let places = Dictionary(
      uniqueKeysWithValues: sites.pages.map { (root + $0.view.page, Set($0.ids)) })
    var followed = 0
    for page in sites.pages {
      #expect(Set(page.ids).count == page.ids.count, "\(page.view) has an id twice")
      for link in page.links where link.resolved.hasPrefix("file:") {
        followed += 1
        #expect(!link.written.hasPrefix("/"), "\(page.view) works in one folder only: \(link)")
        let parts = link.resolved.split(separator: "#", maxSplits: 1).map(String.init)
        let file = try #require(URL(string: parts[0]))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page.view) \(link)")
        if parts.count == 2, let fragment = parts[1].removingPercentEncoding {
          #expect(places[parts[0]]?.contains(fragment) == true, "\(page.view) \(link)")
        }
      }
    }
    #expect(followed > 200)
  }
}
