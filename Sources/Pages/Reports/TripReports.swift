public import ModelStore
import PackingLists

/// Questions about all trips at once, answered from the store.
///
/// What is left behind counts in no answer, and what is private is in none. On a site of very many
/// trips only the newest are looked at.
public struct TripReports {
  /// The reports, in the order in which pages show them.
  public enum Kind: String, CaseIterable, Sendable {
    /// Trips to come, and how packed they are.
    case upcoming
    /// What the trips weigh, in the order of their days.
    case weights
    /// What trips weigh year by year.
    case years
    /// The heaviest things.
    case heaviest
    /// What is taken on every trip, or nearly.
    case always
    /// What was marked as not used.
    case unused
    /// What each bag weighs.
    case bags
    /// What each traveller carries.
    case travellers
  }

  /// How many trips are looked at.
  static let mostTrips = 1000
  private static let mostRows = 50

  private let store: ModelContext
  private let context: PageContext
  /// The trips that are looked at, newest first.
  private let cards: [TripCard]
  private let titles: [String: String]
  /// Their addresses, where the store has other trips besides.
  private let slugs: [String]?

  private var words: Words { context.words }

  /// Looks at the trips of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - context: What all pages share: the language of the titles, today.
  /// - Throws: What the store throws.
  public init(of store: ModelContext, in context: PageContext) throws {
    let leftOut = context.site.leftOut
    let all = try TripCard.all(in: store).filter { !leftOut.contains($0.slug) }
    let cards = Self.lookedAt(all)
    self.init(of: store, looking: cards, ofAll: all.count, in: context)
  }

  /// Looks at some trips of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - cards: Those of its trips that ``lookedAt(_:)`` gives.
  ///   - count: Of how many.
  ///   - context: What all pages share: the language of the titles, today.
  public init(
    of store: ModelContext, looking cards: [TripCard], ofAll count: Int, in context: PageContext
  ) {
    self.store = store
    self.context = context
    self.cards = cards
    let hasOthers = count > cards.count || !context.site.leftOut.isEmpty
    slugs = hasOthers ? cards.map(\.slug) : nil
    titles = Dictionary(cards.map { ($0.slug, $0.title) }, uniquingKeysWith: { first, _ in first })
  }

  /// Those of some trips that reports look at, newest first.
  public static func lookedAt(_ cards: [TripCard]) -> [TripCard] {
    cards.newest(mostTrips)
  }

  /// One report; it has no rows where there is nothing to tell.
  ///
  /// - Throws: What the store throws.
  public func report(_ kind: Kind) throws -> Report {
    switch kind {
    case .upcoming: try upcoming()
    case .weights: weights()
    case .years: years()
    case .heaviest: try heaviest()
    case .always: try always()
    case .unused: try unused()
    case .bags: try loads(.bags)
    case .travellers: try loads(.travellers)
    }
  }

  /// All reports that have something to tell.
  ///
  /// - Throws: What the store throws.
  public func all() throws -> [Report] {
    try Kind.allCases.map(report).filter { !$0.rows.isEmpty }
  }

  // MARK: Trips

  private func upcoming() throws -> Report {
    let today = context.site.today
    let left = try store.fetchCounts(
      groupedBy: \PackingItem.tripSlug,
      where: lookedAt(
        #Predicate {
          $0.isEssential && !$0.isPacked && !$0.isLeftBehind && !$0.isPrivate
        }))
    let trips = cards.filter { card in
      !card.isArchived && (card.end ?? card.start).map { $0 >= today } ?? false
    }.reversed()
    var report = Report(
      Kind.upcoming.rawValue, title: words[.upcomingTrips],
      columns: [
        tripColumn, Report.Column("start", words[.firstDay]), number("packed", .packed),
        number("things", .things), number("essentials", .essentialsToPack),
      ],
      rows: trips.prefix(Self.mostRows).map { card in
        [
          trip(card.slug), card.start.map(Report.Value.day) ?? .none, .count(card.packedCount),
          .count(card.itemCount), .count(left[card.slug] ?? 0),
        ]
      })
    report.chart = Report.Chart(label: 0, length: 2, whole: 3)
    return report
  }

  private func weights() -> Report {
    let trips = cards.filter { $0.totalWeight > .zero && $0.start != nil }
    var report = Report(
      Kind.weights.rawValue, title: words[.weightOfTrips],
      columns: [
        tripColumn, Report.Column("start", words[.firstDay]), number("things", .things),
        number("weight", .weight),
      ],
      rows: trips.prefix(Self.mostRows).map { card in
        [
          trip(card.slug), card.start.map(Report.Value.day) ?? .none, .count(card.itemCount),
          .weight(card.totalWeight),
        ]
      })
    report.chart = Report.Chart(label: 0, length: 3)
    return report
  }

  private func years() -> Report {
    var byYear: [Int: (trips: Int, weight: Weight, things: Int)] = [:]
    for card in cards where card.totalWeight > .zero {
      guard let year = card.start?.components.year else { continue }
      var sum = byYear[year] ?? (0, .zero, 0)
      sum = (sum.trips + 1, sum.weight + card.totalWeight, sum.things + card.itemCount)
      byYear[year] = sum
    }
    var report = Report(
      Kind.years.rawValue, title: words[.weightOverTheYears],
      columns: [
        Report.Column("year", words[.year]), number("trips", .trips),
        number("averageThings", .averageThings), number("averageWeight", .averageWeight),
      ],
      rows: byYear.sorted { $0.key > $1.key }.map { year, sum in
        [
          .text(String(year)), .count(sum.trips), .count((sum.things + sum.trips / 2) / sum.trips),
          .weight(Weight(rawValue: sum.weight.rawValue / sum.trips)),
        ]
      })
    report.chart = Report.Chart(label: 0, length: 3)
    return report
  }

  // MARK: Things

  /// The things that count.
  private var published: Predicate<PackingItem> {
    lookedAt(#Predicate { !$0.isPrivate && !$0.isLeftBehind })
  }

  private var publishedUnused: Predicate<PackingItem> {
    lookedAt(#Predicate { $0.isUnused && !$0.isPrivate })
  }

  /// Such things, on the trips that are looked at.
  private func lookedAt(_ things: Predicate<PackingItem>) -> Predicate<PackingItem> {
    guard let slugs else { return things }
    // By way of the trip, whose items have an index.
    return things
      && #Predicate { item in item.trip.flatMap { slugs.contains($0.slug) } ?? false }
  }

  private func heaviest() throws -> Report {
    var descriptor = FetchDescriptor<PackingItem>(
      predicate: #Predicate { $0.weight != nil } && published,
      sortBy: [
        SortDescriptor(\.weight, order: .reverse), SortDescriptor(\.tripSlug),
        SortDescriptor(\.position),
      ])
    descriptor.fetchLimit = Self.mostRows * 20
    let found = try store.fetchValues(
      descriptor, \.name, \.weight, \.category, \.tripSlug)
    var seen: Set<String> = []
    let rows = found.filter { seen.insert(foldedName($0.0)).inserted }.prefix(Self.mostRows)
    var report = Report(
      Kind.heaviest.rawValue, title: words[.heaviestThings],
      columns: [
        thingColumn, Report.Column("category", words[.category]), tripColumn,
        number("weight", .weight),
      ],
      rows: rows.map { name, weight, category, slug in
        [
          .text(name), .text(category), trip(slug), weight.map(Report.Value.weight) ?? .none,
        ]
      })
    report.chart = Report.Chart(label: 0, length: 3)
    return report
  }

  private func always() throws -> Report {
    let tripCount = cards.count { $0.itemCount > 0 }
    let threshold = (tripCount * 4 + 4) / 5
    var report = Report(
      Kind.always.rawValue, title: words[.onEveryTrip],
      columns: [thingColumn, number("trips", .trips)], rows: [])
    report.explanation = words(.ofTrips, context.numbers.count(tripCount), count: tripCount)
    guard tripCount > 2 else { return report }
    // How often a name stands at all says which may be on so many trips; those are looked at.
    var often: [String: Int] = [:]
    for (name, count) in try store.fetchCounts(groupedBy: \PackingItem.name, where: published) {
      often[foldedName(name), default: 0] += count
    }
    let candidates = Set(often.filter { $0.value >= threshold }.keys)
    guard !candidates.isEmpty else { return report }
    var trips: [String: (name: String, slugs: Set<String>)] = [:]
    let found = try store.fetchValues(
      FetchDescriptor<PackingItem>(predicate: published, sortBy: [SortDescriptor(\.identity)]),
      \.name, \.tripSlug)
    for (name, slug) in found {
      let folded = foldedName(name)
      guard candidates.contains(folded) else { continue }
      trips[folded, default: (name, [])].slugs.insert(slug)
    }
    report.rows = trips.values.filter { $0.slugs.count >= threshold }
      .sorted { ($1.slugs.count, NameOrder($0.name)) < ($0.slugs.count, NameOrder($1.name)) }
      .prefix(Self.mostRows).map { [.text($0.name), .count($0.slugs.count)] }
    report.chart = Report.Chart(label: 0, length: 1)
    return report
  }

  private func unused() throws -> Report {
    func byName(_ predicate: Predicate<PackingItem>) throws -> [String: (name: String, count: Int)]
    {
      var counts: [String: (name: String, count: Int)] = [:]
      let found = try store.fetchCounts(groupedBy: \PackingItem.name, where: predicate)
      for (name, count) in found.sorted(by: { $0.key < $1.key }) {
        counts[foldedName(name), default: (name, 0)].count += count
      }
      return counts
    }
    let unused = try byName(publishedUnused)
    let taken = unused.isEmpty ? [:] : try byName(published)
    let rows = unused.sorted { left, right in
      (right.value.count, NameOrder(left.value.name)) < (
        left.value.count, NameOrder(right.value.name)
      )
    }
    return Report(
      Kind.unused.rawValue, title: words[.markedUnused],
      columns: [thingColumn, number("unused", .timesUnused), number("taken", .timesTaken)],
      rows: rows.prefix(Self.mostRows).map { folded, entry in
        [.text(entry.name), .count(entry.count), .count(taken[folded]?.count ?? entry.count)]
      })
  }

  // MARK: Bags and travellers

  private enum Load {
    case bags, travellers
  }

  /// What is in each bag, or what each traveller has, on one trip with another.
  private func loads(_ load: Load) throws -> Report {
    let owner: KeyPath<PackingItem, String?> = load == .bags ? \.bag : \.traveller
    // Most things have neither bag nor traveller: the store leaves them out before it sorts.
    let isOwned: Predicate<PackingItem> =
      load == .bags ? #Predicate { $0.bag != nil } : #Predicate { $0.traveller != nil }
    let found = try store.fetchRows(
      FetchDescriptor<PackingItem>(
        predicate: isOwned && published, sortBy: [SortDescriptor(\.identity)]),
      [owner, \.tripSlug, \.weight, \.quantity, \.wornCount]
    ) { row in
      (
        name: try row.next() as String?, slug: try row.next() as String,
        weight: try row.next() as Weight?, quantity: try row.next() as Int,
        worn: try row.next() as Int
      )
    }
    var byName: [String: (name: String, trips: [String: Weight], things: Int)] = [:]
    for (name, slug, weight, quantity, worn) in found {
      guard let name else { continue }
      var entry = byName[foldedName(name)] ?? (name, [:], 0)
      // A bag weighs what hangs on the scale with it; a traveller wears the rest.
      let pieces = load == .bags ? max(0, quantity - worn) : quantity
      entry.trips[slug, default: .zero] =
        entry.trips[slug, default: .zero] + (weight ?? .zero) * pieces
      entry.things += 1
      byName[foldedName(name)] = entry
    }
    let rows = byName.values.sortedByName { NameOrder($0.name) }.map { entry in
      let sum = entry.trips.values.reduce(Weight.zero, +)
      let heaviest = entry.trips.max { ($0.value, $1.key) < ($1.value, $0.key) }
      return [
        .text(entry.name), .count(entry.trips.count),
        .count((entry.things + entry.trips.count / 2) / entry.trips.count),
        .weight(Weight(rawValue: sum.rawValue / entry.trips.count)),
        .weight(heaviest?.value ?? .zero), heaviest.map { trip($0.key) } ?? .none,
      ] as [Report.Value]
    }
    let kind: Kind = load == .bags ? .bags : .travellers
    var report = Report(
      kind.rawValue, title: words[load == .bags ? .bags : .travellers],
      columns: [
        Report.Column(
          load == .bags ? "bag" : "traveller", words[load == .bags ? .bag : .traveller]),
        number("trips", .trips), number("averageThings", .averageThings),
        number("averageWeight", .averageWeight), number("greatestWeight", .greatestWeight),
        tripColumn,
      ], rows: rows)
    report.chart = Report.Chart(label: 0, length: 3)
    return report
  }

  // MARK: Columns

  private var tripColumn: Report.Column { Report.Column("trip", words[.trip]) }
  private var thingColumn: Report.Column { Report.Column("thing", words[.thing]) }

  private func number(_ name: String, _ word: Words.Word) -> Report.Column {
    Report.Column(name, words[word], isNumber: true)
  }

  private func trip(_ slug: String) -> Report.Value {
    .trip(slug: slug, title: titles[slug] ?? slug)
  }
}
