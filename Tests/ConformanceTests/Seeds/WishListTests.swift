import Foundation
import ModelStore
import TestSupport
import Testing

@Model
private class Trip {
  var name: String
  var photo: TripImage
  var thumbnailData: Data?
  @Relationship(deleteRule: .cascade, inverse: \Activity.trip)
  var activities: [Activity] = []
  private(set) var creationDate = Date.now
  var subtitle: String?
  var isComplete: Bool = false

  init(name: String, photo: TripImage) {
    self.name = name
    self.photo = photo
  }
}

@Model
private class Activity {
  var name: String
  var trip: Trip?

  init(name: String) { self.name = name }
}

@Model
private class TripImage {
  @Attribute(.externalStorage) var data: Data

  init(data: Data) { self.data = data }
}

@Model
private class Goal {
  var title: String
  var isAchieved = false
  var dateAchieved: Date?
  var sortOrder: Int

  init(title: String, sortOrder: Int, achievedOn day: Double? = nil) {
    self.title = title
    self.sortOrder = sortOrder
    isAchieved = day != nil
    dateAchieved = day.map { Date(timeIntervalSinceReferenceDate: $0 * 86_400) }
  }
}

@Model
private final class TripGoal: Goal {
  var tripCount: Int

  init(title: String, sortOrder: Int, achievedOn day: Double? = nil, tripCount: Int) {
    self.tripCount = tripCount
    super.init(title: title, sortOrder: sortOrder, achievedOn: day)
  }
}

@Model
private final class ActivityGoal: Goal {
  var activityCount: Int

  init(title: String, sortOrder: Int, achievedOn day: Double? = nil, activityCount: Int) {
    self.activityCount = activityCount
    super.init(title: title, sortOrder: sortOrder, achievedOn: day)
  }
}

private struct GoalsPage {
  @Query(filter: #Predicate<Goal> { $0.isAchieved }, sort: \Goal.dateAchieved, order: .reverse)
  var achieved: [Goal]
  @Query(filter: #Predicate<Goal> { !$0.isAchieved }, sort: \Goal.sortOrder)
  var upcoming: [Goal]
}

private enum SampleData {
  static func seedIfNeeded(in context: ModelContext) throws {
    guard try context.fetchCount(FetchDescriptor<Trip>()) == 0 else { return }
    for name in ["Kyoto", "Banff"] {
      context.insert(Trip(name: name, photo: TripImage(data: Data(name.utf8))))
    }
    try context.save()
  }
}

@Suite("Seeds: the wish list's models")
struct WishListTests {
  private func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
    try ModelContainer(
      for: Trip.self, Activity.self, TripImage.self, Goal.self, TripGoal.self, ActivityGoal.self,
      configurations: configuration)
  }

  private func goals() throws -> ModelContext {
    let container = try container(ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(TripGoal(title: "Three trips", sortOrder: 2, tripCount: 3))
    context.insert(ActivityGoal(title: "Ten walks", sortOrder: 1, activityCount: 10))
    context.insert(TripGoal(title: "First trip", sortOrder: 0, achievedOn: 1, tripCount: 1))
    context.insert(ActivityGoal(title: "A swim", sortOrder: 3, achievedOn: 2, activityCount: 1))
    try context.save()
    return ModelContext(container)
  }

  @Test("C27: a trip has its image, its thumbnail and its dates, and takes its activities along")
  func trips() throws {
    let container = try container(ModelConfiguration(isStoredInMemoryOnly: true))
    let before = Date.now
    do {
      let context = ModelContext(container)
      let trip = Trip(name: "Kyoto", photo: TripImage(data: Data([1, 2, 3])))
      trip.thumbnailData = Data([1])
      context.insert(trip)
      trip.activities = [Activity(name: "Temples"), Activity(name: "Tea")]
      context.insert(Activity(name: "On no trip"))
      try context.save()
    }
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    // The list shows the thumbnail, and the image stays where it is until it is asked for.
    #expect(trip.thumbnailData == Data([1]) && context.fetchCounters.objectsMade == 1)
    #expect(trip.photo.data == Data([1, 2, 3]) && context.fetchCounters.objectsMade == 2)
    #expect(trip.creationDate >= before && trip.subtitle == nil && !trip.isComplete)
    context.delete(trip)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Activity>()).map(\.name) == ["On no trip"])
  }

  @Test("C28: a query of the base class finds goals of both kinds, each as what it is")
  func inheritance() throws {
    let context = try goals()
    let achieved = try context.fetch(
      FetchDescriptor<Goal>(
        predicate: #Predicate<Goal> { $0.isAchieved }, sortBy: [SortDescriptor(\.title)]))
    #expect(achieved.map(\.title) == ["A swim", "First trip"])
    #expect((achieved[0] as? ActivityGoal)?.activityCount == 1)
    #expect((achieved[1] as? TripGoal)?.tripCount == 1)
    #expect(try context.fetchCount(FetchDescriptor<TripGoal>()) == 2)
  }

  @Test("C29: two queries give the goals that were achieved, newest first, and those to come")
  func focusedQueries() throws {
    let context = try goals()
    let page = GoalsPage()
    try context.fetchQueries(of: page)
    #expect(page.achieved.map(\.title) == ["A swim", "First trip"])
    #expect(page.upcoming.map(\.title) == ["Ten walks", "Three trips"])
    #expect(context.fetchCounters.rowsRead == 4)
  }

  @MainActor
  @Test("C33: samples are sown once, and a trip that was added is there after a relaunch")
  func seeding() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("wishes.store"))
    do {
      let container = try container(configuration)
      try SampleData.seedIfNeeded(in: container.mainContext)
      container.mainContext.insert(Trip(name: "Lofoten", photo: TripImage(data: Data())))
      try container.mainContext.save()
    }
    let container = try container(configuration)
    try SampleData.seedIfNeeded(in: container.mainContext)
    let trips = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
    #expect(try container.mainContext.fetch(trips).map(\.name) == ["Banff", "Kyoto", "Lofoten"])
  }
}
