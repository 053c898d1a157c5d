import ModelStore

/// What a new store begins with.
enum SampleData {
  /// Fills a store that has no trips yet.
  static func seedIfNeeded(in context: ModelContext) throws {
    guard try context.fetchCount(FetchDescriptor<Trip>()) == 0 else { return }
    let trips: [(name: String, collection: TripCollection, activities: [String])] = [
      ("Évora", .springEscapes, ["Roman temple", "Cork museum"]),
      ("Lofoten", .summerVibes, ["Midnight hike", "Sea kayak"]),
      ("Kyoto", .fallGetaways, ["Tea ceremony"]),
      ("Banff", .winterRetreats, ["Ice walk", "Hot springs"]),
    ]
    for sample in trips {
      let picture = Data(repeating: 7, count: 300_000)
      let trip = Trip(
        name: sample.name, collection: sample.collection, photo: TripImage(data: picture),
        thumbnailData: picture.prefix(64))
      context.insert(trip)
      trip.activities = sample.activities.map { Activity(name: $0) }
      // One at a time, so that each is newer than the one before it.
      try context.save()
    }
    context.insert(Activity(name: "Learn to whistle"))
    context.insert(TripGoal(title: "First trip", targetCount: 1, sortOrder: 0))
    context.insert(ActivityGoal(title: "Five activities", targetCount: 5, sortOrder: 2))
    context.insert(
      TripGoal(title: "One winter", targetCount: 1, sortOrder: 1, collection: .winterRetreats))
    try context.save()
  }
}
