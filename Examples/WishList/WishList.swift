import ModelStore

/// What a person does with the wish list.
struct WishList {
  static let usage = """
    usage: WishListExample STORE COMMAND…
      collection NAME   goals   recent   search [WORDS]   add NAME COLLECTION   delete NAME
      do TRIP ACTIVITY   complete ACTIVITY   reopen ACTIVITY   rename ACTIVITY NEW-NAME
      edited ACTIVITY   photo NAME   count
    Collections: springEscapes, summerVibes, fallGetaways, winterRetreats.
    """

  let context: ModelContext

  /// Runs a command and gives the lines to print.
  func run(_ words: [String]) throws -> [String] {
    switch (words.first ?? "", Array(words.dropFirst())) {
    case ("collection", let rest) where rest.count == 1:
      return try lines(of: TripCollectionPage(tripCollection: collection(rest[0])), \.lines)
    case ("goals", []): return try lines(of: GoalsPage(), \.lines)
    case ("recent", []): return try lines(of: RecentTripsPage(), \.lines)
    case ("search", let rest):
      return try lines(of: SearchPage(searchText: rest.joined(separator: " ")), \.lines)
    case ("add", let rest) where rest.count == 2: return try add(rest[0], to: rest[1])
    case ("delete", let rest) where rest.count == 1:
      context.delete(try trip(rest[0]))
      return try count()
    case ("do", let rest) where rest.count == 2:
      let trip = try trip(rest[0])
      trip.activities.append(Activity(name: rest[1]))
      return try lines(of: TripCollectionPage(tripCollection: trip.collection), \.lines)
    case ("complete", let rest) where rest.count == 1:
      return try edit(rest[0]) { $0.isComplete = true }
    case ("reopen", let rest) where rest.count == 1:
      return try edit(rest[0]) { $0.isComplete = false }
    case ("rename", let rest) where rest.count == 2:
      return try edit(rest[0]) { $0.name = rest[1] }
    case ("edited", let rest) where rest.count == 1: return try edit(rest[0]) { _ in }
    case ("photo", let rest) where rest.count == 1:
      return ["\(try trip(rest[0]).photo.data.count) bytes"]
    case ("count", []): return try count()
    default: throw UsageError(Self.usage)
    }
  }

  private func lines<Page>(of page: Page, _ lines: (Page) -> [String]) throws -> [String] {
    try context.fetchQueries(of: page)
    return lines(page)
  }

  private func count() throws -> [String] {
    let trips = try context.fetchCount(FetchDescriptor<Trip>())
    let activities = try context.fetchCount(FetchDescriptor<Activity>())
    return ["\(trips) trips, \(activities) activities"]
  }

  private func add(_ name: String, to collectionName: String) throws -> [String] {
    let collection = try collection(collectionName)
    context.insert(Trip(name: name, collection: collection, photo: TripImage(data: Data())))
    return try lines(of: TripCollectionPage(tripCollection: collection), \.lines)
  }

  /// Changes an activity as its row on the screen does: what follows from it follows by itself.
  private func edit(_ name: String, _ change: (Activity) -> Void) throws -> [String] {
    let activity = try activity(name)
    activity.follow()
    let before = activity.dateEdited
    change(activity)
    try updateGoalAchievements()
    return [
      "\(activity.name): \(activity.isComplete ? "complete" : "open"), \(activity.dateEdited > before ? "edited now" : "not edited")",
      "\(activity.trip?.name ?? "no trip"): \(activity.trip?.isComplete == true ? "complete" : "open")",
    ]
  }

  private func updateGoalAchievements() throws {
    for goal in try context.fetch(FetchDescriptor<TripGoal>()) {
      let complete = try context.fetch(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.isComplete }))
      goal.update(
        completedCount: complete.count { $0.collection == goal.collection ?? $0.collection })
    }
    for goal in try context.fetch(FetchDescriptor<ActivityGoal>()) {
      let word = goal.word ?? ""
      let complete = #Predicate<Activity> {
        $0.isComplete && (word.isEmpty || $0.name.localizedStandardContains(word))
      }
      goal.update(completedCount: try context.fetchCount(FetchDescriptor(predicate: complete)))
    }
  }

  private func collection(_ name: String) throws -> TripCollection {
    guard let collection = TripCollection(rawValue: name) else { throw UsageError(Self.usage) }
    return collection
  }

  private func trip(_ name: String) throws -> Trip {
    let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
    guard let trip = try context.fetch(descriptor).first else {
      throw UsageError("there is no trip \"\(name)\"")
    }
    return trip
  }

  private func activity(_ name: String) throws -> Activity {
    let descriptor = FetchDescriptor<Activity>(predicate: #Predicate { $0.name == name })
    guard let activity = try context.fetch(descriptor).first else {
      throw UsageError("there is no activity \"\(name)\"")
    }
    return activity
  }
}

/// What the person asked for cannot be done as it was said.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
