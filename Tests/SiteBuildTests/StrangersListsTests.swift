import Diagnostics
import Foundation
import SiteBuild
import TestSupport
import Testing

/// The lists of `../shared/inputs` as somebody would bring them: a folder of files, built as it is.
@Suite("Strangers' lists")
struct StrangersListsTests {
  private struct Expected: Decodable {
    struct Item: Decodable {
      var category: String
      var name: String
      var `private`: Bool?
    }
    struct Activity: Decodable { var name: String }
    var items: [Item]
    var activities: [Activity]?
    var prose: [String]?
  }

  static let folder = Repository.shared.appendingPathComponent("inputs")
  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  @Test(
    "give pages with every item, activity and word of prose under its head",
    .enabled(
      if: isThere || Repository.isGate,
      "the example lists lie in ../shared/inputs, which is not here"))
  func pages() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    #expect(names.count == 43)
    let site = try BuiltSite([:])
    for name in names {
      let list = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).md"))
      try list.write(
        to: site.folder.url.appendingPathComponent("Content/trips/\(name).md"))
    }
    let report = try site.build()
    #expect(!report.diagnostics.contains { $0.severity == .error }, "\(report.diagnostics)")
    for name in names {
      let data = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json"))
      let expected = try JSONDecoder().decode(Expected.self, from: data)
      for page in ["trips/\(name).html", "print/\(name).html"] {
        // Names may hold `›`, quotes and markup: the page has them escaped.
        let text = try site.page(page)
        for item in expected.items where item.private != true {
          #expect(text.contains(Self.escaped(item.name)), "\(item.name) on \(page)")
          #expect(text.contains(Self.escaped(item.category)), "\(item.category) on \(page)")
        }
        for item in expected.items where item.private == true {
          #expect(!text.contains(Self.escaped(item.name)), "\(item.name) on \(page)")
        }
        for activity in expected.activities ?? [] {
          #expect(text.contains(Self.escaped(activity.name)), "\(activity.name) on \(page)")
        }
        for words in expected.prose ?? [] {
          #expect(text.contains(Self.escaped(words)), "\(words) on \(page)")
        }
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
