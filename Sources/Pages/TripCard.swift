public import ModelStore
public import PackingLists

/// A trip as lists of trips show it: plain values, read without loading a trip.
public struct TripCard: Sendable, Hashable {
  /// The trip's address.
  public var slug: String
  /// Its title.
  public var title: String
  /// Where it goes.
  public var destination: String?
  /// Its first day.
  public var start: CalendarDay?
  /// Its last day.
  public var end: CalendarDay?
  /// Nights away.
  public var nights: Int?
  /// The set of trips it belongs to.
  public var collection: String?
  /// Whether it is put away.
  public var isArchived = false
  /// Whether it is shown to its author alone.
  public var isDraft = false
  /// Whether all its activities are done.
  public var isComplete = false
  /// Items that count.
  public var itemCount = 0
  /// Items that are packed.
  public var packedCount = 0
  /// The weight of all items that count.
  public var totalWeight = Weight.zero

  /// Activities that were not given up.
  public var activityCount = 0
  /// Activities that are done.
  public var doneActivityCount = 0
  /// The hash of all that pages show of its activities.
  public var activitiesHash = ""
  /// Places where it stops.
  public var stopCount = 0
  /// A small picture of it; nil for none.
  public var thumbnail: PagePhoto?

  /// Takes the values of a trip that is loaded.
  public init(_ trip: Trip) {
    slug = trip.slug
    title = trip.title
    destination = trip.destination
    start = trip.start
    end = trip.end
    nights = trip.nights
    collection = trip.collection
    isArchived = trip.isArchived
    isDraft = trip.isDraft
    isComplete = trip.isComplete
    itemCount = trip.itemCount
    packedCount = trip.packedCount
    totalWeight = trip.totalWeight
    activityCount = trip.activityCount
    doneActivityCount = trip.doneActivityCount
    activitiesHash = trip.activitiesHash
    stopCount = trip.stopCount
  }

  private init(slug: String, title: String) {
    self.slug = slug
    self.title = title
  }

  /// The trips of a store in the order of their addresses.
  ///
  /// - Throws: What the store throws.
  public static func all(in store: ModelContext) throws -> [TripCard] {
    let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.slug)])
    var cards: [TripCard] = []
    // An array that grows is there twice in the end.
    cards.reserveCapacity(try store.fetchCount(trips))
    try store.eachRow(
      trips,
      [
        \.slug, \.title, \.destination, \.start, \.end, \.nights, \.collection, \.isArchived,
        \.isComplete, \.itemCount, \.packedCount, \.totalWeight, \.activityCount,
        \.doneActivityCount, \.activitiesHash, \.stopCount, \.isDraft,
      ]
    ) { row in
      var card = TripCard(slug: try row.next(), title: try row.next())
      card.destination = try row.next()
      card.start = try row.next()
      card.end = try row.next()
      card.nights = try row.next()
      card.collection = try row.next()
      card.isArchived = try row.next()
      card.isComplete = try row.next()
      card.itemCount = try row.next()
      card.packedCount = try row.next()
      card.totalWeight = try row.next()
      card.activityCount = try row.next()
      card.doneActivityCount = try row.next()
      card.activitiesHash = try row.next()
      card.stopCount = try row.next()
      card.isDraft = try row.next()
      cards.append(card)
    }
    return cards
  }

  /// Takes what lists of trips show into a hash: its activities and stops are not among that.
  public func add(to hash: inout StableHash) {
    hash.add(slug)
    hash.add(title)
    hash.add(destination ?? "")
    hash.add(collection ?? "")
    hash.add(thumbnail?.path ?? "")
    hash.add(start?.rawValue ?? .min)
    hash.add(end?.rawValue ?? .min)
    hash.add(nights ?? -1)
    hash.add((isArchived ? 1 : 0) + (isComplete ? 2 : 0) + (isDraft ? 4 : 0))
    hash.add(itemCount)
    hash.add(packedCount)
    hash.add(totalWeight.rawValue)
  }
}
