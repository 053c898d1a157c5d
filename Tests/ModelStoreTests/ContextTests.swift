import Foundation
import ModelStore
import Observation
import SQLite
import TestSupport
import Testing

@Model
final class Tag {
  @Attribute(.unique) var name: String
  @Relationship(inverse: \Gear.tags) var gear: [Gear] = []
  init(_ name: String) { self.name = name }
}

struct Size: Codable, Hashable {
  var width = 1
  var depth = 2
}

@Model
final class Gear {
  var name: String
  var count = 1
  var weight: Grams?
  var size = Size()
  @Attribute(.codable) var day: Grams = Grams(rawValue: 4)
  var photo: Data?
  var link: URL?
  var key = UUID()
  @Transient var isSelected = false
  var tags: [Tag] = []
  var box: Box?
  init(_ name: String) { self.name = name }
}

@Model
final class Box {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Gear.box) var gear: [Gear] = []
  var lid: Lid
  init(_ name: String, lid: Lid) {
    self.name = name
    self.lid = lid
  }
}

@Model
final class Lid {
  var colour: String = "red"
}

@Model
final class Folder {
  var sheets: [Sheet] = []
}

@Model
final class Sheet {
  var text = ""
}

@Suite("Contexts and their objects")
struct ContextTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Gear.self, Box.self, Folder.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func elsewhere() throws -> Gear {
    try #require(try ModelContext(container).fetch(FetchDescriptor<Gear>()).first)
  }

  @Test("C23: every kind of value makes the way there and back")
  func values() throws {
    let gear = Gear("Stove")
    gear.weight = Grams(rawValue: 80)
    gear.size = Size(width: 7, depth: 9)
    gear.day = Grams(rawValue: 5)
    gear.photo = Data([0, 1, 255])
    gear.link = URL(string: "https://example.org/a?b=c")
    gear.isSelected = true
    context.insert(gear)
    try context.save()
    let read = try elsewhere()
    #expect(read.name == "Stove" && read.count == 1 && read.weight == Grams(rawValue: 80))
    #expect(read.size == Size(width: 7, depth: 9) && read.day == Grams(rawValue: 5))
    #expect(read.photo == Data([0, 1, 255]) && read.link == gear.link && read.key == gear.key)
    #expect(!read.isSelected && read.box == nil && read.tags.isEmpty)
  }

  @Test("only what changed is written, and an equal value is no change")
  func changes() throws {
    let gear = Gear("Stove")
    context.insert(gear)
    try context.save()
    gear.name = "Stove"
    #expect(!context.hasChanges && !gear.hasChanges)
    gear.count = 2
    #expect(context.hasChanges && gear.hasChanges)
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Gear>()).first)
    same.name = "Oven"
    try other.save()
    try context.save()
    let read = try elsewhere()
    #expect(read.name == "Oven" && read.count == 2)
  }

  @Test("a fetch brings an object without changes up to what another context saved")
  func refreshes() throws {
    let gear = Gear("Stove")
    context.insert(gear)
    try context.save()
    let other = ModelContext(container)
    try #require(try other.fetch(FetchDescriptor<Gear>()).first).name = "Oven"
    try other.save()
    #expect(gear.name == "Stove")
    #expect(try context.fetch(FetchDescriptor<Gear>()).first === gear)
    #expect(gear.name == "Oven")
  }

  @Test("a rollback takes back inserts, changes, deletions and relationships")
  func rollback() throws {
    let (kept, doomed) = (Gear("Kept"), Gear("Doomed"))
    let box = Box("Box", lid: Lid())
    context.insert(kept)
    context.insert(doomed)
    context.insert(box)
    box.gear = [kept]
    try context.save()
    kept.name = "Changed"
    kept.box = nil
    context.delete(doomed)
    let new = Gear("New")
    context.insert(new)
    box.gear.append(new)
    context.rollback()
    #expect(!context.hasChanges && kept.name == "Kept" && !doomed.isDeleted)
    #expect(box.gear.map(\.name) == ["Kept"] && kept.box === box)
    #expect(new.modelContext == nil && new.name == "New")
    #expect(try context.fetchCount(FetchDescriptor<Gear>()) == 2)
  }

  @Test("a transaction saves at its end, and leaves all pending where it throws")
  func transaction() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        context.insert(Gear("One"))
        throw Stop()
      }
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Gear>()) == 0)
    try context.transaction { context.insert(Gear("Two")) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Gear>()) == 2)
  }

  @Test("enumerate visits all in order, in batches, within limit and offset")
  func enumerate() throws {
    for number in 0..<23 {
      let gear = Gear("\(number)")
      gear.count = number
      context.insert(gear)
    }
    try context.save()
    var counts: [Int] = []
    var descriptor = FetchDescriptor<Gear>(sortBy: [SortDescriptor(\.count)])
    descriptor.fetchLimit = 18
    descriptor.fetchOffset = 2
    try context.enumerate(descriptor, batchSize: 5) { counts.append($0.count) }
    #expect(counts == Array(2..<20))
  }

  @Test("objects that nobody holds are let go, and come back when asked for")
  func identity() throws {
    context.insert(Gear("Stove"))
    try context.save()
    weak var weakly: Gear?
    do {
      let gear = try #require(try context.fetch(FetchDescriptor<Gear>()).first)
      #expect(try context.fetch(FetchDescriptor<Gear>()).first === gear)
      weakly = gear
    }
    #expect(weakly == nil)
    #expect(try context.fetch(FetchDescriptor<Gear>()).map(\.name) == ["Stove"])
  }

  @Test("C17: another context looks an object up by its identifier")
  func identifiers() throws {
    let gear = Gear("Stove")
    context.insert(gear)
    let temporary = gear.persistentModelID
    let pending: Gear? = context.registeredModel(for: temporary)
    #expect(pending === gear)
    try context.save()
    let id = gear.persistentModelID
    let data = try JSONEncoder().encode(id)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == id)
    let found: Gear? = try ModelContext(container).model(for: id)
    #expect(found?.name == "Stove" && found !== gear)
    #expect(
      try context.fetchCount(
        FetchDescriptor<Gear>(predicate: #Predicate { $0.persistentModelID == id })) == 1)
    let box = Box("Box", lid: Lid())
    gear.box = box
    try context.save()
    let boxID = box.persistentModelID
    #expect(
      try context.fetchCount(
        FetchDescriptor<Gear>(predicate: #Predicate { $0.box?.persistentModelID == boxID })) == 1)
  }

  @Test("a deleted object answers, and a gone context leaves its objects readable")
  func afterwards() throws {
    let box = Box("Box", lid: Lid())
    var local: ModelContext? = ModelContext(container)
    local?.insert(box)
    box.gear = [Gear("Stove")]
    try local?.save()
    local = nil
    #expect(box.modelContext == nil && box.gear.map(\.name) == ["Stove"])
    let again = try #require(try context.fetch(FetchDescriptor<Box>()).first)
    let gear = again.gear[0]
    context.delete(gear)
    #expect(gear.isDeleted && gear.name == "Stove" && again.gear.isEmpty)
    try context.save()
    gear.name = "Ash"
    #expect(gear.name == "Ash" && !context.hasChanges && gear.tags.isEmpty)
  }

  @Test("a rule that denies stops the save, and a rollback mends it")
  func deny() throws {
    let box = Box("Box", lid: Lid())
    context.insert(box)
    box.gear = [Gear("Stove")]
    try context.save()
    context.delete(box)
    let error = try #require(throws: StoreError.self) { try context.save() }
    #expect(error.description == "a Box cannot be deleted while its gear is not empty")
    context.rollback()
    #expect(box.gear.count == 1 && !box.isDeleted)
    context.delete(box.gear[0])
    context.delete(box)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Box>()) == 0)
  }

  @Test("C27: a target that must be there is loaded, and its deletion refused")
  func required() throws {
    context.insert(Box("Box", lid: Lid()))
    try context.save()
    let other = ModelContext(container)
    let box = try #require(try other.fetch(FetchDescriptor<Box>()).first)
    #expect(box.lid.colour == "red")
    other.delete(box.lid)
    let error = try #require(throws: StoreError.self) { try other.save() }
    #expect(error.description == "Box.lid must lead to an object and does not")
  }

  @Test("many lead to many, from both sides, in order")
  func manyToMany() throws {
    let (stove, pot) = (Gear("Stove"), Gear("Pot"))
    let (hot, metal) = (Tag("hot"), Tag("metal"))
    context.insert(stove)
    context.insert(pot)
    stove.tags = [metal, hot]
    metal.gear.append(pot)
    #expect(pot.tags.map(\.name) == ["metal"] && hot.gear.map(\.name) == ["Stove"])
    try context.save()
    let other = ModelContext(container)
    let tag = try #require(
      try other.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name == "metal" })).first)
    #expect(tag.gear.map(\.name) == ["Stove", "Pot"])
    #expect(tag.gear[0].tags.map(\.name) == ["metal", "hot"])
    let many = FetchDescriptor<Gear>(predicate: #Predicate { $0.tags.count > 1 })
    #expect(try other.fetch(many).map(\.name) == ["Stove"])
    other.delete(tag)
    try other.save()
    #expect(try ModelContext(container).fetch(many).isEmpty)
  }

  @Test("an array without an inverse loses what was deleted")
  func pruned() throws {
    let folder = Folder()
    context.insert(folder)
    folder.sheets = [Sheet(), Sheet()]
    try context.save()
    context.delete(folder.sheets[0])
    try context.save()
    #expect(folder.sheets.count == 1)
  }

  @Test("arrays keep the order they were given, also when it changes")
  func order() throws {
    let box = Box("Box", lid: Lid())
    context.insert(box)
    box.gear = ["c", "a", "b"].map { Gear($0) }
    try context.save()
    box.gear.append(Gear("d"))
    box.gear.swapAt(0, 2)
    try context.save()
    let other = ModelContext(container)
    #expect(
      try #require(try other.fetch(FetchDescriptor<Box>()).first).gear.map(\.name)
        == ["b", "a", "c", "d"])
  }

  @Test("U8: an observer of one property hears of it alone")
  func observation() throws {
    final class Ear: @unchecked Sendable { var heard = 0 }
    let gear = Gear("Stove")
    let ear = Ear()
    withObservationTracking {
      _ = gear.name
    } onChange: {
      ear.heard += 1
    }
    gear.count = 5
    #expect(ear.heard == 0)
    gear.name = "Oven"
    #expect(ear.heard == 1)
    context.insert(gear)
    try context.save()
    gear.name = "Ash"
    withObservationTracking {
      _ = gear.name
    } onChange: {
      ear.heard += 1
    }
    context.rollback()
    #expect(gear.name == "Oven" && ear.heard == 2)
  }

  @Test("an object of another context is refused by the save")
  func foreign() throws {
    let gear = Gear("Stove")
    context.insert(gear)
    let other = ModelContext(container)
    other.insert(gear)
    let error = try #require(throws: StoreError.self) { try other.save() }
    #expect(error.description.contains("another context"))
  }

  @Test("a model outside the schema is refused by the save")
  func unknown() throws {
    context.insert(Goal(title: "Rest"))
    let error = try #require(throws: StoreError.self) { try context.save() }
    #expect(error.description == "Goal is not one of the container's models")
  }

  @Test("a value that its type does not know is an error of the fetch, not a trap")
  func invalidValue() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("gear.store")
    let container = try ModelContainer(
      for: Gear.self, Box.self, configurations: ModelConfiguration(url: file))
    let context = ModelContext(container)
    context.insert(Gear("Stove"))
    try context.save()
    try Connection(.file(file.path)).execute("UPDATE Gear SET size = 'tall'")
    let error = try #require(throws: StoreError.self) {
      try ModelContext(container).fetch(FetchDescriptor<Gear>())
    }
    #expect(error.description == "Gear.size holds tall, of which no Size can be made")
  }
}
