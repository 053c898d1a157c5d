import Diagnostics
import Files
import Foundation
import SiteBuild
import TestSupport
import Testing

@Suite("Pages that are made while lists are read are those that a later build would make")
struct EarlyPagesTests {
  /// More lists than are stored at once, so that pages are made before the last ones are read.
  private static let many = 450

  private static func lists(_ count: Int = many) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (0..<count).map { number in
        ("Content/trips/trip-\(1000 + number).md", "## Bag\n- [x] map 20 g\n- hat no. \(number)\n")
      })
  }

  /// Whether the pages are what the store alone gives.
  private func isAsFromStore(_ site: BuiltSite) throws -> Bool {
    let early = try site.outputFiles()
    try site.build(BuildOptions(isForced: true))
    return try site.outputFiles() == early
  }

  @Test("no page is made twice where the first lists tell what all do")
  func once() throws {
    let site = try BuiltSite(Self.lists())
    let report = try site.build()
    // But for the list of the files, which is made of them.
    #expect(try site.outputFiles().count == report.madeCount + 1)
    #expect(report.madeCount > 2 * Self.many)
  }

  @Test("what only the last list tells of the site is on the pages of the first")
  func wrongGuess() throws {
    var lists = Self.lists()
    lists["Content/trips/zurich.md"] = """
      ---
      start: 2027-02-01
      collection: Lakes
      ---
      ## Bag
      - boots
      """
    let site = try BuiltSite(lists)
    let report = try site.build()
    #expect(report.diagnostics == [])
    #expect(try site.page("trips/trip-1000.html").contains("collections.html"))
    #expect(Set(report.writtenPaths).count == Set(try site.outputFiles().keys).count - 1)
    // Those of the first lists were made and written twice, and are told once.
    #expect(report.writtenCount == Set(report.writtenPaths).count)
    #expect(report.madeCount > report.writtenCount)
    #expect(try site.build().writtenCount == 0)
    #expect(try isAsFromStore(site))
  }

  @Test("trips of every kind come out as from the store")
  func kinds() throws {
    var lists = Self.lists(30)
    let kinds = [
      "draft: true", "archived: true", "collection: Lakes", "stops: [Rome, Siena x2]",
      "start: 2027-03-01\nend: 2027-03-05", "order: file", "tags: [sea]\ntravellers: [Ana, Tom]",
      "bags:\n  - name: duffel\n    limit: 5 kg",
    ]
    for (number, kind) in kinds.enumerated() {
      lists["Content/trips/kind-\(number).md"] = """
        ---
        \(kind)
        ---
        Before all.

        ## Clothes
        - [ ] socks x3 90 g @Ana
        - [x] ~~coat~~
        Between.
        - [ ] ring #private
        - cap — red ([shop](https://example.org)) #worn

        ## Activities
        - [x] Swim
        """
    }
    lists["Content/goals.md"] = "- See 10 trips\n"
    lists["Content/lists/base.md"] = "## Papers\n- passport\n"
    lists["Content/trips/with-base.md"] = "---\ninclude: [base]\n---\n- map\n"
    let site = try BuiltSite(lists)
    try site.build()
    #expect(!site.has("Output/trips/kind-0.html"))
    #expect(try isAsFromStore(site))
  }

  @Test("a template's mistake is told once, and its pages follow when it is mended")
  func template() throws {
    var lists = Self.lists()
    lists["Templates/trip.mustache"] = "<h1>{{trip.titel}}</h1>"
    let site = try BuiltSite(lists)
    let report = try site.build()
    #expect(report.diagnostics.map(\.code) == [.templateUnknownName])
    #expect(!site.has("Output/trips/trip-1000.html"))
    #expect(site.has("Output/print/trip-1000.html"))
    #expect(try site.build().diagnostics.map(\.code) == [.templateUnknownName])
    try site.folder.write("<h1>{{trip.title}}</h1>", to: "Templates/trip.mustache")
    #expect(try site.build().diagnostics == [])
    #expect(try site.page("trips/trip-1000.html") == "<h1>Trip 1000</h1>")
    #expect(try isAsFromStore(site))
  }

  @Test("of two trips with one booking the second has no page")
  func refused() throws {
    var lists = Self.lists(20)
    for name in ["a", "b"] {
      lists["Content/trips/\(name).md"] = "---\nbooking: X1\n---\n- map\n"
    }
    let site = try BuiltSite(lists)
    #expect(try site.build().diagnostics.map(\.code) == [.tripDuplicateBooking])
    #expect(site.has("Output/trips/a.html") && !site.has("Output/trips/b.html"))
  }

  @Test("a first build that was stopped is finished by the next", arguments: 1...6)
  func stopped(checks: Int) throws {
    let site = try BuiltSite(Self.lists())
    try site.build(stoppedAfter: checks)
    // One whose page may be there, and one more that nobody has seen.
    try site.remove("Content/trips/trip-1000.md")
    try site.folder.write("- torch\n", to: "Content/trips/trip-0999.md")
    try site.build()
    var files = Self.lists()
    files["Content/trips/trip-1000.md"] = nil
    files["Content/trips/trip-0999.md"] = "- torch\n"
    let cold = try BuiltSite(files)
    try cold.build()
    #expect(try site.outputFiles() == cold.outputFiles())
  }

  @Test("an output that cannot be written stops the build with its reason")
  func unwritable() throws {
    let site = try BuiltSite(Self.lists())
    try site.folder.write("not a folder", to: "Output/trips")
    let error = #expect(throws: FileError.self) { try site.build() }
    #expect(error?.path.hasSuffix("Output/trips") ?? false)
    try site.remove("Output/trips")
    try site.build()
    #expect(try isAsFromStore(site))
  }
}
