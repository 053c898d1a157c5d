import Diagnostics
import Foundation
import SiteBuild
import TestSupport
import Testing

@Suite("A build that finds nothing changed")
struct UnchangedBuildsTests {
  private static let files = [
    "valise.yml": "title: Trips\n",
    "Content/trips/rome.md": """
    ---
    start: 2027-05-01
    ---
    The [plan](plan.txt), the [way](way.txt) and [Oslo](oslo.md).

    - [ ] map
    - [ ] socks
    """,
    "Content/trips/oslo.md": "- [x] cap\n",
    "Content/trips/plan.txt": "turn left",
    "Content/lists/base.md": "- [ ] keys\n",
    "Templates/head.txt.mustache": "",
  ]

  /// A site that was built, and that the next build has to do nothing for.
  private func settledSite() throws -> BuiltSite {
    let site = try BuiltSite(Self.files)
    try site.build()
    _ = try site.buildLater()
    #expect(try site.buildLater().sawNothingChanged)
    return site
  }

  @Test("says once more what the last one said")
  func saysItOnceMore() throws {
    let site = try settledSite()
    let full = try site.build(BuildOptions(isForced: true))
    let (report, sawNothingChanged) = try site.buildLater()
    #expect(sawNothingChanged)
    #expect(report.diagnostics == full.diagnostics)
    #expect(report.diagnostics.contains { $0.code == .linkMissing })
    #expect(report.tripCount == full.tripCount)
    #expect(report.itemCount == full.itemCount)
    #expect(report.pageCount == full.pageCount)
    #expect(report.writtenCount == 0)
  }

  /// Something that a build has to notice.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (inout BuiltSite) throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (inout BuiltSite) throws -> Void) {
      testDescription = name
      self.make = make
    }

    static let all = [
      Change("a list") { try $0.folder.write("- [ ] cap\n", to: "Content/trips/oslo.md") },
      Change("a new list") { try $0.folder.write("- [ ] tea\n", to: "Content/trips/bath.md") },
      Change("a list that is gone") { try $0.remove("Content/trips/oslo.md") },
      Change("a base list") { try $0.folder.write("- [ ] pen\n", to: "Content/lists/base.md") },
      Change("the goals") { try $0.folder.write("- 3 trips\n", to: "Content/goals.md") },
      Change("the settings") { try $0.folder.write("title: Ways\n", to: "valise.yml") },
      Change("a new template") { try $0.folder.write("<p>", to: "Templates/home.mustache") },
      Change("a template that is gone") { try $0.remove("Templates/head.txt.mustache") },
      Change("a file that is linked to") {
        try $0.folder.write("turn right", to: "Content/trips/plan.txt")
      },
      Change("a file that was missing") { try $0.folder.write("go", to: "Content/trips/way.txt") },
      Change("a page that somebody removed") { try $0.remove("Output/trips/oslo.html") },
      Change("the day") { $0.today = "2027-06-01" },
      Change("the store") { try $0.folder.write("no store", to: ".valise/store.sqlite") },
      Change("all that was derived") { try $0.remove(".valise") },
    ]
  }

  @Test("is none after a change, and makes what a first build makes", arguments: Change.all)
  func notices(change: Change) throws {
    var site = try settledSite()
    try change.make(&site)
    let (report, sawNothingChanged) = try site.buildLater()
    #expect(!sawNothingChanged)
    var fresh = try BuiltSite([:])
    fresh.today = site.today
    for name in ["Content", "Templates", "valise.yml"] {
      if fresh.has(name) { try fresh.remove(name) }
      guard site.has(name) else { continue }
      try FileManager.default.copyItem(
        at: site.folder.url.appendingPathComponent(name),
        to: fresh.folder.url.appendingPathComponent(name))
    }
    let first = try fresh.build()
    // The worker's version knows a linked file by its number on the disk.
    let isSame = { (file: (key: String, _: Data)) in file.key != "service-worker.js" }
    #expect(try site.outputFiles().filter(isSame) == fresh.outputFiles().filter(isSame))
    #expect(
      report.diagnostics.filter { $0.code != .storeFailed }.map(\.message)
        == first.diagnostics.map(\.message))
  }

  @Test("for another output, address or reader is none")
  func otherOptions() throws {
    let site = try settledSite()
    for options in [
      BuildOptions(output: "Elsewhere"), BuildOptions(baseURL: "https://example.org/"),
      BuildOptions(audience: .author),
    ] {
      #expect(!(try site.buildLater(options).sawNothingChanged))
    }
  }

  @Test("after an error there is none: what failed is read again")
  func afterAnError() throws {
    let site = try BuiltSite(["Content/trips/rome.md": "---\nstart: soon\n---\n- map\n"])
    for _ in 0..<3 {
      let (report, sawNothingChanged) = try site.buildLater()
      #expect(!sawNothingChanged)
      #expect(report.diagnostics.contains { $0.severity == .error })
    }
  }
}
