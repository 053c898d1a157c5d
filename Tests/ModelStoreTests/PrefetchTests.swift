import Foundation
import ModelStore
import Testing

@Suite("Loading together, and values alone")
struct PrefetchTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Journey.self, Gear.self, Plan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    for number in 0..<20 {
      let legs = (0..<3).map { Leg($0, "\(number)-\($0)") }
      context.insert(Journey("journey \(number)", legs))
    }
    let tags = [Tag("red"), Tag("blue")]
    for number in 0..<6 {
      let gear = Gear("gear \(number)")
      gear.tags = number % 2 == 0 ? tags : [tags[1]]
      context.insert(gear)
    }
    let plan = Plan()
    plan.tasks = [Task1("b"), Task1("a")]
    context.insert(plan)
    try context.save()
  }

  @Test("arrays are loaded by one query for all owners, in their order")
  func toMany() throws {
    let reader = ModelContext(container)
    var descriptor = FetchDescriptor<Journey>()
    descriptor.relationshipKeyPathsForPrefetching = [\.legs]
    let journeys = try reader.fetch(descriptor)
    #expect(reader.fetchCounters.objectsMade == 80)
    let rows = reader.fetchCounters.rowsRead
    for (number, journey) in journeys.enumerated() {
      #expect(journey.legs.map(\.place) == (0..<3).map { "\(number)-\($0)" })
      #expect(journey.legs.allSatisfy { $0.journey === journey })
    }
    #expect(reader.fetchCounters.rowsRead == rows && !reader.hasChanges)
    journeys[0].legs.removeLast()
    journeys[1].legs[2] = Leg(9, "new")
    try reader.save()
    #expect(
      try context.fetchCount(FetchDescriptor<Leg>(predicate: #Predicate { $0.journey == nil })) == 2
    )
  }

  @Test("many to many, without inverse, and what is pending")
  func others() throws {
    let reader = ModelContext(container)
    var gear = FetchDescriptor<Gear>(sortBy: [SortDescriptor(\.name)])
    gear.relationshipKeyPathsForPrefetching = [\.tags]
    var found = try reader.fetch(gear)
    #expect(found.map { $0.tags.map(\.name) }.prefix(2) == [["red", "blue"], ["blue"]])
    found[1].tags.append(Tag("green"))
    found = try reader.fetch(gear)
    #expect(found[1].tags.map(\.name) == ["blue", "green"])
    var plans = FetchDescriptor<Plan>()
    plans.relationshipKeyPathsForPrefetching = [\.tasks]
    #expect(try reader.fetch(plans).first?.tasks.map(\.name) == ["b", "a"])
  }

  @Test("single targets are loaded by one query, and what is no relationship is refused")
  func toOne() throws {
    let reader = ModelContext(container)
    var descriptor = FetchDescriptor<Leg>()
    descriptor.relationshipKeyPathsForPrefetching = [\.journey]
    let legs = try reader.fetch(descriptor)
    let rows = reader.fetchCounters.rowsRead
    #expect(Set(legs.compactMap(\.journey?.name)).count == 20)
    #expect(reader.fetchCounters.rowsRead == rows)
    descriptor.relationshipKeyPathsForPrefetching = [\.place]
    #expect(throws: StoreError.self) { try reader.fetch(descriptor) }
  }

  @Test("single properties are read without objects")
  func values() throws {
    let reader = ModelContext(container)
    let rows = try reader.fetchValues(
      FetchDescriptor<Leg>(sortBy: [SortDescriptor(\.place)], fetchLimit: 2), \.place, \.number,
      \.code, \.journey?.name)
    #expect(rows.map(\.0) == ["0-0", "0-1"] && rows.map(\.1) == [0, 1])
    #expect(rows.allSatisfy { $0.2 == nil && $0.3 == "journey 0" })
    #expect(reader.fetchCounters.objectsMade == 0)
  }

  @Test("what is pending is seen or not, as the descriptor says")
  func pending() throws {
    context.insert(Leg(1, "pending"))
    var descriptor = FetchDescriptor<Leg>(predicate: #Predicate { $0.place == "pending" })
    #expect(try context.fetchCount(descriptor) == 1)
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == 0 && context.fetch(descriptor).isEmpty)
  }
}
