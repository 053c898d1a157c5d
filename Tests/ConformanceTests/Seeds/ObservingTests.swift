import Foundation
import ModelStore
import TestSupport
import Testing

@Model
private final class Item {
  var name: String
  var isPacked = false

  init(name: String) { self.name = name }
}

@Model
private final class Journey {
  var name: String
  var startDate: Date
  var isArchived = false

  init(_ name: String, day: Double) {
    self.name = name
    startDate = Date(timeIntervalSinceReferenceDate: day * 86_400)
  }
}

@Model
private class Trip {
  var isComplete: Bool = false
  @Relationship(deleteRule: .cascade, inverse: \Activity.trip)
  var activities: [Activity] = []

  init() {}
}

@Model
private class Activity {
  var name: String
  var isComplete: Bool = false
  var dateEdited = Date.distantPast
  var trip: Trip?
  @Transient var token: ObservationTracking.Token?

  init(name: String) { self.name = name }
}

/// What a row on the screen does for its activity.
private struct ActivityRow {
  let activity: Activity

  init(activity: Activity) {
    activity.token = withContinuousObservation(options: .didSet) { [unowned activity] event in
      _ = activity.name
      _ = activity.isComplete

      if event.matches(\Activity.name) {
        activity.dateEdited = .now
      }
      if event.matches(\Activity.isComplete) {
        activity.dateEdited = .now
        activity.trip?.isComplete =
          activity.trip?.activities.isEmpty == false
          && activity.trip?.activities.allSatisfy { $0.isComplete } == true
      }
    }
    self.activity = activity
  }
}

/// Counts how often an observer is told.
private final class Counter: @unchecked Sendable {
  // Unchecked because the tests change what they observe on their own thread.
  var count = 0

  func watch(_ reading: () -> Void) {
    withObservationTracking(reading) { self.count += 1 }
  }
}

@Suite("Seeds: observing objects and results")
struct ObservingTests {
  @Test("C34: editing dates an activity, and completing the last one completes the trip")
  func continuousObservation() throws {
    let context = ModelContext(try memoryContainer(Trip.self, Activity.self))
    let trip = Trip()
    context.insert(trip)
    trip.activities = [Activity(name: "Temples"), Activity(name: "Tea")]
    try context.save()
    let (temples, tea) = (trip.activities[0], trip.activities[1])
    let rows = [ActivityRow(activity: temples), ActivityRow(activity: tea)]
    #expect(temples.dateEdited == .distantPast)

    let before = Date.now
    rows[0].activity.name = "Temples at dawn"
    #expect(temples.dateEdited >= before && tea.dateEdited == .distantPast)
    #expect(!trip.isComplete)

    temples.dateEdited = .distantPast
    temples.isComplete = true
    #expect(temples.dateEdited >= before && !trip.isComplete)
    tea.isComplete = true
    #expect(tea.dateEdited >= before && trip.isComplete)
    // It goes on: the second change is followed as the first was.
    tea.isComplete = false
    #expect(!trip.isComplete)
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test("C34: an activity without a trip has its date, and nothing else happens")
  func withoutTrip() {
    let activity = Activity(name: "Whistle")
    _ = ActivityRow(activity: activity)
    activity.isComplete = true
    #expect(activity.dateEdited > .distantPast && activity.trip == nil)
  }

  @Test("U8: whoever read a property is told when it changes, and of no other property")
  func propertiesAreObserved() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    let item = Item(name: "Passport")
    context.insert(item)
    let counter = Counter()
    counter.watch { _ = item.isPacked }
    item.name = "Pass"
    #expect(counter.count == 0)
    item.isPacked = true
    #expect(counter.count == 1)
  }

  @Test("U1: a live query shows what is inserted and not what is deleted, without being told")
  func liveQuery() throws {
    let output = Output()
    let context = ModelContext(try memoryContainer(Item.self))
    let observer = try ResultsObserver<Item, Never>(
      sortBy: [SortDescriptor(\.name)], modelContext: context)
    #expect(observer.results.isEmpty)
    context.insert(Item(name: "Passport"))
    output.print("items:", observer.results.map(\.name))
    let boots = Item(name: "Boots")
    context.insert(boots)
    #expect(observer.results.map(\.name) == ["Boots", "Passport"])
    context.delete(boots)
    output.print("items:", observer.results.map(\.name))
    #expect(output.lines == [#"items: ["Passport"]"#, #"items: ["Passport"]"#])
  }

  @Test("U10: outside a view there is fetch, and an observer that is itself Observable")
  func observable() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    let observer = try ResultsObserver<Item, Never>(modelContext: context)
    let counter = Counter()
    counter.watch { _ = observer.results }
    context.insert(Item(name: "Passport"))
    #expect(counter.count == 1)
    #expect(observer.results.map(\.name) == ["Passport"])
    #expect(try context.fetch(FetchDescriptor<Item>()) == observer.results)
  }

  @Test("U10: an observer has sections")
  func sections() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    let observer = try ResultsObserver<Item, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.name, modelContext: context)
    context.insert(Item(name: "Socks"))
    context.insert(Item(name: "Boots"))
    #expect(observer.sections.map(\.title) == ["Boots", "Socks"])
  }

  @Test("U11: a trip that another context saves is sorted in, and one that is archived leaves")
  func otherContext() throws {
    let container = try memoryContainer(Journey.self)
    let observer = try ResultsObserver<Journey, Never>(
      filterBy: #Predicate { !$0.isArchived }, sortBy: [SortDescriptor(\.startDate)],
      modelContext: ModelContext(container))
    let other = ModelContext(container)
    let (japan, banff) = (Journey("Japan", day: 3), Journey("Banff", day: 1))
    other.insert(japan)
    other.insert(banff)
    try other.save()
    #expect(observer.results.map(\.name) == ["Banff", "Japan"])
    other.insert(Journey("Lisbon", day: 2))
    try other.save()
    #expect(observer.results.map(\.name) == ["Banff", "Lisbon", "Japan"])
    banff.isArchived = true
    try other.save()
    #expect(observer.results.map(\.name) == ["Lisbon", "Japan"])
  }
}
