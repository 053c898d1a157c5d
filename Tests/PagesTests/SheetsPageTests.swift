import ModelStore
import PackingLists
import Testing

@testable import Pages

@Suite("Sheets for an engine")
struct SheetsPageTests {
  private let site: Fixture
  private let trip: Trip

  /// A trip of two bags and three travellers.
  init() throws {
    let site = try Fixture()
    self.site = site
    trip = site.trip("lisbon", "Lisbon") {
      $0.travellers = ["Ana", "Ben", "Cleo"]
      $0.bags = [
        Bag(name: "Carry-on", limit: Weight(rawValue: 100_000)), Bag(name: "Duffel", limit: nil),
      ]
    }
    site.item(trip, "Clothes", "Hat") {
      $0.bag = "Duffel"
      $0.traveller = "Ben"
      $0.isPacked = true
      $0.note = "the straw one"
    }
    site.item(trip, "Clothes", "Jacket") {
      $0.traveller = "Ana"
      $0.weight = Weight(rawValue: 350_000)
    }
    site.item(trip, "Papers", "Passport") {
      $0.bag = "carry-on"
      $0.traveller = "ana"
      $0.weight = Weight(rawValue: 120_000)
    }
    site.item(trip, "Papers", "Diary") {
      $0.bag = "Carry-on"
      $0.isPrivate = true
    }
    site.item(trip, "Papers", "Atlas") { $0.isLeftBehind = true }
    try site.context.save()
  }

  private func html(
    bound binding: SheetsPage.Binding = .loose, _ change: (inout SheetOptions) -> Void = { _ in }
  ) throws -> String {
    var options = SheetOptions()
    change(&options)
    return try site.html(try SheetsPage([trip], options, bound: binding, from: site.context))
  }

  /// The names of the sheets, each with the items on it.
  private func sheets(_ html: String) -> [String] {
    html.split(separator: "<article ").dropFirst().map { sheet in
      let part = sheet.firstMatch(of: /data-part="([^"]*)"/).map { String($0.1) } ?? ""
      let names = sheet.matches(of: /class="line-name" dir="auto">([^<]*)</).map { String($0.1) }
      return "\(part): \(names.joined(separator: ", "))"
    }
  }

  @Test("a sheet for each bag, then for what goes into none; what stays at home is on none")
  func byBag() throws {
    #expect(
      sheets(try html { $0.division = .bag })
        == ["Carry-on: Passport", "Duffel: Hat", "In no bag: Jacket"])
  }

  @Test("a sheet for each traveller who has something")
  func byTraveller() throws {
    #expect(
      sheets(try html { $0.division = .traveller }) == ["Ana: Jacket, Passport", "Ben: Hat"])
  }

  @Test("a sheet for each category")
  func byCategory() throws {
    #expect(
      sheets(try html { $0.division = .category }) == ["Clothes: Hat, Jacket", "Papers: Passport"])
  }

  @Test("the whole trip has one sheet, with what stays at home")
  func whole() throws {
    #expect(sheets(try html()) == [": Hat, Jacket, Passport, Atlas"])
  }

  @Test("only what is not packed")
  func unpacked() throws {
    #expect(sheets(try html { $0.showsOnlyUnpacked = true }) == [": Jacket, Passport, Atlas"])
  }

  @Test("all boxes empty, and all to pack")
  func blank() throws {
    #expect(try html().contains("box-state\">Packed<"))
    let blank = try html { $0.isBlank = true }
    #expect(!blank.contains("box-state\">Packed<") && !blank.contains("is-packed"))
    #expect(sheets(blank) == [": Hat, Jacket, Passport, Atlas"])
    let rest = try html {
      $0.isBlank = true
      $0.showsOnlyUnpacked = true
    }
    #expect(sheets(rest) == [": Jacket, Passport, Atlas"])
    // The store still knows.
    #expect(trip.items.contains { $0.isPacked })
  }

  @Test("notes and weights are there where they are asked for")
  func notesAndWeights() throws {
    let plain = try html()
    #expect(!plain.contains("the straw one") && !plain.contains("350 g"))
    let full = try html {
      $0.showsNotes = true
      $0.showsWeights = true
    }
    #expect(full.contains("the straw one") && full.contains("350 g"))
  }

  @Test("a bag's sheet says what it weighs, its limit, and whose things are in it")
  func bagSheet() throws {
    let html = try html {
      $0.division = .bag
      $0.showsWeights = true
    }
    #expect(html.contains("120 g of 100 g") && html.contains("20 g over the limit"))
    let first = try #require(html.split(separator: "<article ").dropFirst().first)
    #expect(first.contains(">ana<") && !first.contains("<bdi>carry-on</bdi></span>"))
  }

  @Test("private items are counted and left out, or printed")
  func privateItems() throws {
    #expect(try !html().contains("Diary"))
    var options = SheetOptions()
    #expect(try SheetsPage([trip], options, from: site.context).privateItemCount == 1)
    options.showsPrivate = true
    #expect(try SheetsPage([trip], options, from: site.context).privateItemCount == 0)
    #expect(try html { $0.showsPrivate = true }.contains("Diary"))
  }

  @Test("paper and columns stand in the document's style")
  func paper() throws {
    let small = try html { $0.paper = .a5 }
    #expect(small.contains("size: A5") && small.contains("columns: 1"))
    let large = try html {
      $0.paper = .letter
      $0.columns = 3
    }
    #expect(large.contains("size: letter") && large.contains("columns: 3"))
  }

  @Test("a book has a cover, and a line in its contents for each trip")
  func book() throws {
    let other = site.trip("a", "A </style> & \"more\"")
    try site.context.save()
    let page = try SheetsPage(
      [trip, other], SheetOptions(), bound: .book(title: "All"), from: site.context)
    let html = try site.html(page)
    #expect(html.contains("<h1 class=\"cover-title\"><bdi>All</bdi></h1>"))
    #expect(html.contains("2 trips"))
    #expect(html.contains("href=\"#s1\"") && html.contains("href=\"#s2\""))
    #expect(html.contains("<h2 class=\"sheet-title\"><bdi>Lisbon</bdi></h2>"))
    // A title cannot end the style sheet that it stands in.
    #expect(html.split(separator: "</style>").count == 2)
  }

  @Test("a book falls into pieces that call their sheets as the whole does")
  func pieces() throws {
    var trips = [trip]
    for number in 1...4 {
      let other = site.trip("t\(number)", "Trip \(number)")
      for item in 1...10 {
        site.item(other, "Kit", "Thing \(item)") { $0.bag = item > 5 ? "Box" : nil }
      }
      trips.append(other)
    }
    try site.context.save()
    var options = SheetOptions()
    options.division = .bag
    let book = try SheetsPage(trips, options, bound: .book(title: "All"), from: site.context)
    let parts = book.sheets(itemsAtMost: 20)
    #expect(parts.map(\.itemCount).reduce(0, +) == book.itemCount && parts.count >= 2)
    #expect(parts.dropFirst().allSatisfy { $0.itemCount <= 20 })
    #expect(parts.flatMap { $0.anchors(in: site.pages) } == book.anchors(in: site.pages))
    let whole = try site.html(book)
    for part in parts {
      let html = try site.html(part)
      #expect(!html.contains("cover-title") && html.contains("is-sheets"))
      for anchor in part.anchors(in: site.pages) {
        #expect(html.contains("id=\"\(anchor)\"") && whole.contains("id=\"\(anchor)\""))
      }
    }
    let front = try site.html(book.front)
    #expect(front.contains("href=\"#s1\"") && !front.contains("<article"))
    let numbers = try site.html(book.numbers)
    #expect(numbers.contains("is-numbers") && !numbers.contains("href=\"#s1\""))
  }

  @Test("only words that no person writes are given places to break")
  func breaks() {
    let long = String(repeating: "é", count: 101)
    #expect(breakable("Rain jacket\n, blue") == "Rain jacket\n, blue")
    #expect(breakable(String(long.dropLast())) == String(long.dropLast()))
    let broken = breakable("a \(long) b")
    #expect(broken.replacing("\u{200B}", with: "") == "a \(long) b")
    #expect(
      broken.split(whereSeparator: { $0 == "\u{200B}" || $0 == " " }).allSatisfy { $0.count <= 12 })
  }

  @Test("a trip without items has a sheet that says so")
  func empty() throws {
    let trip = site.trip("empty", "Someday")
    try site.context.save()
    for division in SheetOptions.Division.allCases {
      var options = SheetOptions()
      options.division = division
      let html = try site.html(SheetsPage([trip], options, from: site.context))
      #expect(html.contains("Nothing to pack yet"), "\(division)")
    }
  }

  @Test(
    "text in CSS can end nothing",
    arguments: [
      ("Lisbon", "Lisbon"), ("a\"b\\", "a\\22 b\\5c "), ("</style>", "\\3c \\2f style\\3e "),
      ("Zürich 2", "Zürich\\20 2"), ("line\nbreak", "line\\a break"),
    ])
  func css(text: String, written: String) {
    #expect(SheetsPage.cssText(text) == written)
  }
}
