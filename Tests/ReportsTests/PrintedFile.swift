import Foundation
import TestSupport

/// A PDF file made by the built program with a real engine, and what readers of PDF say of it.
struct PrintedFile {
  /// The engines.
  enum Engine: String, CaseIterable, Sendable {
    case weasyprint, chromium
  }

  /// What pypdf reads.
  struct Facts: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
      let title: String
      let page: Int
      let depth: Int
    }

    struct Page: Decodable, Sendable {
      let width: Double
      let height: Double
    }

    struct Link: Decodable, Sendable {
      let from: Int
      let to: Int
    }

    let title: String?
    let language: String?
    let isTagged: Bool
    let claimsUA: Bool
    let outline: [Entry]
    let tags: [String: Int]
    let pages: [Page]
    /// The links from page to page.
    let links: [Link]
    /// The pages whose contents and tags do not lead to each other.
    let strays: [Int]
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// What the program said.
  let errors: String
  /// What pypdf says.
  let facts: Facts
  /// The words and where they stand, as poppler says.
  let pdf: PDFDocument

  private let folder: TemporaryFolder
  static let reader = PythonTool("Tests/Fixtures/Print/pdf_facts.py")
  private static let structure = ExternalTool("pdfinfo", package: "poppler-utils")

  /// Whether all that is needed is there.
  static var isExpected: Bool {
    Repository.isGate
      || ExternalTool("weasyprint", package: "weasyprint").isExpected
        && Chromium.tool.isExpected && PDFDocument.reader.isExpected && PythonTool.isExpected
  }

  /// Prints trips of a site.
  ///
  /// - Parameters:
  ///   - words: What follows `valise print`.
  ///   - files: The site: texts by their paths.
  ///   - engine: Which engine prints.
  /// - Throws: What the program or a reader says where it fails.
  init(_ words: String..., of files: [String: String], with engine: Engine) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    let outcome = try ValiseProgram.run(
      ["print"] + words + ["--engine", engine.rawValue, "-o", "out.pdf"], in: folder.url)
    guard outcome.status == 0 else {
      throw Problem(description: "valise print: \(outcome.errors)")
    }
    errors = outcome.errors
    let file = folder.url.appendingPathComponent("out.pdf")
    facts = try JSONDecoder().decode(
      Facts.self, from: Data(try Self.reader.run([file.path]).utf8))
    pdf = try PDFDocument(file)
  }

  /// The tags of the file with their texts, as a reader for the blind meets them.
  func structure() throws -> String {
    try Self.structure.run(["-struct-text", pdf.file.path], in: folder.url).output
  }

  /// The words of a page, counted from 0.
  func text(_ page: Int) -> String { pdf.pages[page].text }
}
