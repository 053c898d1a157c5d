import ModelStore
import Mustache
import PackingLists

/// Everything that a trip's own pages show.
struct TripDetail {
  let trip: Trip
  /// The published items by category.
  let sections: [CategoryGroup.Section]
  let stops: [Stop]
  let activities: [Activity]
  let surroundings: TripPage.Surroundings
  /// What stands before the first list, as safe HTML.
  let introduction: String
  /// Lists and paragraphs without items.
  let prose: [Prose]

  /// Takes all items of a trip, and leaves the private ones out.
  init(
    trip: Trip, sections: SectionedResults<PackingItem, String>,
    surroundings: TripPage.Surroundings
  ) {
    self.trip = trip
    self.surroundings = surroundings
    self.sections = sections.map { section in
      let published = section.filter { !$0.isPrivate }
      let ordered =
        trip.order == .file
        ? published.sorted { $0.position < $1.position }
        : published.sortedByName { NameOrder($0.name, position: $0.position) }
      return (section.title, ordered)
    }
    stops = trip.stops.sorted { $0.position < $1.position }
    activities = trip.activities.sorted { $0.position < $1.position }
    introduction = trip.introductionHTML
    prose = trip.prose
  }

  /// Takes some items of a trip, in the file's order; a part of a trip has its items alone.
  init(trip: Trip, items: [PackingItem], isPart: Bool) {
    self.trip = trip
    surroundings = TripPage.Surroundings()
    sections = ItemGroups.inOrder(items, trip.order).map { ($0.category, $0.items) }
    stops = isPart ? [] : trip.stops.sorted { $0.position < $1.position }
    activities = isPart ? [] : trip.activities.sorted { $0.position < $1.position }
    introduction = isPart ? "" : trip.introductionHTML
    prose = isPart ? [] : trip.prose
  }

  func value(on page: PageAddress, in context: PageContext) -> MustacheValue {
    .object(MustacheObject(members(on: page, in: context)))
  }

  /// The names and values of it.
  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    let published = sections.flatMap(\.items)
    let items = published.filter { !$0.isLeftBehind }
    var leftBehind = published.filter(\.isLeftBehind)
    if trip.order == .file { leftBehind.sort { $0.position < $1.position } }
    let (opening, groups) = CategoryGroup.groups(
      of: sections.map { ($0.title, $0.items.filter { !$0.isLeftBehind }) }, prose: prose,
      order: trip.order)
    let counts = ItemCounts(items)
    let bags = BagRow.rows(of: trip.bags, items: items)
    let travellers = ItemGroups.named(items, by: \.traveller, after: trip.travellers)
    let facts = facts(counts, items: items, leftBehindCount: leftBehind.count, in: context)
    let shopping = ShoppingRows(items)
    let weights = WeightChart(groups)
    let stopRows = StopRow.rows(of: stops, start: trip.start)

    var members = TripSummary(TripCard(trip), counts: counts).members(on: page, in: context)
    members += [
      ("runningTitle", .text(runningTitle(in: context))),
      (
        "photo",
        surroundings.photo?.value(on: page, alt: trip.destination ?? trip.title) ?? .null
      ),
      ("collectionHref", .optional(surroundings.collection.map(page.link))),
      (
        "itineraryHref",
        stops.isEmpty ? .null : .text(page.link(to: PageAddress.itinerary(trip.slug)))
      ),
      ("introduction", .text(introduction)),
      ("hasIntroduction", .bool(!introduction.isEmpty)),
      ("openingProse", .list(opening.map { ["html": .text($0)] })),
      ("hasOpeningProse", .bool(!opening.isEmpty)),
      ("facts", .list(facts)),
      ("hasFacts", .bool(!facts.isEmpty)),
      (
        "categories",
        .list(groups.enumerated().map { $1.value(number: $0 + 1, in: context) })
      ),
      ("hasCategories", .bool(!groups.isEmpty)),
      ("isLong", .bool(counts.all > Self.manyItems)),
      ("hasIndex", .bool(groups.count >= Self.categoriesWorthAnIndex)),
      ("leftBehind", .list(leftBehind.map { ItemRow(item: $0).value(in: context) })),
      ("leftBehindCount", .integer(leftBehind.count)),
      ("hasLeftBehind", .bool(!leftBehind.isEmpty)),
      ("stops", .list(stopRows.map { $0.value(in: context) })),
      ("hasStops", .bool(!stops.isEmpty)),
      (
        "bags", .list(bags.map { $0.value(scale: BagRow.scale(of: bags), in: context) })
      ),
      ("hasBags", .bool(!bags.isEmpty)),
      ("travellers", .list(travellers.map { traveller($0.name, $0.items, in: context) })),
      ("hasTravellers", .bool(!travellers.isEmpty)),
      ("activities", ActivityRows(activities).value(in: context)),
      ("hasActivities", .bool(!activities.isEmpty)),
      ("weightChart", weights.value(in: context)),
      (
        "calendarHref",
        trip.start == nil ? .null : .text(page.link(to: SiteCalendar.path(of: trip.slug)))
      ),
      ("tags", .list(trip.tags.map { .text($0) })),
      ("hasTags", .bool(!trip.tags.isEmpty)),
      (
        "hasAside",
        .bool(
          !(stops.isEmpty && bags.isEmpty && travellers.isEmpty && activities.isEmpty
            && trip.tags.isEmpty && shopping.items.isEmpty && !weights.isWorthIt))
      ),
    ]
    members += shopping.members(in: context)
    return members + [("sheets", .list([SheetFrame.ofPage.value]))]
  }

  private static let categoriesWorthAnIndex = 5
  private static let manyItems = 1000

  func runningTitle(in context: PageContext) -> String {
    guard let days = context.days(from: trip.start, to: trip.end) else { return trip.title }
    return "\(isolated(trip.title)) · \(days)"
  }

  private func traveller(
    _ name: String, _ items: [PackingItem], in context: PageContext
  ) -> MustacheValue {
    .object(
      MustacheObject([("name", .text(name))] + ItemCounts(items).members(in: context)))
  }

  /// The figures at the top of a page: those that say something about this trip.
  private func facts(
    _ counts: ItemCounts, items: [PackingItem], leftBehindCount: Int, in context: PageContext
  ) -> [MustacheValue] {
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
    if leftBehindCount > 0 { add(.leftBehind, context.numbers.count(leftBehindCount)) }
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
