import ModelStore
import PackingLists

/// How much of trips is packed as their owner counts: what is `#private` is on the list, though the
/// sums that pages show leave it out.
struct OwnSums {
  /// The sums of the private items by trip.
  private let secrets: [String: ItemTotals]

  /// Looks for the private items of all trips.
  init(in context: ModelContext) throws {
    let items = try context.fetch(
      FetchDescriptor<PackingItem>(predicate: #Predicate { $0.isPrivate }))
    secrets = Dictionary(grouping: items, by: \.tripSlug).mapValues { ItemTotals(of: $0) }
  }

  /// How many items of a trip go along.
  func count(of trip: Trip) -> Int { trip.itemCount + (secrets[trip.slug]?.count ?? 0) }

  /// How many of them are packed.
  func packedCount(of trip: Trip) -> Int {
    trip.packedCount + (secrets[trip.slug]?.packedCount ?? 0)
  }

  /// What they weigh.
  func weight(of trip: Trip) -> Weight {
    trip.totalWeight + (secrets[trip.slug]?.weight ?? .zero)
  }
}
