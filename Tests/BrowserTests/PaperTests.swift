import Foundation
import TestSupport
import Testing

@Suite(
  "Sheets on paper",
  .enabled(if: Chromium.tool.isExpected, "chromium is not installed"),
  .enabled(if: WeasyPrint.tool.isExpected, "weasyprint is not installed"),
  .enabled(if: PDFDocument.reader.isExpected, "poppler-utils is not installed"))
struct PaperTests {
  private static let longSheet = "print/expedition.html"

  @Test(
    "a long list fills its paper, each item once, whole and with its box",
    arguments: PrintedSheet.Engine.allCases, PrintedSheet.Paper.allCases)
  func longList(engine: PrintedSheet.Engine, paper: PrintedSheet.Paper) throws {
    let sheet = try PrintedSheet(Self.longSheet, of: .longJourneys, with: engine, on: paper)
    #expect(2...4 ~= sheet.pdf.pages.count)
    for page in sheet.pdf.pages {
      #expect(abs(page.width - paper.width) < 1 && abs(page.height - paper.height) < 1)
    }

    let items = try MarkdownItem.items(ofTrip: "expedition")
    let boxed = sheet.facts.lines.prefix(items.count)
    #expect(boxed.count > 60)
    for (line, item) in zip(boxed, items) {
      #expect(item.text.hasPrefix(line.name))
      #expect(sheet.pdf.occurrences(of: line.text).count == 1, "\(line.text)")
      #expect(line.state == (item.isPacked ? "Packed" : "Not packed"))
    }
    expectWholeItems(on: sheet)
    expectHeadsWithItems(on: sheet)
    expectPageNumbers(on: sheet)
    try expectBoxes(on: sheet)
  }

  @Test("tall items move to the next column whole", arguments: PrintedSheet.Engine.allCases)
  func tallItems(engine: PrintedSheet.Engine) throws {
    let sheet = try PrintedSheet("print/parcels.html", of: .longJourneys, with: engine, on: .a4)
    // Each column ends within an item or between a head and its item, if nothing prevents it.
    #expect(sheet.pdf.pages.count > 1)
    #expect(sheet.facts.lines.count == 22 && sheet.facts.groups.count > 22)
    expectWholeItems(on: sheet)
    expectHeadsWithItems(on: sheet)
  }

  @Test(
    "the sample's sheets keep items whole and heads with them",
    arguments: [
      ("corfu", PrintedSheet.Engine.chromium, PrintedSheet.Paper.a4),
      ("lofoten", .weasyPrint, .a4), ("patagonia", .chromium, .letter),
      ("vienna", .weasyPrint, .letter),
    ])
  func samples(trip: String, engine: PrintedSheet.Engine, paper: PrintedSheet.Paper) throws {
    let sheet = try PrintedSheet("print/\(trip).html", of: .sample, with: engine, on: paper)
    #expect(!sheet.facts.lines.isEmpty)
    expectWholeItems(on: sheet)
    expectHeadsWithItems(on: sheet)
    expectPageNumbers(on: sheet)
    try expectBoxes(on: sheet)
  }

  @Test("right-to-left sheets hold all their words", arguments: PrintedSheet.Engine.allCases)
  func rightToLeft(engine: PrintedSheet.Engine) throws {
    let sheet = try PrintedSheet("print/petra.html", of: .rightToLeft, with: engine, on: .a4)
    #expect(sheet.pdf.pages.count == 1)
    let boots = try #require(sheet.pdf.occurrences(of: "Hiking boots").first)
    // The columns begin on the right, and so do the boxes.
    #expect(boots.left > PrintedSheet.Paper.a4.width / 2)
    let page = try #require(sheet.pdf.painted(dotsPerInch: 150).first)
    let middle = (boots.top + boots.bottom) / 2
    #expect(
      page.ink(
        left: boots.right + 4, top: middle - 8, right: boots.right + 20, bottom: middle + 8) > 0.1)
  }

  @Test("a trip without items says so on one sheet", arguments: PrintedSheet.Engine.allCases)
  func empty(engine: PrintedSheet.Engine) throws {
    let sheet = try PrintedSheet("print/someday.html", of: .longJourneys, with: engine, on: .a4)
    #expect(sheet.pdf.pages.count == 1)
    #expect(sheet.pdf.occurrences(of: "Nothing to pack yet").count == 1)
  }

  @Test("paper is white with black words even where the screen is dark")
  func darkScreen() throws {
    let sheet = try PrintedSheet(
      Self.longSheet, of: .longJourneys, with: .chromium, on: .a4, scheme: .dark)
    for page in try sheet.pdf.painted(dotsPerInch: 100) {
      #expect(page.whiteness > 0.8)
    }
    try expectBoxes(on: sheet)
  }

  @Test("the checklist itself prints without its links", arguments: Chromium.ColorScheme.allCases)
  func checklist(scheme: Chromium.ColorScheme) throws {
    let sheet = try PrintedSheet(
      "trips/expedition.html", of: .longJourneys, with: .chromium, on: .a4, scheme: scheme)
    #expect(2...5 ~= sheet.pdf.pages.count)
    for item in sheet.facts.items {
      #expect(sheet.pdf.occurrences(of: item.name).count >= 1, "\(item.name)")
    }
    for word in ["Skip to content", "All trips", "Made with"] {
      #expect(sheet.pdf.occurrences(of: word).isEmpty, "\(word)")
    }
    for page in try sheet.pdf.painted(dotsPerInch: 60) {
      #expect(page.whiteness > 0.75)
    }
  }

  // MARK: What holds on every sheet

  private func expectWholeItems(on sheet: PrintedSheet) {
    for line in sheet.facts.lines {
      // No place lies across two pages; one across two columns is wider than a column.
      let isWhole = sheet.pdf.occurrences(of: line.text).contains {
        $0.right - $0.left < sheet.columnWidth
      }
      #expect(isWhole, "\(line.text)")
    }
  }

  private func expectHeadsWithItems(on sheet: PrintedSheet) {
    for group in sheet.facts.groups {
      guard let first = group.firstLine else { continue }
      let lines = sheet.pdf.occurrences(of: first)
      let isFollowed = sheet.pdf.occurrences(of: group.head).contains { head in
        lines.contains {
          $0.page == head.page && 0..<sheet.columnWidth ~= $0.left - head.left
            && -4..<30 ~= $0.top - head.bottom
        }
      }
      #expect(isFollowed, "\(group.head)")
    }
  }

  private func expectPageNumbers(on sheet: PrintedSheet) {
    let count = sheet.pdf.pages.count
    for number in 1...count {
      let places = sheet.pdf.occurrences(of: "Page \(number) of \(count)")
      #expect(places.count == 1)
      #expect(places.first?.page == number - 1)
      #expect((places.first?.top ?? 0) > sheet.pdf.pages[number - 1].height - 50)
    }
  }

  private func expectBoxes(on sheet: PrintedSheet) throws {
    let pages = try sheet.pdf.painted(dotsPerInch: 150)
    for line in sheet.facts.lines {
      guard let state = line.state, !sheet.putsBelowItsBox(line.name) else { continue }
      let places = sheet.pdf.occurrences(of: line.text).filter { sheet.state(at: $0) == state }
      let place = try #require(places.first, "\(line.text) is not \(state)")
      let word = try #require(place.words.first)
      let middle = (word.top + word.bottom) / 2
      // The box is 3.9 mm wide and 6.3 mm to the left of the name: 11 and 18 points.
      let left = place.left - 18
      let page = pages[place.page]
      #expect(
        page.ink(left: left - 1, top: middle - 7, right: left + 12, bottom: middle + 7) > 0.1,
        "\(line.text)")
      let tick = page.ink(
        left: left + 2.5, top: middle - 2.5, right: left + 8.5, bottom: middle + 2.5)
      #expect((tick > 0.05) == ["Packed", "Done"].contains(state), "\(line.text): \(tick)")
    }
  }
}
