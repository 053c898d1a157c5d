import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite("PDF files that are taken apart and joined")
struct PDFJoinTests {
  /// A file of one page, written as browsers do.
  private static func file(
    _ change: (inout [String]) -> Void = { _ in }
  ) -> [UInt8] {
    var objects = [
      "<</Type /Catalog /Pages 2 0 R /Outlines 5 0 R>>",
      "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
      "<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 4 0 R /Resources <<>>>>",
      "<</Length 7>> stream\n(a) >>\n\nendstream",
      "<</First 6 0 R /Count 1>>",
      "<</Title (A \\(b\\) 7 0 R) /Dest [3 0 R /XYZ 0 1.5 0] /Parent 5 0 R>>",
    ]
    change(&objects)
    var bytes = Array("%PDF-1.4\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let digits = String(bytes.count)
      table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
      bytes += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let start = bytes.count
    table += "trailer\n<</Size \(objects.count + 1)\n/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return bytes + Array(table.utf8)
  }

  @Test("pages and bookmarks are found, and what looks like one in a string is none")
  func reading() throws {
    let file = try PDFFile(Self.file())
    #expect(file.pages == [3] && file.count == 7)
    let bookmarks = try file.bookmarks(of: 5)
    #expect(bookmarks.map(\.number) == [6] && bookmarks.map(\.page) == [3])
    let content = try file.object(4)
    #expect(content.stream.map { file.syntax.text($0) } == "(a) >>\n")
    let copy = PDFCopy(file, from: 100, tagsFrom: 10, prefix: 1)
    let entries = try copy.dictionary(6)
    #expect(entries["Title"].map { String(decoding: $0, as: UTF8.self) } == "(A \\(b\\) 7 0 R)")
    #expect(
      entries["Dest"].map { String(decoding: $0, as: UTF8.self) } == "[103 0 R /XYZ 0 1.5 0]")
  }

  @Test("numbers and names of tags are told apart from those of other files")
  func tags() throws {
    let file = try PDFFile(
      Self.file {
        $0[5] = "<</StructParents 3 /K [4 0 R 5] /ID (node00000012) /T (node1) /StructParent 0>>"
      })
    let copy = PDFCopy(file, from: 100, tagsFrom: 10, prefix: 2)
    let bytes = try copy.bytes(of: try file.object(6).value)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "<</StructParents 13 /K [104 0 R 5] /ID (p000002-node00000012) /T (node1) "
        + "/StructParent 10>>")
  }

  @Test(
    "what is no such file is refused",
    arguments: [
      Array("".utf8), Array("%PDF-1.4\n%%EOF\n".utf8), Array("startxref\n99\n%%EOF".utf8),
      Array("%PDF\nstartxref\n5\n%%EOF".utf8),
      Self.file { $0[0] = "<</Type /Catalog>>" },
      Self.file { $0[0] = "<</Type /Catalog /Pages 9 0 R>>" },
      Self.file { $0[0] = "<</Type /Catalog /Pages 2 0 R" },
      Self.file { $0[0] = "<</Type (/Catalog /Pages 2 0 R>>" },
      Self.file { $0[1] = "<</Type /Pages /Kids [2 0 R]>>" },
      Self.file { $0[1] = "[2 0 R]" },
      Self.file { $0[2] = "<<>> stream\n" },
      Self.file { $0[2] = "<</Length 99999>> stream\nx" },
      Self.file().dropLast(30) + [],
    ])
  func refused(bytes: [UInt8]) {
    #expect(throws: PDFProblem.self) { try PDFFile(bytes) }
  }

  @Test("a file cut off or damaged anywhere is read or refused, and nothing else happens")
  func damaged() throws {
    let whole = Self.file()
    for end in whole.indices { _ = try? PDFFile(Array(whole[..<end])) }
    for place in whole.indices {
      for byte in Array("<([/9 >".utf8) {
        var damaged = whole
        damaged[place] = byte
        guard let file = try? PDFFile(damaged) else { continue }
        for number in 0..<file.count {
          _ = try? PDFCopy(file, from: 1, tagsFrom: 1, prefix: 1).dictionary(number)
        }
        _ = try? file.bookmarks(of: 5)
      }
    }
  }

  @Test("sheets are found by their bookmarks, and parts with other bookmarks are refused")
  func sheets() throws {
    let file = try PDFFile(Self.file())
    let pages = try PDFJoin.pages(of: [["a"], ["b"]], in: [file, file], after: 3)
    #expect(pages.map(\.anchor) == ["a", "b"] && pages.map(\.page) == [4, 5])
    let without = try PDFFile(Self.file { $0[0] = "<</Type /Catalog /Pages 2 0 R>>" })
    let astray = try PDFFile(
      Self.file { $0[5] = "<</Title (A) /Dest [4 0 R /XYZ 0 1.5 0] /Parent 5 0 R>>" })
    for (names, part) in [(["a", "b"], file), ([], file), (["a"], without), (["a"], astray)] {
      #expect(throws: PDFProblem.self) { try PDFJoin.pages(of: [names], in: [part], after: 1) }
    }
  }

  @Test("a book whose parts do not fit together is refused, and not half joined")
  func unfit() throws {
    let file = try PDFFile(Self.file())
    let other = try PDFFile(
      Self.file {
        $0[1] = "<</Type /Pages /Count 2 /Kids [3 0 R 3 0 R]>>"
      })
    // Numbers for two pages where there are three, and parts without the tags that a sheet has.
    for numbers in [file, other] {
      #expect(throws: PDFProblem.self) {
        try PDFJoin(front: file, parts: [file, file], numbers: numbers, anchors: [["a"], ["b"]])
          .joined()
      }
    }
  }

  @Test("what was packed is unpacked by another reader", .enabled(if: PrintedFile.isExpected))
  func packing() throws {
    var writer = PDFWriter()
    writer.reserve(2)
    let content = writer.add("", stream: Array("q Q\n".utf8))
    // More than one pack, and a number that is never used.
    writer.reserve(1)
    for index in 0..<450 { _ = try writer.add(Array("<</N \(index)>>".utf8)) }
    try writer.add(
      1, Array("<</Type /Pages/Count 1/Kids [2 0 R]/MediaBox [0 0 100 200]>>".utf8))
    try writer.add(
      2, Array("<</Type /Page/Parent 1 0 R/Resources <<>>/Contents \(content) 0 R>>".utf8))
    let root = try writer.add(Array("<</Type /Catalog/Pages 1 0 R/Lang (nl)>>".utf8))
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("packed.pdf")
    try Data(try writer.finish(root: root, information: nil)).write(to: file)
    let facts = try JSONDecoder().decode(
      PrintedFile.Facts.self, from: Data(try PrintedFile.reader.run([file.path]).utf8))
    #expect(facts.pages.map(\.height) == [200] && facts.language == "nl")
  }
}

@Suite("Books in pieces", .enabled(if: PrintedFile.isExpected, "an engine or a reader is missing"))
struct BookInPiecesTests {
  /// Five trips in three pieces, and a table of prose in one of each.
  private static let site: [String: String] = {
    var files: [String: String] = [:]
    for number in 1...5 {
      let items = (1...800).map { "- [ ] Thing \(number)-\($0).\n" }.joined()
      let table = "\n| Bus | Train |\n|---|---|\n| no \(number) | yes |\n"
      files["Content/trips/t\(number).md"] = """
        ---
        title: "Trip (\(number))"
        start: 2026-0\(number)-01
        ---
        ## Gear
        \(items)
        \(table)
        """
    }
    return files
  }()

  @Test("pages, tags, bookmarks and links are those of one file")
  func joined() throws {
    let file = try PrintedFile("--book", of: Self.site, with: .chromium)
    let count = file.pdf.pages.count
    #expect(count > 20)
    for page in file.pdf.pages.indices {
      #expect(
        file.pdf.occurrences(of: "Page \(page + 1) of \(count)").filter { $0.page == page }.count
          == 1, "page \(page + 1)")
    }
    #expect(file.facts.title == "Packing lists" && file.facts.language == "en")
    #expect(file.facts.isTagged)
    #expect(file.facts.tags["Document"] == 1 && file.facts.tags["Art"] == 5)
    #expect(file.facts.tags["LI", default: 0] == 5 * 800 + 5)
    #expect(file.facts.tags["TH"] == 10)
    let trips = file.facts.outline.filter { $0.title.hasPrefix("Trip (") }
    #expect(trips.map(\.title) == (1...5).map { "Trip (\($0))" })
    #expect(Set(trips.map(\.depth)) == [1])
    #expect(file.facts.outline.filter { $0.title == "Gear" }.map(\.depth) == [2, 2, 2, 2, 2])
    for (number, trip) in trips.enumerated() {
      // The bookmark, the line of the contents and its link lead to the same page.
      let name = "Trip (\(number + 1))"
      #expect(file.pdf.occurrences(of: name).contains { $0.page == trip.page })
      let line = try #require(file.pdf.occurrences(of: name).first { $0.page == 1 })
      let words = file.pdf.pages[1].words.filter { abs($0.top - line.top) < 6 }.map(\.text)
      #expect(words.contains("\(trip.page + 1)"), "\(words)")
      #expect(file.facts.links.contains { $0.from == 1 && $0.to == trip.page }, "\(name)")
      #expect(
        file.pdf.occurrences(of: "Thing \(number + 1)-800.").allSatisfy { $0.page >= trip.page })
    }
    // What is on a page leads to its tags, and they to it.
    #expect(file.facts.strays.isEmpty, "\(file.facts.strays)")
  }

  @Test("a style sheet that knows nothing of pieces gets one file")
  func ownStyle() throws {
    var files = Self.site.filter { !$0.key.contains("t3") && !$0.key.contains("t4") }
    files["Templates/print.css"] = "@page { size: A4; @bottom-left { content: counter(pages) } }"
    let file = try PrintedFile("--book", of: files, with: .chromium)
    let last = try #require(file.pdf.pages.last)
    #expect(last.words.contains { $0.text == "\(file.pdf.pages.count)" })
    #expect(file.facts.tags["Art"] == 3)
  }
}
