import Foundation
import ModelStore
import TestSupport
import Testing

@Suite("Imports past the context")
struct ImportTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Journey.self, Gear.self, Goal.self, TripGoal.self, ActivityGoal.self, Mark.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true, keepsHistory: true))
    context = ModelContext(container)
  }

  @Test("objects become rows with their arrays in order, and none is kept")
  func rows() throws {
    weak var kept: Journey?
    try context.importing { importer in
      for number in 0..<3 {
        let journey = Journey("journey \(number)", [])
        let row = try importer.add(journey)
        try importer.add(
          (0..<3).map { Leg($0, "\(number)-\(2 - $0)") }, to: \Journey.legs, of: row)
        kept = journey
      }
      let gear = Gear("stove")
      gear.tags = [Tag("red"), Tag("blue")]
      try importer.add(gear)
    }
    #expect(kept == nil && !context.hasChanges)
    let journeys = try context.fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)]))
    #expect(journeys.map(\.name) == ["journey 0", "journey 1", "journey 2"])
    #expect(journeys[1].legs.map(\.place) == ["1-2", "1-1", "1-0"])
    #expect(journeys[1].legs.allSatisfy { $0.journey === journeys[1] } as Bool)
    let gear = try #require(try context.fetch(FetchDescriptor<Gear>()).first)
    #expect(gear.tags.map(\.name) == ["red", "blue"])
    // What comes later gets other rows.
    context.insert(Journey("later", [Leg(1, "x")]))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 4)
  }

  @Test("an object leads to one that was written before, of whichever class")
  func references() throws {
    try context.importing { importer in
      let trips = TripGoal(title: "Travel", trips: 3)
      let hike = ActivityGoal(title: "Hike", activity: "Hiking")
      hike.partner = trips
      try importer.add(trips)
      try importer.add(hike)
      try importer.add(Goal(title: "Rest"))
    }
    let goals = try context.fetch(FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.title)]))
    #expect(goals.map(\.title) == ["Hike", "Rest", "Travel"])
    #expect((goals[0] as? ActivityGoal)?.partner === goals[2])
    let lost = #expect(throws: StoreError.self) {
      try context.importing { importer in
        let hike = ActivityGoal(title: "Walk", activity: "Walking")
        hike.partner = TripGoal(title: "never written", trips: 1)
        try importer.add(hike)
      }
    }
    #expect(lost?.description.contains("TripGoal") == true)
    #expect(try context.fetchCount(FetchDescriptor<Goal>()) == 3)
  }

  @Test("a value that a row has, a count that is wrong, a block that throws: nothing is written")
  func refusals() throws {
    try context.importing { try $0.add(Leg(1, "Rome", code: "a")) }
    let twin = #expect(throws: StoreError.self) {
      try context.importing { importer in
        try importer.add(Leg(2, "Pisa", code: "b"))
        try importer.add(Leg(3, "Bari", code: "a"))
      }
    }
    #expect(twin?.description.contains("another Leg has the same") == true)
    #expect(throws: StoreError.self) {
      try context.importing { importer in
        let row = try importer.add(Journey("long", []))
        try importer.add((0..<4).map { Leg($0, "\($0)") }, to: \Journey.legs, of: row)
      }
    }
    #expect(throws: CancellationError.self) {
      try context.importing { importer in
        try importer.add(Leg(5, "Lodi"))
        throw CancellationError()
      }
    }
    #expect(try context.fetch(FetchDescriptor<Leg>()).map(\.place) == ["Rome"])
    let own = Leg(9, "own")
    context.insert(own)
    #expect(throws: StoreError.self) { try context.importing { try $0.add(own) } }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Leg>()) == 2)
  }

  @Test("observers and the history hear of it, and what is pending stays pending")
  func news() throws {
    let observer = try ResultsObserver<Gear, Never>(modelContext: context)
    #expect(observer.results.isEmpty)
    let pending = Gear("pending")
    context.insert(pending)
    context.author = "import"
    try context.importing { try $0.add(Gear("imported")) }
    #expect(Set(observer.results.map(\.name)) == ["pending", "imported"])
    #expect(pending.hasChanges && context.hasChanges)
    let history = try context.fetchHistory()
    #expect(history.map(\.author) == ["import"] && history[0].changes.count == 1)
  }

  @Test("large values go to files, and a failed import leaves none")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.store")
    let context = ModelContext(
      try ModelContainer(for: Mark.self, configurations: ModelConfiguration(url: file)))
    func mark(_ number: Int) -> Mark {
      let mark = Mark("mark", number)
      mark.data = Data(repeating: UInt8(number), count: 200_000)
      return mark
    }
    func fileCount() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: file.path + "-files"))?.count ?? 0
    }
    try context.importing { try $0.add(mark(1)) }
    #expect(fileCount() == 1)
    #expect(throws: CancellationError.self) {
      try context.importing { importer in
        try importer.add(mark(2))
        throw CancellationError()
      }
    }
    #expect(fileCount() == 1)
    #expect(try context.fetch(FetchDescriptor<Mark>()).first?.data.count == 200_000)
  }
}
