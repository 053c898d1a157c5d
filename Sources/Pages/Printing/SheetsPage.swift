public import ModelStore
public import Mustache
public import PackingLists

/// A document for a printing engine: the sheets of one trip or of several, or a book of trips.
public struct SheetsPage: Page {
  /// What stands around the sheets.
  public enum Binding: Sendable, Hashable {
    /// Nothing: the sheets of a trip, or of several.
    case loose
    /// A cover with a title, and a list of what is in the book with page numbers.
    case book(title: String)
  }

  /// What of a document is in a file: a long book is printed in pieces, which are joined.
  public enum Piece: String, Sendable {
    /// All of it.
    case whole
    /// The cover and the contents.
    case front
    /// Sheets alone.
    case sheets
    /// Nothing: pages that show their numbers.
    case numbers
  }

  private let trips: [TripItems]
  private let options: SheetOptions
  private let binding: Binding
  private var piece = Piece.whole
  /// Which of its trips have their sheets in it.
  private var shown: Range<Int>

  /// One trip with its items in the file's order.
  private struct TripItems {
    let trip: Trip
    @Query var items: [PackingItem]

    init(_ trip: Trip) {
      self.trip = trip
      let id = trip.persistentModelID
      _items = Query(filter: #Predicate { $0.trip?.persistentModelID == id }, sort: \.position)
    }
  }

  /// Puts trips on paper.
  ///
  /// - Parameters:
  ///   - trips: The trips in their order; they must be of that store.
  ///   - options: How they are put on paper.
  ///   - binding: What stands around them.
  ///   - store: Where their items are.
  /// - Throws: What the store throws where a query fails.
  public init(
    _ trips: [Trip], _ options: SheetOptions, bound binding: Binding = .loose,
    from store: ModelContext
  ) throws {
    self.options = options
    self.binding = binding
    self.trips = try trips.map { trip in
      let items = TripItems(trip)
      try store.fetchQueries(of: items)
      return items
    }
    shown = 0..<trips.count
  }

  /// `print/sheets.html`: links lead where they lead from the site's print pages.
  public var address: PageAddress { PageAddress(path: "print/sheets.html") }

  /// `reports/sheets` or `reports/book`.
  public var template: String { binding == .loose ? "reports/sheets" : "reports/book" }

  /// How many items are marked private and therefore left out.
  public var privateItemCount: Int {
    guard !options.showsPrivate else { return 0 }
    return trips.reduce(0) { $0 + $1.items.count { $0.isPrivate && !$0.isLeftBehind } }
  }

  // MARK: Pieces

  /// The same book without its sheets.
  public var front: SheetsPage { part(.front, 0..<0) }

  /// Pages of the same paper that show nothing.
  public var numbers: SheetsPage { part(.numbers, 0..<0) }

  /// The sheets of the same book, in files of few items.
  ///
  /// - Parameter most: How many items are in one, if they are of several trips.
  /// - Returns: The files in order, none without a trip.
  public func sheets(itemsAtMost most: Int) -> [SheetsPage] {
    var parts: [SheetsPage] = []
    var first = 0
    var count = 0
    for (number, entry) in trips.enumerated() {
      if number > first, count + entry.items.count > most {
        parts.append(part(.sheets, first..<number))
        first = number
        count = 0
      }
      count += entry.items.count
    }
    return first < trips.count ? parts + [part(.sheets, first..<trips.count)] : parts
  }

  /// How many items its sheets are made of.
  public var itemCount: Int { trips[shown].reduce(0) { $0 + $1.items.count } }

  /// What links call its sheets, in order.
  public func anchors(in context: PageContext) -> [String] {
    let counts = trips.map { parts(of: $0, in: context).count }
    let before = counts[..<shown.lowerBound].reduce(0, +)
    return (0..<counts[shown].reduce(0, +)).map { Self.anchor(before + $0 + 1) }
  }

  private func part(_ piece: Piece, _ shown: Range<Int>) -> SheetsPage {
    var copy = self
    copy.piece = piece
    copy.shown = shown
    return copy
  }

  private static func anchor(_ number: Int) -> String { "s\(number)" }

  // MARK: View data

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    var sheets: [MustacheValue] = []
    var contents: [MustacheValue] = []
    var count = 0
    for (number, entry) in trips.enumerated() {
      let parts = parts(of: entry, in: context)
      if piece == .whole || piece == .front {
        contents.append(
          .object(
            MustacheObject(
              TripSummary(TripCard(entry.trip)).members(on: address, in: context)
                + [
                  ("number", .integer(number + 1)), ("anchor", .text(Self.anchor(count + 1))),
                ])))
      }
      if shown.contains(number) {
        sheets += self.sheets(of: entry, parts, from: count + 1, in: context)
      }
      count += parts.count
    }
    return data(
      PageHead(title: title(in: context), styleSheet: context.site.styleSheets.print),
      in: context,
      [
        ("print", setUp(sheetCount: count, in: context)), ("sheets", .list(sheets)),
        ("contents", .list(contents)),
      ])
  }

  // MARK: Parts

  private func title(in context: PageContext) -> String {
    switch binding {
    case .book(let title): title
    case .loose:
      if trips.count == 1, let trip = trips.first?.trip {
        "\(trip.title) · \(context.words[.packingList])"
      } else {
        context.site.title
      }
    }
  }

  private func setUp(sheetCount: Int, in context: PageContext) -> MustacheValue {
    let keyword =
      switch options.paper {
      case .a4: "A4"
      case .a5: "A5"
      case .letter: "letter"
      }
    return [
      "paper": .text(keyword),
      "isSmall": .bool(options.paper == .a5),
      "columns": .integer(options.columnCount),
      "printedOn": .text(context.words(.printedOn, context.dates.day(context.site.today))),
      "hasManySheets": .bool(sheetCount > 1),
      "piece": .text(piece.rawValue),
      "hasFront": .bool(piece == .whole || piece == .front),
      "tripCountText":
        .text(context.count(trips.count, of: .tripCount)),
    ]
  }

  private func parts(of entry: TripItems, in context: PageContext) -> [SheetPart] {
    SheetPart.parts(of: entry.items.filter(options.shows), entry.trip, options, context.words)
  }

  private func sheets(
    of entry: TripItems, _ parts: [SheetPart], from number: Int, in context: PageContext
  ) -> [MustacheValue] {
    let trip = entry.trip
    return parts.enumerated().map { index, part in
      let items = part.items.map(options.prepared)
      let detail = TripDetail(
        trip: trip, items: items, isPart: part.name != nil, on: address, in: context)
      let title = detail.runningTitle
      let bag = part.bag.flatMap { BagRow.rows(of: [$0], items: part.items).first }
      let frame = SheetFrame(
        anchor: Self.anchor(number + index), division: options.division, part: part.name,
        bag: bag.map { $0.value(scale: BagRow.scale(of: [$0]), in: context) } ?? .null,
        headLevel: binding == .loose ? 1 : 2,
        showsNotes: options.showsNotes, showsWeights: options.showsWeights,
        hasLines: binding == .loose && part.name == nil)
      var members = TripDetail.namedValues.pairs(of: detail) + frame.members
      members += [
        ("titleInCSS", .text(Self.cssText(title))),
        ("partInCSS", .text(Self.cssText(part.name ?? ""))),
      ]
      return .object(MustacheObject(members))
    }
  }

  /// A text as the content of a CSS string: letters and digits as they are, all else by number, so
  /// that nothing in it can end the string or the element that it stands in.
  static func cssText(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\" + String(scalar.value, radix: 16) + " "
      }
    }
    return result
  }
}
