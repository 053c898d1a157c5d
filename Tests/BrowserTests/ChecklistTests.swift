import TestSupport
import Testing

@Suite(
  "Checklists without a script",
  .enabled(if: Chromium.tool.isExpected, "chromium is not installed"))
struct ChecklistTests {
  let sites: BrowsedSites

  init() throws {
    sites = try BrowsedSites.shared
  }

  @Test("every item of the file is one box with a label that names it")
  func namedBoxes() throws {
    for page in sites.checklists {
      for item in page.items {
        #expect(item.inputCount == 1)
        #expect(item.type == "checkbox")
        #expect(!item.isDisabled)
        #expect(item.before.text.hasPrefix(item.name), "\(page.view) \(item)")
      }
    }
    let page = try sites.page("trips/expedition.html", of: .longJourneys)
    let file = try MarkdownItem.items(ofTrip: "expedition")
    #expect(file.count > 60)
    #expect(page.items.count == file.count)
    // Names keep their place: the trip has "order: file".
    for (item, written) in zip(page.items, file) {
      #expect(written.text.hasPrefix(item.name), "\(item.name) is not \(written.text)")
      #expect(item.before.isChecked == written.isPacked, "\(item.name)")
    }
  }

  @Test("a box says whether its item is packed, before and after a click on its label")
  func saysItsState() {
    for page in sites.checklists {
      for item in page.items {
        #expect(item.after.isChecked == !item.before.isChecked, "\(page.view) \(item.name)")
        for state in [item.before, item.after] where page.language == "en" {
          #expect(state.text.contains(", Packed") == state.isChecked, "\(page.view) \(state)")
          #expect(state.text.contains(", Not packed") == !state.isChecked, "\(page.view) \(state)")
        }
      }
    }
  }

  @Test("boxes and links are large enough for a finger")
  func targets() {
    for page in sites.light.facts {
      for item in page.items {
        #expect(item.labelWidth >= 24 && item.labelHeight >= 24, "\(page.view) \(item)")
        #expect(item.boxWidth >= 24 && item.boxHeight >= 24, "\(page.view) \(item)")
      }
      #expect(page.smallTargets == [], "\(page.view)")
    }
  }

  @Test("a trip without items says so, and has no box")
  func emptyTrip() throws {
    let page = try sites.page("trips/someday.html", of: .longJourneys)
    #expect(page.items.isEmpty)
    #expect(page.text.contains("Nothing to pack yet"))
  }

  @Test("notes stand with their items")
  func notes() throws {
    let page = try sites.page("trips/expedition.html", of: .longJourneys)
    let whisk = try #require(page.items.first { $0.name == "Whisk" })
    #expect(whisk.note?.hasPrefix("for the pancakes on the seventeenth of April") == true)
  }
}
