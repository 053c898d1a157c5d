import Foundation
import ModelStore
import SQLite
import TestSupport
import Testing

enum Grade: String, Codable, CaseIterable { case low, high }

@Model class Entry {
  var name: String
  var count = 0
  var grade: Grade
  init(_ name: String, grade: Grade = .low) {
    self.name = name
    self.grade = grade
  }
}

@Model final class SpecialEntry: Entry {
  var extra = 1
  init(special name: String) { super.init(name) }
}

@ModelActor
actor Importer {
  func add(_ names: [String]) throws -> [PersistentIdentifier] {
    let entries = names.map { Entry($0) }
    for entry in entries { modelContext.insert(entry) }
    try modelContext.save()
    return entries.map(\.persistentModelID)
  }

  func name(of id: PersistentIdentifier) throws -> String? {
    try self[id, as: Entry.self]?.name
  }

  func countUp(_ id: PersistentIdentifier, times: Int) throws {
    for _ in 0..<times {
      try modelContext.transaction { try self[id, as: Entry.self]?.count += 1 }
    }
  }
}

@Suite("Working with contexts")
struct ContextWorkTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Entry.self, SpecialEntry.self,
      configurations: ModelConfiguration(url: folder.url.appendingPathComponent("a.store")))
    context = ModelContext(container)
  }

  @Test("a model actor owns a context, and identifiers go in and out")
  func modelActor() async throws {
    let importer = Importer(modelContainer: container)
    let ids = try await importer.add(["a", "b"])
    #expect(try ids.map { try context.model(Entry.self, for: $0)?.name } == ["a", "b"])
    #expect(try await importer.name(of: ids[1]) == "b")
    let data = try JSONEncoder().encode(ids)
    #expect(try JSONDecoder().decode([PersistentIdentifier].self, from: data) == ids)
  }

  @Test("counting up in transactions loses nothing, whoever else counts")
  func transactions() async throws {
    let id = try await Importer(modelContainer: container).add(["a"])[0]
    let importers = (0..<4).map { _ in Importer(modelContainer: container) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for importer in importers { group.addTask { try await importer.countUp(id, times: 25) } }
      try await group.waitForAll()
    }
    #expect(try context.model(Entry.self, for: id)?.count == 100)
  }

  @Test("a transaction that fails writes nothing and leaves its changes pending")
  func failedTransaction() throws {
    struct Trouble: Error {}
    #expect(throws: Trouble.self) {
      try context.transaction {
        context.insert(Entry("a"))
        try context.save()
        throw Trouble()
      }
    }
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 0)
    try context.transaction { context.insert(Entry("b")) }
    #expect(!context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 2)
  }

  @Test("autosave has its moments, and no timer") @MainActor
  func autosave() throws {
    let main = container.mainContext
    #expect(main.autosaveEnabled && !ModelContext(container).autosaveEnabled)
    func stored() throws -> Int {
      try ModelContext(container).fetchCount(FetchDescriptor<Entry>())
    }
    main.insert(Entry("a"))
    #expect(try stored() == 0)
    try container.autosave()
    #expect(try stored() == 1 && !main.hasChanges)
    main.insert(Entry("b"))
    main.autosaveEnabled = false
    try container.autosave()
    #expect(try stored() == 1)
    context.insert(Entry("c"))
    try context.autosave()
    #expect(try stored() == 1)
  }

  @Test("the main context goes with its container, and saves") @MainActor
  func mainContextGoes() throws {
    let file = ModelConfiguration(url: folder.url.appendingPathComponent("b.store"))
    weak var gone: ModelContext?
    do {
      let container = try ModelContainer(for: Entry.self, configurations: file)
      gone = container.mainContext
      container.mainContext.insert(Entry("a"))
    }
    #expect(gone == nil)
    let again = try ModelContainer(for: Entry.self, configurations: file)
    let context = again.mainContext
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 1)
    #expect(context.container === again)
  }

  @Test("identifiers are fetched without objects, pending ones included")
  func identifiers() throws {
    let saved = SpecialEntry(special: "b")
    context.insert(saved)
    try context.save()
    let pending = Entry("a")
    context.insert(pending)
    let made = context.fetchCounters.objectsMade
    let ids = try context.fetchIdentifiers(
      FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.name)]))
    #expect(ids == [pending.persistentModelID, saved.persistentModelID])
    #expect(ids[1].entityName == "SpecialEntry" && context.fetchCounters.objectsMade == made)
    #expect(context.registeredModel(for: ids[0]) as Entry? === pending)
    #expect(context.registeredModel(for: ids[1]) as Entry? === saved)
    #expect(ModelContext(container).registeredModel(for: ids[1]) as Entry? == nil)
  }

  @Test("results are loaded a batch at a time")
  func batches() throws {
    for number in 0..<100 { context.insert(Entry("entry \(1000 + number)")) }
    try context.save()
    let reader = ModelContext(container)
    reader.insert(Entry("entry 0"))
    let results = try reader.fetch(
      FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.name)]), batchSize: 10)
    #expect(results.count == 101 && reader.fetchCounters.objectsMade == 0)
    #expect(results[0].name == "entry 0" && results[55].name == "entry 1054")
    #expect(reader.fetchCounters.objectsMade == 19)
    #expect(results.map(\.name) == results.map(\.name).sorted())
    let last = try #require(
      try context.fetch(FetchDescriptor<Entry>(predicate: #Predicate { $0.name == "entry 1099" }))
        .first)
    context.delete(last)
    try context.save()
    #expect(results[0].name == "entry 0" && results[100].isDeleted)
    try reader.save()
  }

  @Test("enumerating meets each object once, batch by batch", arguments: [true, false])
  func enumerating(isSorted: Bool) throws {
    for number in 0..<95 { context.insert(Entry("\(number)")) }
    try context.save()
    for number in 95..<101 { context.insert(Entry("\(number)")) }
    var descriptor = FetchDescriptor<Entry>(sortBy: isSorted ? [SortDescriptor(\.name)] : [])
    var names: [String] = []
    try context.enumerate(descriptor, batchSize: 10) { entry in
      names.append(entry.name)
      entry.count += 1
    }
    #expect(Set(names).count == 101 && names.count == 101)
    descriptor.fetchLimit = 25
    names = []
    try context.enumerate(descriptor, batchSize: 10) { names.append($0.name) }
    #expect(names.count == 25)
    try context.save()
    #expect(try context.fetchSum(of: \Entry.count) == 101)
  }

  @Test("what a failed save left is given up by a rollback")
  func failedSave() throws {
    let kept = Entry("kept")
    context.insert(kept)
    try context.save()
    let blocker = try Connection(.file(container.configurations[0].url.path))
    try blocker.execute(
      """
      CREATE TRIGGER stop BEFORE INSERT ON Entry WHEN new.name = 'bad'
      BEGIN SELECT raise(ABORT, 'no'); END
      """)
    kept.name = "changed"
    let bad = Entry("bad")
    context.insert(bad)
    #expect(throws: StoreError.self) { try context.save() }
    #expect(context.hasChanges && kept.name == "changed" && bad.modelContext === context)
    context.rollback()
    #expect(!context.hasChanges && kept.name == "kept" && bad.modelContext == nil)
    kept.name = "again"
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.name) == ["again"])
  }
}
