import ModelStore
import PackingLists

/// Some trips with their items, fetched together: a query for each trip costs as much as its items do.
final class TripShelf {
  private let store: ModelContext
  private var held: [String: FetchedTrip] = [:]

  /// A trip and all of its items, in no order.
  struct FetchedTrip {
    let trip: Trip
    fileprivate(set) var items: [PackingItem] = []
  }

  /// How many trips are fetched at once: bounds the memory.
  static let size = 16

  /// An empty one.
  init(_ store: ModelContext) { self.store = store }

  /// Fetches trips, in place of those that were held.
  ///
  /// - Parameter slugs: Their addresses.
  /// - Throws: What the store throws.
  func fetch(_ slugs: [String]) throws {
    held = [:]
    let trips = FetchDescriptor<Trip>(predicate: #Predicate { slugs.contains($0.slug) })
    for trip in try store.fetch(trips) { held[trip.slug] = FetchedTrip(trip: trip) }
    // In no order of the store's: pages have names in an order where case does not count, or the
    // file's order.
    let items = FetchDescriptor<PackingItem>(
      predicate: #Predicate { item in item.trip.flatMap { slugs.contains($0.slug) } ?? false })
    for item in try store.fetch(items) { held[item.tripSlug]?.items.append(item) }
  }

  /// A trip that is held, or is fetched by itself; nil where the store has none of that address.
  ///
  /// - Throws: What the store throws.
  func trip(_ slug: String) throws -> FetchedTrip? {
    if held[slug] == nil { try fetch([slug]) }
    return held[slug]
  }
}
