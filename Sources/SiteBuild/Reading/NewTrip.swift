import ModelStore
import PackingLists

/// A trip as objects that are in no store yet, and lead to each other by nothing but standing here.
struct NewTrip: @unchecked Sendable {
  // Unchecked because models are not Sendable. Whoever makes one hands it over and keeps nothing of it.
  let trip: Trip
  let items: [PackingItem]
  let stops: [Stop]
  let activities: [Activity]

  /// Writes it to the store.
  ///
  /// - Throws: What the store throws, which has no trip of that address.
  func write(to importer: ObjectImporter) throws {
    let row = try importer.add(trip)
    try importer.add(items, to: \Trip.items, of: row)
    try importer.add(stops, to: \Trip.stops, of: row)
    try importer.add(activities, to: \Trip.activities, of: row)
  }
}
