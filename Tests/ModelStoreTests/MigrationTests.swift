import Foundation
import ModelStore
import SQLite
import TestSupport
import Testing

private enum V1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Scrap.self] }

  @Model final class Person {
    var fullName: String
    var age: String
    init(_ name: String, age: String) {
      fullName = name
      self.age = age
    }
  }

  @Model final class Scrap {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

private enum V2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Pet.self] }

  @Model final class Person {
    @Attribute(.unique) var firstName: String
    var lastName: String
    var age: Int
    var pets: [Pet] = []
    init(first: String, last: String, age: Int) {
      firstName = first
      lastName = last
      self.age = age
    }
  }

  @Model final class Pet {
    var name: String
    var owner: Person?
    init(_ name: String) { self.name = name }
  }
}

private enum V3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Pet.self] }

  @Model final class Person {
    @Attribute(.unique, originalName: "firstName") var givenName: String
    var lastName: String
    var age: Int
    var isKnown = true
    var pets: [Pet] = []
    init(_ name: String) {
      givenName = name
      lastName = ""
      age = 0
    }
  }

  @Model final class Pet {
    var name: String
    var owner: Person?
    init(_ name: String) { self.name = name }
  }
}

private enum Plan123: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: V1.self, toVersion: V2.self) { context in
        for person in try context.fetch(FetchDescriptor<V1.Person>()) where person.age == "?" {
          person.age = "0"
        }
      } didMigrate: { context in
        for person in try context.fetch(FetchDescriptor<V2.Person>()) {
          let row = try #require(try context.oldRow(of: person))
          guard case .text(let name) = row["fullName"] else { continue }
          let words = name.split(separator: " ", maxSplits: 1).map(String.init)
          person.firstName = words.first ?? ""
          person.lastName = words.count > 1 ? words[1] : ""
        }
        for row in try context.oldRows(of: "Scrap") {
          guard case .text(let text) = row["text"], let id = row.id else { continue }
          let pet = V2.Pet(text)
          context.insert(pet)
          pet.owner = try context.model(ofRow: id)
        }
      },
      .lightweight(fromVersion: V2.self, toVersion: V3.self),
    ]
  }
}

private struct Trouble: Error {}

private enum FailingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
        didMigrate: { context in
          context.insert(V2.Pet("lost"))
          try context.save()
          throw Trouble()
        })
    ]
  }
}

private enum TwinsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil)]
  }
}

private enum GapPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] { [] }
}

private enum LatePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V2.self, V3.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: V2.self, toVersion: V3.self)]
  }
}

@Suite("Migration by a plan")
struct MigrationTests {
  let folder: TemporaryFolder
  let file: ModelConfiguration

  init() throws {
    folder = try TemporaryFolder()
    file = ModelConfiguration(url: folder.url.appendingPathComponent("people.store"))
  }

  private func makeOld(isVersioned: Bool = true) throws {
    let schema =
      isVersioned ? Schema(versionedSchema: V1.self) : Schema(V1.Person.self, V1.Scrap.self)
    let context = ModelContext(try ModelContainer(for: schema, configurations: file))
    context.insert(V1.Person("Ada King Lovelace", age: "36"))
    context.insert(V1.Person("Grace Hopper", age: "?"))
    context.insert(V1.Scrap("Rex"))
    try context.save()
  }

  private var backups: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { $0.contains("backup") }.sorted()
    }
  }

  private func dump() throws -> [[SQLValue]] {
    let connection = try Connection(.file(file.url.path))
    return try connection.rows("SELECT name, sql FROM sqlite_master ORDER BY name")
      + connection.rows("SELECT * FROM Person") + connection.rows("SELECT * FROM Scrap")
  }

  @Test("old and new rows are seen together, and all stages run", arguments: [true, false])
  func plan(isVersioned: Bool) throws {
    try makeOld(isVersioned: isVersioned)
    let container = try ModelContainer(
      for: Schema(versionedSchema: V3.self), migrationPlan: Plan123.self, configurations: file)
    let people = try ModelContext(container).fetch(
      FetchDescriptor<V3.Person>(sortBy: [SortDescriptor(\.givenName)]))
    #expect(people.map(\.givenName) == ["Ada", "Grace"])
    #expect(people.map(\.lastName) == ["King Lovelace", "Hopper"])
    #expect(people.map(\.age) == [36, 0] && people.allSatisfy(\.isKnown))
    #expect(people[0].pets.map(\.name) == ["Rex"])
    let report = container.migration
    #expect(report.stages.map(\.from) == [Schema.Version(1, 0, 0), Schema.Version(2, 0, 0)])
    #expect(report.stages.map(\.isCustom) == [true, false])
    let tables = Dictionary(
      uniqueKeysWithValues: try #require(report.stages.first).tables.map { ($0.name, $0) })
    #expect(tables["Person"]?.removedColumns == ["fullName"])
    #expect(tables["Person"]?.addedColumns == ["firstName", "lastName"])
    #expect(tables["Scrap"]?.rowsBefore == 1 && tables["Scrap"]?.rowsAfter == nil)
    #expect(report.description.hasPrefix("1.0.0 to 2.0.0 (custom)\n  Person: rows 2 to 2 +first"))
    let backup = try #require(report.backupPath)
    #expect(backup == file.url.path + ".backup-\(isVersioned ? "1.0.0" : "unversioned")")
    let copy = ModelConfiguration(url: URL(fileURLWithPath: backup))
    let old = try ModelContainer(for: V1.Person.self, V1.Scrap.self, configurations: copy)
    #expect(try ModelContext(old).fetchCount(FetchDescriptor<V1.Person>()) == 2)
    let again = try ModelContainer(
      for: Schema(versionedSchema: V3.self), migrationPlan: Plan123.self, configurations: file)
    #expect(again.migration.stages.isEmpty)
    #expect(throws: StoreError.self) { try ModelContext(again).oldRows(of: "Person") }
  }

  @Test("a dry run says what would be done and does nothing")
  func dryRun() throws {
    let schema = Schema(versionedSchema: V3.self)
    #expect(
      try ModelContainer.rehearseMigration(
        for: schema, migrationPlan: Plan123.self, configurations: file
      ).stages.isEmpty)
    try makeOld()
    let before = try dump()
    let report = try ModelContainer.rehearseMigration(
      for: schema, migrationPlan: Plan123.self, configurations: file)
    #expect(report.stages.count == 2 && report.backupPath == nil)
    #expect(try dump() == before && backups.isEmpty)
  }

  @Test("a stage that fails leaves the store as it was, and its message names the versions")
  func failure() throws {
    try makeOld()
    let before = try dump()
    for plan in [FailingPlan.self, TwinsPlan.self, GapPlan.self] as [any SchemaMigrationPlan.Type] {
      let error = #expect(throws: StoreError.self) {
        try ModelContainer(
          for: Schema(versionedSchema: V2.self), migrationPlan: plan, configurations: file)
      }
      #expect(error?.description.contains("not migrated from 1.0.0 to 2.0.0") == true, "\(plan)")
    }
    #expect(try dump() == before && backups.isEmpty)
  }

  @Test("a store of later models is refused by name and left alone")
  func newer() throws {
    _ = try ModelContainer(for: Schema(versionedSchema: V3.self), configurations: file)
    let before = try Data(contentsOf: file.url)
    let error = #expect(throws: StoreError.self) {
      try ModelContainer(
        for: Schema(versionedSchema: V2.self), migrationPlan: TwinsPlan.self, configurations: file)
    }
    #expect(
      error?.description.contains("version 3.0.0, and this program knows them up to 2.0.0") == true)
    #expect(error?.description.contains(file.url.path) == true)
    #expect(try Data(contentsOf: file.url) == before)
  }

  @Test("a store of a version that the plan does not know is refused")
  func unknown() throws {
    try makeOld()
    let error = #expect(throws: StoreError.self) {
      try ModelContainer(
        for: Schema(versionedSchema: V3.self), migrationPlan: LatePlan.self, configurations: file)
    }
    #expect(error?.description.contains("has version 1.0.0") == true)
    #expect(error?.description.contains("2.0.0, 3.0.0") == true)
  }

  @Test("a new store gets the last version at once")
  func new() throws {
    let container = try ModelContainer(
      for: V3.Person.self, migrationPlan: Plan123.self, configurations: file)
    #expect(container.migration.stages.map(\.to) == [Schema.Version(3, 0, 0)])
    let memory = try ModelContainer(
      for: Schema(versionedSchema: V3.self), migrationPlan: Plan123.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(memory).fetchCount(FetchDescriptor<V3.Person>()) == 0)
  }

  @Test("another program's database is left as it is, to the last byte")
  func foreign() throws {
    do {
      let connection = try Connection(.file(file.url.path))
      try connection.execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    }
    let before = try Data(contentsOf: file.url)
    let error = #expect(throws: StoreError.self) {
      try ModelContainer(for: V3.Person.self, configurations: file)
    }
    #expect(error?.description.contains("is not a store") == true)
    #expect(try Data(contentsOf: file.url) == before)
  }

  @Test("versions are ordered by their numbers")
  func versions() throws {
    #expect(Schema.Version(1, 2, 10) > Schema.Version(1, 2, 9))
    #expect(Schema.Version(2, 0, 0) > Schema.Version(1, 9, 9))
  }
}
