import ModelStore
import TestSupport
import Testing

@Model
class Goal {
  var title: String
  var isAchieved = false
  private(set) var madeOn = Date.now
  var sortOrder: Int
  init(title: String, sortOrder: Int = 0) {
    self.title = title
    self.sortOrder = sortOrder
  }
}

@Model
final class TripGoal: Goal {
  var trips: Int
  var places: [String] = []
  init(title: String, trips: Int) {
    self.trips = trips
    super.init(title: title)
  }
}

@Model
final class ActivityGoal: Goal {
  var activity: String
  var partner: TripGoal?
  var next: ActivityGoal?
  var capitals: String { activity.uppercased() }
  init(title: String, activity: String) {
    self.activity = activity
    super.init(title: title, sortOrder: 1)
  }
}

@Suite("Subclassed models")
struct InheritanceTests {
  private func filled() throws -> ModelContext {
    let container = try ModelContainer(
      for: Goal.self, TripGoal.self, ActivityGoal.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let trips = TripGoal(title: "Travel", trips: 3)
    trips.places = ["Oslo", "Rome"]
    trips.isAchieved = true
    let hike = ActivityGoal(title: "Hike", activity: "Hiking")
    hike.partner = trips
    hike.isAchieved = true
    context.insert(hike)
    context.insert(Goal(title: "Rest"))
    try context.save()
    return ModelContext(container)
  }

  @Test("C28: a fetch of the base class finds every kind, as what it is")
  func baseClass() throws {
    let context = try filled()
    let goals = try context.fetch(FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.title)]))
    #expect(goals.map(\.title) == ["Hike", "Rest", "Travel"])
    #expect((goals[0] as? ActivityGoal)?.activity == "Hiking")
    #expect((goals[0] as? ActivityGoal)?.partner === goals[2])
    #expect((goals[2] as? TripGoal)?.places == ["Oslo", "Rome"])
    let achieved = FetchDescriptor<Goal>(predicate: #Predicate { $0.isAchieved })
    #expect(try context.fetchCount(achieved) == 2)
  }

  @Test("a subclass is filtered and sorted by what it inherits and by what it adds")
  func subclass() throws {
    let context = try filled()
    let found = FetchDescriptor<TripGoal>(
      predicate: #Predicate { $0.isAchieved && $0.trips > 2 }, sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetch(found).map(\.title) == ["Travel"])
    #expect(try context.fetchCount(FetchDescriptor<TripGoal>()) == 1)
  }

  @Test("a predicate asks for the kind of an object")
  func kinds() throws {
    let context = try filled()
    let trips = FetchDescriptor<Goal>(predicate: #Predicate { $0 is TripGoal })
    #expect(try context.fetch(trips).map(\.title) == ["Travel"])
    let others = FetchDescriptor<Goal>(
      predicate: #Predicate { !($0 is TripGoal) && !$0.isAchieved })
    #expect(try context.fetch(others).map(\.title) == ["Rest"])
  }

  @Test("changes of inherited and of own properties are saved")
  func changes() throws {
    let context = try filled()
    let goal = try #require(try context.fetch(FetchDescriptor<ActivityGoal>()).first)
    goal.title = "Walk"
    goal.activity = "Walking"
    try context.save()
    let again = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<ActivityGoal>()).first)
    #expect(again.title == "Walk" && again.activity == "Walking" && again.sortOrder == 1)
  }

  @Test("a sort goes through relationships to what a superclass declares, and to nothing computed")
  func sorts() throws {
    let context = try filled()
    let hike = try #require(try context.fetch(FetchDescriptor<ActivityGoal>()).first)
    for (title, partner) in [("Climb", "Alps"), ("Swim", "Zambia")] {
      let goal = ActivityGoal(title: title, activity: title)
      goal.partner = TripGoal(title: partner, trips: 1)
      goal.next = hike
      context.insert(goal)
    }
    func titles(_ sorts: SortDescriptor<ActivityGoal>...) throws -> [String] {
      try context.fetch(FetchDescriptor<ActivityGoal>(sortBy: sorts)).map(\.title)
    }
    #expect(try titles(SortDescriptor(\.partner?.title)) == ["Climb", "Hike", "Swim"])
    #expect(try titles(SortDescriptor(\.partner?.title, order: .reverse)).first == "Swim")
    #expect(try titles(SortDescriptor(\.next?.partner?.title))[0] == "Hike")
    #expect(
      try titles(SortDescriptor(\.next?.next?.partner?.trips), SortDescriptor(\.title))
        == ["Climb", "Hike", "Swim"])
    #expect(throws: StoreError.self) { try titles(SortDescriptor(\.next?.capitals)) }
  }

  @Test("objects of a class alone, or with those of its subclasses, are deleted")
  func deletionOfKinds() throws {
    let context = try filled()
    try context.delete(model: Goal.self, includeSubclasses: false)
    #expect(
      try context.fetch(FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.title)])).map(\.title)
        == ["Hike", "Travel"])
    try context.delete(
      model: Goal.self, where: #Predicate { $0.title != "Hike" }, includeSubclasses: true)
    #expect(try context.fetch(FetchDescriptor<Goal>()).map(\.title) == ["Hike"])
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Goal>()) == 1)
  }

  @Test("deleting a subclass's object clears what led to it")
  func deletion() throws {
    let context = try filled()
    try context.delete(model: TripGoal.self)
    try context.save()
    let goal = try #require(try context.fetch(FetchDescriptor<ActivityGoal>()).first)
    #expect(goal.partner == nil)
  }
}
