import ModelStore

/// The goals that were achieved, newest first, and those to come.
struct GoalsPage {
  @Query(filter: #Predicate<Goal> { $0.isAchieved }, sort: \Goal.dateAchieved, order: .reverse)
  private var achievedGoals: [Goal]
  @Query(filter: #Predicate<Goal> { !$0.isAchieved }, sort: \Goal.sortOrder)
  private var upcomingGoals: [Goal]

  var lines: [String] {
    ["Achieved"] + achievedGoals.map(line) + ["To come"] + upcomingGoals.map(line)
  }

  private func line(_ goal: Goal) -> String {
    let kind = goal is TripGoal ? "trips" : "activities"
    return "  \(goal.title): \(goal.completedCount) of \(goal.targetCount) \(kind)"
  }
}

/// The newest trips.
struct RecentTripsPage {
  @Query(
    FetchDescriptor(sortBy: [SortDescriptor(\Trip.creationDate, order: .reverse)], fetchLimit: 5))
  private var trips: [Trip]

  var lines: [String] { trips.map(\.name) }
}

/// The trips of one collection, by name.
struct TripCollectionPage {
  @Query private var trips: [Trip]

  init(tripCollection: TripCollection) {
    _trips = Query(
      filter: #Predicate<Trip> { $0.collection == tripCollection }, sort: \Trip.name)
  }

  /// A list shows thumbnails: no whole picture is read for it.
  var lines: [String] {
    trips.map { trip in
      let activities = trip.activities.map { "\($0.isComplete ? "✓" : "·") \($0.name)" }
      let thumbnail = trip.thumbnailData.map { "\($0.count) bytes" } ?? "no picture"
      return
        "\(trip.name)\(trip.isComplete ? " (complete)" : ""), \(thumbnail): \(activities.joined(separator: ", "))"
    }
  }
}

/// What a search finds; without words, the three newest trips.
struct SearchPage {
  @Query private var trips: [Trip]
  @Query private var activities: [Activity]

  init(searchText: String) {
    if searchText.isEmpty {
      _trips = Query(
        FetchDescriptor(
          sortBy: [SortDescriptor(\Trip.creationDate, order: .reverse)], fetchLimit: 3))
      _activities = Query(filter: #Predicate<Activity> { _ in false })
    } else {
      let tripSearchPredicate = #Predicate<Trip> {
        $0.name.localizedStandardContains(searchText)
      }
      _trips = Query(filter: tripSearchPredicate, sort: \Trip.name)
      let activitySearchPredicate = #Predicate<Activity> {
        $0.trip != nil && $0.name.localizedStandardContains(searchText)
      }
      _activities = Query(filter: activitySearchPredicate, sort: \Activity.name)
    }
  }

  var lines: [String] {
    trips.map { "trip: \($0.name)" }
      + activities.map { "activity: \($0.name), on \($0.trip?.name ?? "no trip")" }
  }
}
