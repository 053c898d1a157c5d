import Foundation
import ModelStore
import TestSupport
import Testing

// One program at different times of its life.

private enum First {
  @Model final class Trip {
    var name: String
    var mood: String?
    init(name: String) { self.name = name }
  }
}

private enum Second {
  @Model final class Trip {
    var name: String
    var isArchived = false
    var rating: Int?
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model final class Stop {
    var city: String
    var trip: Trip?
    init(city: String) { self.city = city }
  }
}

private enum Renamed {
  @Model final class Trip {
    var title = "none"
    init() {}
  }
}

private enum RenamedByName {
  @Model final class Trip {
    @Attribute(originalName: "name") var title: String
    init(title: String) { self.title = title }
  }
}

private enum SchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self] }

  @Model final class Person {
    var fullName: String
    init(fullName: String) { self.fullName = fullName }
  }
}

private enum SchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self] }

  @Model final class Person {
    var fullName: String
    var first: String = ""
    var last: String = ""
    init(fullName: String) { self.fullName = fullName }
  }
}

/// Counts the runs of the plan's blocks, which are not told in which test they run.
private enum Runs {
  @TaskLocal static var log: Output?
}

private enum TravelMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [SchemaV1.self, SchemaV2.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SchemaV1.self,
        toVersion: SchemaV2.self,
        willMigrate: { context in
          let old = try context.fetch(FetchDescriptor<SchemaV1.Person>())
          Runs.log?.print("willMigrate:", old.map(\.fullName))
        },
        didMigrate: { context in
          for person in try context.fetch(FetchDescriptor<SchemaV2.Person>()) {
            let names = person.fullName.split(separator: " ").map(String.init)
            (person.first, person.last) = (names[0], names[1])
            Runs.log?.print("didMigrate:", person.last)
          }
        }
      )
    ]
  }
}

@Suite("Seeds: migration when a store is opened")
struct MigrationTests {
  let folder: TemporaryFolder
  var file: URL { folder.url.appendingPathComponent("travel.store") }

  init() throws {
    folder = try TemporaryFolder()
    let context = try open(First.Trip.self)
    for name in ["Japan", "Portugal"] { context.insert(First.Trip(name: name)) }
    try context.save()
  }

  private func open(_ models: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(models), configurations: [ModelConfiguration(url: file)]))
  }

  @Test("C20: a new model, property and relationship, and a property less: the data are kept")
  func lightweight() throws {
    let context = try open(Second.Trip.self, Second.Stop.self)
    let trips = try context.fetch(FetchDescriptor<Second.Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.name) == ["Japan", "Portugal"])
    #expect(trips.allSatisfy { !$0.isArchived && $0.rating == nil && $0.stops.isEmpty })
    let tokyo = Second.Stop(city: "Tokyo")
    trips[0].stops.append(tokyo)
    try context.save()
    let again = try open(Second.Trip.self, Second.Stop.self)
    #expect(try again.fetch(FetchDescriptor<Second.Stop>()).map(\.trip?.name) == ["Japan"])
  }

  @Test("C21: a rename without a plan drops what was stored under the old name")
  func renameWithoutPlan() throws {
    let trips = try open(Renamed.Trip.self).fetch(FetchDescriptor<Renamed.Trip>())
    #expect(trips.map(\.title) == ["none", "none"])
  }

  @Test("C21: a rename that gives the original name keeps it")
  func renameByName() throws {
    let trips = try open(RenamedByName.Trip.self).fetch(
      FetchDescriptor<RenamedByName.Trip>(sortBy: [SortDescriptor(\.title)]))
    #expect(trips.map(\.title) == ["Japan", "Portugal"])
  }

  @Test("C22: a custom stage sees the old shape before it and the new one after it, and runs once")
  func plan() throws {
    let output = Output()
    let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("people.store"))
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: SchemaV1.self), configurations: configuration)
      let context = ModelContext(container)
      context.insert(SchemaV1.Person(fullName: "Ada Lovelace"))
      context.insert(SchemaV1.Person(fullName: "Ida Pfeiffer"))
      try context.save()
    }
    for _ in 1...2 {
      let container = try Runs.$log.withValue(output) {
        try ModelContainer(
          for: Schema(versionedSchema: SchemaV2.self), migrationPlan: TravelMigrationPlan.self,
          configurations: configuration)
      }
      let people = FetchDescriptor<SchemaV2.Person>(
        predicate: #Predicate { $0.last == "Pfeiffer" })
      #expect(try ModelContext(container).fetch(people).map(\.first) == ["Ida"])
    }
    #expect(
      output.lines == [
        #"willMigrate: ["Ada Lovelace", "Ida Pfeiffer"]"#, "didMigrate: Lovelace",
        "didMigrate: Pfeiffer",
      ])
  }
}
