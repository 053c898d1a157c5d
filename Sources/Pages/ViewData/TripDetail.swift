import ModelStore
import Mustache
import PackingLists

/// Everything that a trip's own pages show, worked out as far as their templates ask for it.
final class TripDetail {
  let trip: Trip
  let page: PageAddress
  let context: PageContext
  let surroundings: TripPage.Surroundings
  /// Whether it has some of the trip's items, and nothing of the trip besides.
  private let isPart: Bool
  /// The items that are published, by category and as they were given.
  private let itemsByCategory: () -> [CategoryGroup.Section]

  /// Takes all items of a trip, in any order, and leaves the private ones out.
  init(
    trip: Trip, items: [PackingItem], surroundings: TripPage.Surroundings,
    on page: PageAddress, in context: PageContext
  ) {
    self.trip = trip
    self.surroundings = surroundings
    (self.page, self.context) = (page, context)
    isPart = false
    itemsByCategory = { Self.byCategory(items, trip.order) }
  }

  /// Published items by category, in the order of the categories' titles.
  private static func byCategory(
    _ items: [PackingItem], _ order: ItemOrder
  ) -> [CategoryGroup.Section] {
    let sections = ItemGroups.byCategory(items.filter { !$0.isPrivate })
    return sections.sorted { $0.category < $1.category }.map { title, items in
      let ordered =
        order == .file
        ? items.sorted { $0.position < $1.position }
        : items.sortedByName { NameOrder($0.name, position: $0.position) }
      return (title, ordered)
    }
  }

  /// Takes some items of a trip, in the file's order; a part of a trip has its items alone.
  init(
    trip: Trip, items: [PackingItem], isPart: Bool, on page: PageAddress, in context: PageContext
  ) {
    self.trip = trip
    surroundings = TripPage.Surroundings()
    (self.page, self.context) = (page, context)
    self.isPart = isPart
    itemsByCategory = {
      ItemGroups.inOrder(items, trip.order).map { ($0.category, $0.items) }
    }
  }

  /// What templates are given of it.
  var value: MustacheValue { .object(MustacheObject(self, Self.namedValues)) }

  // MARK: Worked out once, where something asks for it

  /// The published items by category.
  private lazy var sections = itemsByCategory()
  /// Those that go along.
  private lazy var items = sections.flatMap { $0.items.filter { !$0.isLeftBehind } }
  private lazy var leftBehind: [PackingItem] = {
    let left = sections.flatMap { $0.items.filter(\.isLeftBehind) }
    return trip.order == .file ? left.sorted { $0.position < $1.position } : left
  }()
  private lazy var counts = ItemCounts(items)
  private lazy var summary = TripSummary(TripCard(trip), counts: counts)
  private lazy var categories = CategoryGroup.groups(
    of: sections.map { ($0.title, $0.items.filter { !$0.isLeftBehind }) },
    prose: isPart ? [] : trip.prose, order: trip.order)
  private lazy var stops: [Stop] = isPart ? [] : trip.orderedStops
  // The trip tells whether there are any: most have none, and need not be asked for.
  private lazy var activities: [Activity] =
    isPart || trip.activitiesHash.isEmpty ? [] : trip.activities
  private lazy var bags = BagRow.rows(of: trip.bags, items: items)
  private lazy var travellers = ItemGroups.named(items, by: \.traveller, after: trip.travellers)
  private lazy var shopping = ShoppingRows(items)
  private lazy var weights = WeightChart(categories.groups)
  private lazy var facts = figures

  /// What stands before the first list, as safe HTML.
  private var introduction: String { isPart ? "" : trip.introductionHTML }

  private var hasAside: Bool {
    !(stops.isEmpty && bags.isEmpty && travellers.isEmpty && activities.isEmpty
      && trip.tags.isEmpty && shopping.items.isEmpty && !weights.isWorthIt)
  }

  private static let categoriesWorthAnIndex = 5
  private static let manyItems = 1000

  var runningTitle: String {
    guard let days = context.days(from: trip.start, to: trip.end) else { return trip.title }
    let title = isolated(trip.title)
    guard title != trip.title else { return "\(title) · \(days)" }
    // WeasyPrint looks for the line's direction inside what is isolated, too.
    let mark = context.site.direction == "rtl" ? "\u{200F}" : "\u{200E}"
    return "\(mark)\(title) · \(days)"
  }

  /// The figures at the top of a page: those that say something about this trip.
  private var figures: [MustacheValue] {
    var facts: [MustacheValue] = []
    func add(_ label: Words.Word, _ value: String, count: String? = nil) {
      facts.append(
        [
          "label": .text(context.words[label]), "value": .text(value),
          "count": .optional(count),
        ])
    }
    if counts.all > 0 {
      add(.toPack, context.numbers.count(counts.all - counts.packed), count: "toPack")
      add(.packed, context.numbers.count(counts.packed), count: "packed")
    }
    if !leftBehind.isEmpty { add(.leftBehind, context.numbers.count(leftBehind.count)) }
    if let weight = counts.weight {
      add(.weight, context.text(weight))
      let base = WeightSums(of: items).base
      if base < weight { add(.baseWeight, context.text(base)) }
    }
    if let cost = totalPrice(of: items) { add(.cost, context.numbers.price(cost)) }
    if let nights = trip.nights { add(.nights, context.numbers.count(nights)) }
    return facts
  }
}

// MARK: Names

extension TripDetail {
  /// The names of a trip on its own pages.
  ///
  /// All values are kept: its screen and its sheet share them.
  static let namedValues = MustacheMembers<TripDetail>([], keeping: .all)
    .with(TripSummary.namedValues) { ($0.summary, $0.page, $0.context) }
    .with([
      ("runningTitle", { .text($0.runningTitle) }),
      ("photo", { $0.photo }),
      ("collectionHref", { .optional($0.surroundings.collection.map($0.page.link)) }),
      ("itineraryHref", { $0.itineraryHref }),
      ("introduction", { .text($0.introduction) }),
      ("hasIntroduction", { .bool(!$0.introduction.isEmpty) }),
      ("openingProse", { .list($0.categories.opening.map { ["html": .text($0)] }) }),
      ("hasOpeningProse", { .bool(!$0.categories.opening.isEmpty) }),
      ("facts", { .list($0.facts) }),
      ("hasFacts", { .bool(!$0.facts.isEmpty) }),
      ("categories", { CategoryGroup.list($0.categories.groups, in: $0.context) }),
      ("hasCategories", { .bool(!$0.categories.groups.isEmpty) }),
      ("isLong", { .bool($0.counts.all > manyItems) }),
      ("hasIndex", { .bool($0.categories.groups.count >= categoriesWorthAnIndex) }),
      ("leftBehind", { ItemRow.list($0.leftBehind, in: $0.context) }),
      ("leftBehindCount", { .integer($0.leftBehind.count) }),
      ("hasLeftBehind", { .bool(!$0.leftBehind.isEmpty) }),
      ("stops", { $0.stopRows }),
      ("hasStops", { .bool(!$0.stops.isEmpty) }),
      ("bags", { $0.bagRows }),
      ("hasBags", { .bool(!$0.bags.isEmpty) }),
      ("travellers", { $0.travellerRows }),
      ("hasTravellers", { .bool(!$0.travellers.isEmpty) }),
      ("activities", { ActivityRows($0.activities).value(in: $0.context) }),
      ("hasActivities", { .bool(!$0.activities.isEmpty) }),
      ("weightChart", { $0.weights.value(in: $0.context) }),
      ("calendarHref", { $0.calendarHref }),
      ("tags", { .list($0.trip.tags.map { .text($0) }) }),
      ("hasTags", { .bool(!$0.trip.tags.isEmpty) }),
      ("hasAside", { .bool($0.hasAside) }),
    ])
    .with(ShoppingRows.namedValues) { ($0.shopping, $0.context) }
    .with([("sheets", { _ in .list([SheetFrame.ofPage.value]) })])

  private var photo: MustacheValue {
    surroundings.photo?.value(on: page, alt: trip.destination ?? trip.title) ?? .null
  }

  private var itineraryHref: MustacheValue {
    stops.isEmpty ? .null : .text(page.link(to: PageAddress.itinerary(trip.slug)))
  }

  private var calendarHref: MustacheValue {
    trip.start == nil ? .null : .text(page.link(to: SiteCalendar.path(of: trip.slug)))
  }

  private var stopRows: MustacheValue {
    .list(StopRow.rows(of: stops, start: trip.start).map { $0.value(in: context) })
  }

  private var bagRows: MustacheValue {
    let scale = BagRow.scale(of: bags)
    return .list(bags.map { $0.value(scale: scale, in: context) })
  }

  private var travellerRows: MustacheValue {
    .list(
      travellers.map { name, items in
        .object(
          MustacheObject([("name", .text(name))] + ItemCounts(items).members(in: context)))
      })
  }
}
