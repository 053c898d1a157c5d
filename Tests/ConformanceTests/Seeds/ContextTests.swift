import Foundation
import ModelStore
import TestSupport
import Testing

@Model
private final class Item {
  var name: String
  var isPacked: Bool

  init(name: String, isPacked: Bool = false) {
    self.name = name
    self.isPacked = isPacked
  }
}

@ModelActor
private actor Packer {
  func pack(_ id: PersistentIdentifier) throws -> String? {
    let item = try self[id, as: Item.self]
    item?.isPacked = true
    try modelContext.save()
    return item?.name
  }
}

@Suite("Seeds: contexts")
struct ContextTests {
  let output = Output()

  @Test("C1: an object that was inserted and not saved is counted")
  func pendingIsCounted() throws {
    let container = try ModelContainer(
      for: Item.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Item(name: "Passport"))
    output.print(try context.fetchCount(FetchDescriptor<Item>()))
    #expect(output.lines == ["1"])
  }

  @Test("C2: pending objects are filtered, sorted and counted")
  func pendingIsFiltered() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    for (name, packed) in [("Passport", true), ("Boots", false), ("Charger", false)] {
      context.insert(Item(name: name, isPacked: packed))
    }
    let unpacked = FetchDescriptor<Item>(
      predicate: #Predicate { !$0.isPacked }, sortBy: [SortDescriptor(\.name)])
    output.print(try context.fetch(unpacked).map(\.name))
    output.print(try context.fetchCount(unpacked))
    #expect(output.lines == [#"["Boots", "Charger"]"#, "2"])
  }

  @Test("C3: a context has changes until it saves")
  func changesUntilSave() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    context.insert(Item(name: "Passport"))
    output.print("before:", context.hasChanges)
    try context.save()
    output.print("after:", context.hasChanges)
    #expect(output.lines == ["before: true", "after: false"])
  }

  @Test(
    "C4: another context sees nothing before the save, in memory and in a file",
    arguments: [true, false])
  func contextsAreIsolated(inMemory: Bool) throws {
    let folder = try TemporaryFolder()
    let configuration =
      inMemory
      ? ModelConfiguration(isStoredInMemoryOnly: true)
      : ModelConfiguration(url: folder.url.appendingPathComponent("items.store"))
    let container = try ModelContainer(for: Item.self, configurations: configuration)
    let (first, second) = (ModelContext(container), ModelContext(container))
    first.insert(Item(name: "Passport"))
    let all = FetchDescriptor<Item>()
    output.print(
      "first sees \(try first.fetchCount(all)) — second sees \(try second.fetchCount(all))")
    try first.save()
    output.print("after save(): \(try second.fetchCount(all))")
    #expect(output.lines == ["first sees 1 — second sees 0", "after save(): 1"])
  }

  @MainActor
  @Test("C5: a new context does not autosave, and the main context does")
  func autosaveEnabled() throws {
    let container = try memoryContainer(Item.self)
    output.print("a new context:", ModelContext(container).autosaveEnabled)
    output.print("the main context:", container.mainContext.autosaveEnabled)
    #expect(output.lines == ["a new context: false", "the main context: true"])
  }

  @Test("C5: a context with autosave saves when it is told to rest and when it goes, another not")
  func autosave() throws {
    let container = try memoryContainer(Item.self)
    let reader = ModelContext(container)
    func count() throws -> Int { try reader.fetchCount(FetchDescriptor<Item>()) }
    do {
      let context = ModelContext(container)
      context.insert(Item(name: "Given up"))
      try context.autosave()
    }
    #expect(try count() == 0)
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Item(name: "Kept"))
      #expect(try count() == 0)
      try context.autosave()
      #expect(try count() == 1)
      context.insert(Item(name: "Kept too"))
    }
    #expect(try count() == 2)
  }

  @MainActor
  @Test("C13: the main context fills a container in memory")
  func mainContext() throws {
    let container = try ModelContainer(
      for: Item.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    container.mainContext.insert(Item(name: "Passport"))
    #expect(try container.mainContext.fetchCount(FetchDescriptor<Item>()) == 1)
    #expect(container.mainContext === container.mainContext)
  }

  @Test("C17: an object goes to another task as its identifier, and is looked up there")
  func identifiersTravel() async throws {
    let container = try memoryContainer(Item.self)
    let context = ModelContext(container)
    let item = Item(name: "Passport")
    context.insert(item)
    try context.save()
    let id = item.persistentModelID
    let name = try await Task.detached {
      let own = ModelContext(container)
      let found = try own.model(Item.self, for: id)
      found?.isPacked = true
      try own.save()
      return found?.name
    }.value
    #expect(name == "Passport")
    #expect(!item.isPacked)
    _ = try context.fetch(FetchDescriptor<Item>())
    #expect(item.isPacked)
  }

  @Test("C17: a model actor has a context of its own, and takes an identifier")
  func modelActor() async throws {
    let container = try memoryContainer(Item.self)
    let context = ModelContext(container)
    let item = Item(name: "Passport")
    context.insert(item)
    try context.save()
    let packer = Packer(modelContainer: container)
    #expect(try await packer.pack(item.persistentModelID) == "Passport")
    #expect(try context.fetch(FetchDescriptor<Item>()).map(\.isPacked) == [true])
  }

  @Test("C17: an identifier is Codable, and finds its row when the program runs again")
  func identifiersAreKept() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("items.store"))
    let written: Data
    do {
      let context = ModelContext(try ModelContainer(for: Item.self, configurations: configuration))
      let item = Item(name: "Passport")
      context.insert(item)
      try context.save()
      written = try JSONEncoder().encode(item.persistentModelID)
    }
    let context = ModelContext(try ModelContainer(for: Item.self, configurations: configuration))
    let id = try JSONDecoder().decode(PersistentIdentifier.self, from: written)
    #expect(try context.model(Item.self, for: id)?.name == "Passport")
  }
}
