import Foundation
import TestSupport

/// A print page put on paper, and what the browser says of the same page.
struct PrintedSheet {
  /// What makes the PDF file.
  enum Engine: String, CaseIterable {
    case chromium
    case weasyPrint
  }

  /// The two sizes of paper, in points.
  enum Paper: String, CaseIterable {
    case a4 = "A4"
    case letter

    var width: Double { self == .a4 ? 595.28 : 612 }
    var height: Double { self == .a4 ? 841.89 : 792 }
  }

  let facts: PageFacts
  let pdf: PDFDocument
  private let engine: Engine
  private let folder: TemporaryFolder

  /// Prints a page.
  init(
    _ path: String, of site: BrowsedSites.Site, with engine: Engine, on paper: Paper,
    scheme: Chromium.ColorScheme = .light
  ) throws {
    self.engine = engine
    let sites = try BrowsedSites.shared
    facts = try sites.page(path, of: site)
    folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("sheet.pdf")
    let size = "@page { size: \(paper.rawValue) }"
    switch engine {
    case .chromium:
      // It takes the size of the paper from the page only, so a copy beside it asks for it.
      let page = sites.url(path, of: site)
      let name = UUID().uuidString
      let sheet = page.deletingLastPathComponent().appendingPathComponent("\(name).css")
      let copy = page.deletingLastPathComponent().appendingPathComponent("\(name).html")
      let html = try String(contentsOf: page, encoding: .utf8).replacingOccurrences(
        of: "</head>", with: #"<link rel="stylesheet" href="\#(name).css"></head>"#)
      try Data(size.utf8).write(to: sheet)
      try Data(html.utf8).write(to: copy)
      try Chromium.print(copy, to: file, scheme: scheme)
    case .weasyPrint:
      try WeasyPrint.print(sites.url(path, of: site), to: file, styleSheet: size)
    }
    pdf = try PDFDocument(file)
  }

  /// The width of a column in points, with some room.
  var columnWidth: Double { (pdf.pages.first?.width ?? 0) / 2 - 30 }

  /// Whether a name stands under its weight and its box: WeasyPrint breaks no word that begins a
  /// line beside a float, however long it is.
  func putsBelowItsBox(_ name: String) -> Bool {
    engine == .weasyPrint && (name.split(separator: " ").first?.count ?? 0) > 40
  }

  /// The tiny words that say whether the item at a place is packed.
  func state(at place: PDFDocument.Occurrence) -> String {
    pdf.pages[place.page].words
      .filter {
        $0.bottom - $0.top < 3 && place.left - 20..<place.left ~= $0.left
          && place.top - 4..<place.top + 12 ~= $0.top
      }
      .map(\.text).joined(separator: " ")
  }
}
