import ModelStore
import PackingLists

/// A trip as the store has it, with all that belongs to it.
struct StoredTrip {
  let trip: Trip
  let items: [PackingItem]
  /// In their order.
  let stops: [Stop]
  /// In their order.
  let activities: [Activity]

  /// The trips of some addresses.
  ///
  /// All are fetched before any is changed: a fetch that finds changes waiting has to write them
  /// first, again and again.
  ///
  /// - Parameters:
  ///   - slugs: The addresses.
  ///   - context: The context that will change them.
  /// - Returns: The trips that are there, by address.
  /// - Throws: What the store throws.
  static func all(
    _ slugs: [String], in context: ModelContext
  ) throws -> [String: StoredTrip] {
    let trips = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { slugs.contains($0.slug) }))
    guard !trips.isEmpty else { return [:] }
    let items = try context.fetch(
      FetchDescriptor<PackingItem>(
        predicate: #Predicate { item in
          item.trip.flatMap { slugs.contains($0.slug) } ?? false
        }))
    let itemsOfTrips = Dictionary(grouping: items, by: \.tripSlug)
    return Dictionary(
      uniqueKeysWithValues: trips.map { trip in
        (
          trip.slug,
          StoredTrip(
            trip: trip, items: itemsOfTrips[trip.slug] ?? [],
            stops: trip.stops.sorted { $0.position < $1.position },
            activities: trip.activities.sorted { $0.position < $1.position })
        )
      })
  }
}
