import Foundation
import TestSupport
import Testing

private let pictureFolder = ProcessInfo.processInfo.environment["BROWSER_PICTURES"]
  .map { URL(fileURLWithPath: $0, isDirectory: true) }

/// Pictures for a person to judge: `BROWSER_PICTURES=FOLDER swift test --filter PictureTests`.
@Suite(
  "Pictures of pages",
  .enabled(if: pictureFolder != nil, "BROWSER_PICTURES names no folder for them"))
struct PictureTests {
  @Test(
    "a page is drawn as a telephone and a desk show it",
    arguments: [
      (BrowsedSites.Site.sample, "index"), (.sample, "trips/seattle"), (.sample, "print/seattle"),
      (.longJourneys, "trips/expedition"), (.longJourneys, "trips/prose"),
      (.rightToLeft, "trips/petra"),
    ], Chromium.ColorScheme.allCases)
  func pictures(page: (site: BrowsedSites.Site, name: String), scheme: Chromium.ColorScheme) throws
  {
    let folder = try #require(pictureFolder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sites = try BrowsedSites.shared
    for width in [390, 1280] {
      let name = page.name.replacingOccurrences(of: "/", with: "-")
      let file = folder.appendingPathComponent(
        "\(page.site.rawValue)-\(name)-\(width)-\(scheme.rawValue).png")
      try Chromium.screenshot(
        of: sites.url("\(page.name).html", of: page.site), width: width, height: 1600,
        scheme: scheme, to: file)
      #expect(FileManager.default.fileExists(atPath: file.path))
    }
  }
}
