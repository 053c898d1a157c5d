import ContentReading
import Diagnostics
import Foundation
import PackingLists
import SiteBuild
import TestSupport
import Testing

@Suite("Editing the files of a site")
struct SiteEditorTests {
  func editor(of folder: TemporaryFolder) throws -> SiteEditor {
    try SiteEditor(
      site: Site(root: folder.url.path),
      environment: BuildEnvironment(today: CalendarDay(rawValue: 20_000), version: "test"))
  }

  @Test("a file that an editor saved since it was read is read again, not overwritten")
  func savedMeanwhile() throws {
    let folder = try TemporaryFolder()
    try folder.write("- [ ] hat\n", to: "Content/trips/rome.md")
    let editor = try editor(of: folder)
    let trip = try #require(editor.trip(at: "rome"))
    var rounds = 0
    let changes = try editor.edit([trip], as: "pack") { editors in
      rounds += 1
      // The same size, so that only times tell.
      if rounds == 1 { try folder.write("- [ ] cap\n", to: "Content/trips/rome.md") }
      if rounds == 2 { try folder.write("- [ ] cap\n- [ ] tie\n", to: "Content/trips/rome.md") }
      try editors[0].setPacked(true, [editors[0].items[0]])
    }
    #expect(rounds == 3 && changes.count == 1)
    #expect(try folder.read("Content/trips/rome.md") == "- [x] cap\n- [ ] tie\n")
    #expect(try editor.undo().changes.count == 1)
    #expect(try folder.read("Content/trips/rome.md") == "- [ ] cap\n- [ ] tie\n")
  }

  @Test("an edit that throws changes nothing")
  func throwing() throws {
    let folder = try TemporaryFolder()
    try folder.write("- [ ] hat\n", to: "Content/trips/rome.md")
    let editor = try editor(of: folder)
    let trip = try #require(editor.trip(at: "rome"))
    #expect(throws: CancellationError.self) {
      try editor.edit([trip], as: "pack") { editors in
        try editors[0].setPacked(true, [editors[0].items[0]])
        throw CancellationError()
      }
    }
    #expect(try folder.read("Content/trips/rome.md") == "- [ ] hat\n")
    #expect(throws: Diagnostic.self) { try editor.undo() }
  }

  @Test("an item of a base list that is packed is the trip's own, with all that is said of it")
  func included() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      ## Bath
      - [ ] [Soap](https://example.org) x{nights+1} 30 g #consumable bag:duffel — green
      - [ ] Kit
        - [ ] Gauze
      1. [ ] Razor
         - Weight: 80 g
         - the old one

      """, to: "Content/lists/base.md")
    try folder.write(
      "---\nnights: 3\ninclude: [base]\n---\n- [ ] hat\n", to: "Content/trips/rome.md")
    let editor = try editor(of: folder)
    let trip = try #require(editor.trip(at: "rome"))
    var before: [ItemDraft] = []
    _ = try editor.edit([trip], as: "pack --all") { editors in
      before = editors[0].items.map(\.item)
      let count = try editors[0].setPacked(true, editors[0].items)
      #expect(count == 5)
      let after = editors[0].items
      #expect(after.allSatisfy { $0.index != nil && $0.item.isPacked })
      #expect(after.count == before.count)
      for item in before {
        let same = after.first { $0.item.name == item.name && $0.item.category == item.category }
        #expect(same?.item.weight == item.weight && same?.item.quantity == item.quantity)
        #expect(same?.item.url == item.url && same?.item.note == item.note)
        #expect(same?.item.bag == item.bag && same?.item.isConsumable == item.isConsumable)
      }
    }
    let text = try folder.read("Content/trips/rome.md")
    #expect(
      text.contains(
        "- [x] [Soap](https://example.org) x{nights+1} 30 g #consumable bag:duffel — green\n"))
  }
}
