import Foundation
import TestSupport

/// The built sites that the browser looks at, and what it says about them: built once, looked at
/// once in light and once in dark, for all suites.
final class BrowsedSites: Sendable {
  /// The names of the sites: two fixtures, and the project's own sample.
  enum Site: String, CaseIterable {
    case longJourneys = "long-journeys"
    case rightToLeft = "right-to-left"
    case sample
  }

  /// The widths of a small telephone, a usual one and a desk's screen.
  static let widths = [320, 390, 1280]

  private static let attempt = Result { try BrowsedSites() }

  static var shared: BrowsedSites {
    get throws { try attempt.get() }
  }

  /// The folder of each built site, by the site's name.
  static var folders: [String: URL] {
    get throws {
      let root = try shared.root.url
      return Dictionary(
        uniqueKeysWithValues: Site.allCases.map {
          ($0.rawValue, root.appendingPathComponent($0.rawValue))
        })
    }
  }

  /// Holds each site's `Output` under the site's name.
  let root: TemporaryFolder
  /// Every page at every width.
  let light: BrowserHarness.Answers<PageFacts>
  /// Every page at one width.
  let dark: BrowserHarness.Answers<PageFacts>

  private init() throws {
    let folder = try TemporaryFolder()
    root = folder
    let pages = try Site.allCases.flatMap { try BrowsedSites.build($0, into: folder.url) }
    let script = try ["colors.js", "facts.js"].map {
      try String(contentsOf: fixtures.appendingPathComponent("Browser/\($0)"), encoding: .utf8)
    }.joined(separator: "\n")
    light = try BrowserHarness.ask(
      script, of: root.url,
      views: pages.flatMap { page in
        BrowsedSites.widths.map { BrowserHarness.View(page: page, width: $0) }
      })
    dark = try BrowserHarness.ask(
      script, of: root.url, views: pages.map { BrowserHarness.View(page: $0, width: 390) },
      scheme: .dark)
    // What is shared by all tests lives as long as the process, which frees nothing at its end.
    atexit { BrowsedSites.removeFolder() }
  }

  private static func removeFolder() {
    guard case .success(let sites) = attempt else { return }
    // Best effort: the process is ending, and nobody is left to tell.
    _ = try? FileManager.default.removeItem(at: sites.root.url)
  }

  /// All pages at one width, in light.
  var pages: [PageFacts] { light.facts.filter { $0.view.width == 390 } }

  /// The trips' own pages, with their boxes.
  var checklists: [PageFacts] { pages.filter { $0.view.page.contains("/trips/") } }

  /// The pages made for paper.
  var sheets: [PageFacts] { pages.filter { $0.view.page.contains("/print/") } }

  /// What the browser says about one page.
  func page(_ path: String, of site: Site) throws -> PageFacts {
    guard let facts = pages.first(where: { $0.view.page == "\(site.rawValue)/\(path)" }) else {
      throw Problem(description: "there is no page \(path) of \(site)")
    }
    return facts
  }

  /// Where a page is.
  func url(_ path: String, of site: Site) -> URL {
    root.url.appendingPathComponent("\(site.rawValue)/\(path)")
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Builds a site and returns its pages' paths from the root of all.
  private static func build(_ site: Site, into root: URL) throws -> [String] {
    let source = try TemporaryFolder()
    let origin = site == .sample ? Repository.root : site.folder
    for part in ["Content", "valise.yml"] {
      try FileManager.default.copyItem(
        at: origin.appendingPathComponent(part), to: source.url.appendingPathComponent(part))
    }
    let output = root.appendingPathComponent(site.rawValue)
    let outcome = try ValiseProgram.run(["build", "--output", output.path], in: source.url)
    guard outcome.status == 0 else {
      throw Problem(description: "\(site) is not built:\n\(outcome.errors)")
    }
    return try FileManager.default.subpathsOfDirectory(atPath: output.path).sorted()
      // The page for addresses that do not exist names the site's own place on the web; in a folder
      // it leads nowhere.
      .filter { $0.hasSuffix(".html") && $0 != "404.html" }.map { "\(site.rawValue)/\($0)" }
  }
}

extension BrowsedSites.Site {
  /// The folder of a fixture.
  var folder: URL { fixtures.appendingPathComponent("Sites/\(rawValue)") }
}

/// Files that are no part of a test target.
let fixtures = Repository.root.appendingPathComponent("Tests/Fixtures")
