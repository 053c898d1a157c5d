import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Printed files", .enabled(if: PrintedFile.isExpected, "an engine or a reader is missing"))
struct PrintedFileTests {
  private static let family = """
    ---
    title: Lisbon
    start: 2026-06-12
    end: 2026-06-16
    travellers: [Ana, Ben, Cleo]
    bags:
      Carry-on: 7 kg
      Duffel: 23 kg
    ---
    ## Clothes
    - [x] Rain hat @Ana bag:Duffel
    - [ ] Swimsuit @Ben bag:Duffel 120 g — the blue one
    - [ ] Sandals @Cleo bag:Carry-on
    ## Papers
    - [ ] Passport * @Ana bag:Carry-on
    - [ ] Tickets
    """

  private static let site = ["Content/trips/lisbon.md": family]

  @Test(
    "a file is tagged, titled, in a language, with bookmarks",
    arguments: PrintedFile.Engine.allCases)
  func facts(engine: PrintedFile.Engine) throws {
    let file = try PrintedFile("lisbon", of: Self.site, with: engine)
    #expect(file.facts.title == "Lisbon · Packing list")
    #expect(file.facts.language == "en")
    #expect(file.facts.isTagged)
    #expect(file.facts.claimsUA == (engine == .weasyprint))
    #expect(file.facts.outline.map(\.title) == ["Lisbon", "Clothes", "Papers", "Notes"])
    #expect(
      file.facts.tags["H1"] == 1 && file.facts.tags["LI", default: 0] >= 5, "\(file.facts.tags)")
    #expect(file.pdf.occurrences(of: "Page 1 of 1").count == 1)
    #expect(file.pdf.occurrences(of: "Lisbon · 12–16 June 2026").count >= 1)
  }

  @Test("the state of a box is text in its item's tag", arguments: PrintedFile.Engine.allCases)
  func state(engine: PrintedFile.Engine) throws {
    let structure = try PrintedFile("lisbon", of: Self.site, with: engine).structure()
    let items = structure.components(separatedBy: "LI (block)").dropFirst()
    let hat = try #require(items.first { $0.contains("Rain hat") })
    #expect(hat.contains("Packed") && !hat.contains("Not packed"))
    let sandals = try #require(items.first { $0.contains("Sandals") })
    #expect(sandals.contains("Not packed"))
  }

  @Test("a page for each bag, named in its margin", arguments: PrintedFile.Engine.allCases)
  func bags(engine: PrintedFile.Engine) throws {
    let file = try PrintedFile(
      "lisbon", "--by", "bag", "--weights", of: Self.site, with: engine)
    #expect(file.pdf.pages.count == 3)
    for (page, (bag, item)) in [
      ("Carry-on", "Sandals"), ("Duffel", "Swimsuit"), ("In no bag", "Tickets"),
    ].enumerated() {
      // In the margin and as the head.
      #expect(file.pdf.occurrences(of: bag).filter { $0.page == page }.count == 2)
      #expect(file.pdf.occurrences(of: item).map(\.page) == [page])
    }
    #expect(file.text(1).contains("120 g of 23 kg"))
    #expect(file.facts.outline.filter { $0.depth == 0 }.map(\.page) == [0, 1, 2])
  }

  @Test(
    "the paper is as asked for", arguments: PrintedFile.Engine.allCases,
    [("a4", 595.28, 841.89), ("letter", 612, 792), ("a5", 419.53, 595.28)])
  func paper(engine: PrintedFile.Engine, paper: (name: String, width: Double, height: Double))
    throws
  {
    let file = try PrintedFile("lisbon", "--paper", paper.name, of: Self.site, with: engine)
    let page = try #require(file.facts.pages.first)
    #expect(abs(page.width - paper.width) < 1 && abs(page.height - paper.height) < 1)
  }

  @Test(
    "no page is wasted, and no gap stands in a head", arguments: PrintedFile.Engine.allCases)
  func space(engine: PrintedFile.Engine) throws {
    // Too tall for what is left of the first page, and fewer than what counts as many.
    let items = (1...15).map {
      "- [ ] Thing \($0) with a name that takes two lines of a narrow column @Ana bag:Duffel\n"
    }
    let text = "---\ntitle: Rome\nbags: [Duffel]\n---\n## Gear\n" + items.joined()
    let sites = ["Content/trips/rome.md": text]
    let file = try PrintedFile(
      "rome", "--columns", "3", "--paper", "letter", of: sites, with: engine)
    #expect(file.pdf.occurrences(of: "Thing 2 with").map(\.page) == [0])
    let bag = try PrintedFile("rome", "--by", "bag", of: sites, with: engine)
    let trip = try #require(
      bag.pdf.occurrences(of: "Rome").first { $0.bottom > 60 && $0.page == 0 })
    let name = try #require(
      bag.pdf.occurrences(of: "Duffel").first { $0.top > trip.top && $0.page == 0 })
    #expect(name.top - trip.bottom < 12, "\(trip.bottom) \(name.top)")
    #expect(bag.facts.outline.first?.title == "Rome Duffel")
  }

  @Test("an empty trip is a page that says so", arguments: PrintedFile.Engine.allCases)
  func empty(engine: PrintedFile.Engine) throws {
    let file = try PrintedFile("none", of: ["Content/trips/none.md": ""], with: engine)
    #expect(file.pdf.pages.count == 1 && file.pdf.occurrences(of: "Nothing to pack yet").count == 1)
  }

  @Test("a head comes again where its category runs on", arguments: PrintedFile.Engine.allCases)
  func heads(engine: PrintedFile.Engine) throws {
    let names = (1...150).map { "Thing no. \($0)." }
    let file = try PrintedFile(
      "long", "--columns", "3",
      of: ["Content/trips/long.md": "## Gear\n" + names.map { "- [ ] \($0)\n" }.joined()],
      with: engine)
    #expect(file.pdf.pages.count > 1)
    // Chromium's own heading is text too small to see.
    let heads = file.pdf.occurrences(of: "Gear").filter { $0.bottom - $0.top > 5 }
    for page in file.pdf.pages.indices.dropLast() {
      #expect(heads.filter { $0.page == page }.count == 3, "page \(page)")
    }
    // Each item once, and one bookmark however often its head is drawn.
    for name in names { #expect(file.pdf.occurrences(of: name).count == 1, "\(name)") }
    #expect(file.facts.outline.filter { $0.title == "Gear" }.count == 1)
  }

  @Test("long names wrap beside their boxes", arguments: PrintedFile.Engine.allCases)
  func longNames(engine: PrintedFile.Engine) throws {
    let word = String(repeating: "abcdefghij", count: 8)
    let endless = String(repeating: "z", count: 5000)
    let file = try PrintedFile(
      "long", "--weights",
      of: ["Content/trips/long.md": "- [ ] \(word) 350 g\n- [ ] \(endless)\n"], with: engine)
    let name = try #require(file.pdf.occurrences(of: word).first)
    let weight = try #require(
      file.pdf.occurrences(of: "350 g").min { abs($0.top - name.top) < abs($1.top - name.top) })
    // On the line of its weight, and not below.
    #expect(abs(weight.top - name.top) < 6, "\(weight.top) \(name.top)")
    #expect(name.right < weight.left)
    let right = file.pdf.pages.flatMap(\.words).map(\.right).max() ?? 0
    #expect(right < 595 - 30)
  }

  @Test("many scripts are printed, with nothing missing", arguments: PrintedFile.Engine.allCases)
  func scripts(engine: PrintedFile.Engine) throws {
    let names = ["Größe", "Паспорт", "Διαβατήριο", "护照和机票", "歯ブラシ", "칫솔과", "דרכון", "جواز"]
    let file = try PrintedFile(
      "world",
      of: [
        "Content/trips/world.md": (names + ["👟"]).map { "- [ ] \($0)\n" }.joined()
      ], with: engine)
    #expect(!file.errors.contains("print.glyph"), "\(file.errors)")
    for name in names.dropLast(2) {
      #expect(file.pdf.occurrences(of: name).count == 1, "\(name)")
    }
  }

  @Test(
    "a book has a contents page whose numbers are right, of one trip and from the right as well",
    arguments: PrintedFile.Engine.allCases, [("en", 1), ("en", 2), ("he", 1), ("he", 2)])
  func book(engine: PrintedFile.Engine, site: (language: String, tripCount: Int)) throws {
    var files = Self.site
    files["valise.yml"] = "language: \(site.language)\n"
    let long = "---\nstart: 2026-01-01\n---\n" + (1...200).map { "- [ ] Thing \($0)\n" }.joined()
    if site.tripCount > 1 { files["Content/trips/alps.md"] = long }
    let file = try PrintedFile("--book", of: files, with: engine)
    #expect(file.facts.title == "Packing lists")
    let trips = file.facts.outline.filter { ["alps", "Alps", "Lisbon"].contains($0.title) }
    #expect(trips.map(\.title).last == "Lisbon" && trips.count == site.tripCount)
    for trip in trips {
      let line = try #require(
        file.pdf.occurrences(of: trip.title).first { $0.page == 1 }, "\(trip.title)")
      let numbers = file.pdf.pages[1].words.filter { abs($0.top - line.top) < 6 }.map(\.text)
      #expect(numbers.contains("\(trip.page + 1)"), "\(numbers)")
    }
    let count = site.tripCount == 1 ? "1 trip" : "2 trips"
    #expect(file.pdf.occurrences(of: count).count == 1)
  }

  @Test(
    "no engine asks another host, or reads what is no part of the sheet",
    arguments: PrintedFile.Engine.allCases)
  func noRequests(engine: PrintedFile.Engine) throws {
    let listener = try Listener()
    let address = "http://127.0.0.1:\(listener.port)"
    let outside = try TemporaryFolder()
    let style = try outside.write("body { display: none }", to: "outside.css")
    let file = try PrintedFile(
      "lisbon",
      of: Self.site.merging([
        "Templates/reports/sheets.mustache": """
        <html lang="en"><title>Lisbon</title><link rel="stylesheet" href="\(address)/a.css">
        <link rel="stylesheet" href="\(style.absoluteString)">
        <img src="\(address)/b.png" alt="none"><iframe src="\(address)/c.html"></iframe>
        {{#sheets}}{{#categories}}<p>{{title}}</p>{{/categories}}{{/sheets}}
        """
      ]) { $1 }, with: engine)
    #expect(!listener.wasAsked)
    if engine == .weasyprint { #expect(file.pdf.occurrences(of: "Clothes").count == 1) }
  }
}

/// A port of this machine that notices whether anybody comes.
private final class Listener {
  private let descriptor: Int32
  let port: UInt16

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileNoSuchFile) }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  var wasAsked: Bool { accept(descriptor, nil, nil) >= 0 }
}
