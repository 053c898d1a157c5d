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

  private let trips: [TripItems]
  private let options: SheetOptions
  private let binding: Binding

  /// One trip with its items in the file's order.
  private struct TripItems {
    let trip: Trip
    @Query var items: [PackingItem]

    init(_ trip: Trip) {
      self.trip = trip
      let slug = trip.slug
      _items = Query(filter: #Predicate { $0.tripSlug == slug }, sort: \.position)
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

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    var sheets: [MustacheValue] = []
    var contents: [MustacheValue] = []
    for (number, entry) in trips.enumerated() {
      let own = self.sheets(of: entry, from: sheets.count + 1, in: context)
      if let first = own.first {
        contents.append(
          .object(
            MustacheObject(
              TripSummary(TripCard(entry.trip)).members(on: address, in: context)
                + [("number", .integer(number + 1)), ("anchor", .text(first.anchor))])))
      }
      sheets += own.map(\.value)
    }
    return data(
      PageHead(title: title(in: context), styleSheet: context.site.styleSheets.print),
      in: context,
      [
        ("print", setUp(sheetCount: sheets.count, in: context)), ("sheets", .list(sheets)),
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
      "tripCountText":
        .text(context.count(trips.count, of: .tripCount)),
    ]
  }

  private func sheets(
    of entry: TripItems, from number: Int, in context: PageContext
  ) -> [(anchor: String, value: MustacheValue)] {
    let trip = entry.trip
    let shown = entry.items.filter(options.shows)
    let parts = SheetPart.parts(of: shown, trip, options, context.words)
    return parts.enumerated().map { index, part in
      let items = part.items.map(options.prepared)
      let detail = TripDetail(
        trip: trip, items: items, isPart: part.name != nil, on: address, in: context)
      let title = detail.runningTitle
      let bag = part.bag.flatMap { BagRow.rows(of: [$0], items: part.items).first }
      let frame = SheetFrame(
        anchor: "s\(number + index)", division: options.division, part: part.name,
        bag: bag.map { $0.value(scale: BagRow.scale(of: [$0]), in: context) } ?? .null,
        headLevel: binding == .loose ? 1 : 2,
        showsNotes: options.showsNotes, showsWeights: options.showsWeights,
        hasLines: binding == .loose && part.name == nil)
      var members = TripDetail.namedValues.pairs(of: detail) + frame.members
      members += [
        ("titleInCSS", .text(Self.cssText(title))),
        ("partInCSS", .text(Self.cssText(part.name ?? ""))),
      ]
      return (frame.anchor, .object(MustacheObject(members)))
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
