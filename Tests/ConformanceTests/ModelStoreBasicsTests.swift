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

@Model
private final class Note {
  @Attribute(.unique) var name: String
  var note: String
  init(name: String, note: String) {
    self.name = name
    self.note = note
  }
}

private enum Category: String, Codable, CaseIterable {
  case clothes, documents, gear
}

@Model
private final class Thing {
  var name: String
  var category: Category
  var spare: Category?
  var weight: Double
  init(_ name: String, _ category: Category, weight: Double = 0, spare: Category? = nil) {
    self.name = name
    self.category = category
    self.weight = weight
    self.spare = spare
  }
  var isHeavy: Bool { weight > 1 }
}

@Model
private final class Book {
  var title: String
  var author: String
  var rating: Int
  var isRead: Bool
  var addedOn: Date
  init(title: String, author: String, rating: Int = 0, isRead: Bool = false, addedOn: Date = .now) {
    self.title = title
    self.author = author
    self.rating = rating
    self.isRead = isRead
    self.addedOn = addedOn
  }
}

@Model
private final class Booking {
  @Attribute(.unique) var bookingCode: String
  var destination: String
  var isArchived = false
  init(bookingCode: String, destination: String) {
    self.bookingCode = bookingCode
    self.destination = destination
  }
}

func memoryContainer(_ models: any PersistentModel.Type...) throws -> ModelContainer {
  try ModelContainer(
    for: Schema(models), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
}

@Suite("ModelStore: objects, saving and queries")
struct ModelStoreBasicsTests {
  @Test("C1: an object that was inserted and not saved is counted")
  func pendingIsCounted() throws {
    let container = try ModelContainer(
      for: Item.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Item(name: "Passport"))
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
  }

  @Test("C2: pending objects are filtered, sorted and counted")
  func pendingIsFiltered() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    context.insert(Item(name: "Passport", isPacked: true))
    context.insert(Item(name: "Charger"))
    context.insert(Item(name: "Boots"))
    let unpacked = FetchDescriptor<Item>(
      predicate: #Predicate { !$0.isPacked }, sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(unpacked).map(\.name) == ["Boots", "Charger"])
    #expect(try context.fetchCount(unpacked) == 2)
  }

  @Test("C3: a context has changes until it saves")
  func changesUntilSave() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    context.insert(Item(name: "Passport"))
    #expect(context.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
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
    #expect(try first.fetchCount(FetchDescriptor<Item>()) == 1)
    #expect(try second.fetchCount(FetchDescriptor<Item>()) == 0)
    try first.save()
    #expect(try second.fetchCount(FetchDescriptor<Item>()) == 1)
  }

  @Test("C5: a new context saves nothing by itself, unless told to")
  func autosaveIsOff() throws {
    let container = try memoryContainer(Item.self)
    do {
      let context = ModelContext(container)
      #expect(!context.autosaveEnabled)
      context.insert(Item(name: "Given up"))
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Item>()) == 0)
    do {
      let context = ModelContext(container)
      context.autosaveEnabled = true
      context.insert(Item(name: "Kept"))
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Item>()) == 1)
  }

  @Test("C6: a second object with a unique value replaces the first one's values")
  func uniqueReplaces() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let first = Note(name: "Passport", note: "first")
    context.insert(first)
    try context.save()
    let second = Note(name: "Passport", note: "second")
    context.insert(second)
    try context.save()
    let all = try context.fetch(FetchDescriptor<Note>())
    #expect(all.map { "\($0.name): \($0.note)" } == ["Passport: second"])
    #expect(all.first === second)
    #expect(first.note == "second")
    first.note = "third"
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Note>()).map(\.note) == ["third"])
  }

  @Test("C7: of two objects saved together with a unique value the first is kept")
  func uniqueWithinOneSave() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    context.insert(Note(name: "Passport", note: "first"))
    context.insert(Note(name: "Passport", note: "second"))
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    try context.save()
    let all = try context.fetch(FetchDescriptor<Note>())
    #expect(all.map { "\($0.name): \($0.note)" } == ["Passport: first"])
  }

  @Test("C8 and C26: an enum is compared with a captured case")
  func enumInPredicate() throws {
    let context = ModelContext(try memoryContainer(Thing.self))
    context.insert(Thing("Boots", .clothes))
    context.insert(Thing("Passport", .documents, spare: .documents))
    let documents = Category.documents
    let found = try context.fetch(
      FetchDescriptor<Thing>(predicate: #Predicate { $0.category == documents }))
    #expect(found.map(\.name) == ["Passport"])
    let optional = FetchDescriptor<Thing>(predicate: #Predicate { $0.spare != documents })
    #expect(try context.fetch(optional).map(\.name) == ["Boots"])
    let some = [Category.gear, .clothes]
    let listed = FetchDescriptor<Thing>(predicate: #Predicate { some.contains($0.category) })
    #expect(try context.fetch(listed).map(\.name) == ["Boots"])
  }

  @Test("C9: numbers are compared")
  func numbersAreCompared() throws {
    let context = ModelContext(try memoryContainer(Thing.self))
    context.insert(Thing("Boots", .clothes, weight: 1.4))
    context.insert(Thing("Passport", .documents, weight: 0.1))
    let heavy = FetchDescriptor<Thing>(predicate: #Predicate { $0.weight > 1 })
    #expect(try context.fetch(heavy).map(\.name) == ["Boots"])
  }

  @Test("C12: dates, numbers and Bools make the way there and back")
  func booksAreKept() throws {
    let container = try memoryContainer(Book.self)
    let context = ModelContext(container)
    let before = Date.now
    for (title, author, rating) in [
      ("Godan", "Premchand", 5), ("Gitanjali", "Tagore", 4), ("Malgudi Days", "Narayan", 3),
    ] {
      context.insert(Book(title: title, author: author, rating: rating))
    }
    try context.save()
    let favourites = FetchDescriptor<Book>(
      predicate: #Predicate { $0.rating >= 4 }, sortBy: [SortDescriptor(\.title)])
    let other = ModelContext(container)
    #expect(try other.fetchCount(FetchDescriptor<Book>()) == 3)
    let books = try other.fetch(favourites)
    #expect(books.map(\.title) == ["Gitanjali", "Godan"])
    #expect(books.allSatisfy { !$0.isRead && $0.addedOn >= before && $0.addedOn <= .now })
  }

  @MainActor
  @Test("C13: the main context belongs to the container")
  func mainContext() throws {
    let container = try memoryContainer(Item.self)
    container.mainContext.insert(Item(name: "Passport"))
    #expect(try container.mainContext.fetchCount(FetchDescriptor<Item>()) == 1)
  }

  @Test("C14: four upserts of three codes make three rows, and the repeated one is updated")
  func upserts() throws {
    let context = ModelContext(try memoryContainer(Booking.self))
    for (code, place) in [
      ("JP-1", "Tokyo"), ("FR-2", "Paris"), ("PT-3", "Lisbon"), ("JP-1", "Kyoto"),
    ] {
      context.insert(Booking(bookingCode: code, destination: place))
      try context.save()
    }
    let all = try context.fetch(
      FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.bookingCode)]))
    #expect(all.map(\.destination) == ["Paris", "Kyoto", "Lisbon"])
  }

  @Test("C18: a predicate reads the rows it picks, and makes no other object")
  func predicateReadsItsRows() throws {
    let container = try memoryContainer(Booking.self)
    let context = ModelContext(container)
    for number in 0..<5000 {
      let booking = Booking(bookingCode: "B\(number)", destination: "Nowhere")
      booking.isArchived = number % 125 != 0
      context.insert(booking)
    }
    try context.save()
    let reader = ModelContext(container)
    let open = try reader.fetch(FetchDescriptor<Booking>(predicate: #Predicate { !$0.isArchived }))
    #expect(open.count == 40)
    #expect(reader.fetchCounters.rowsRead == 40)
    #expect(reader.fetchCounters.objectsMade == 40)
  }

  @Test("D9: a computed property in a predicate throws and names what is stored")
  func computedIsRefused() throws {
    let context = ModelContext(try memoryContainer(Thing.self))
    let descriptor = FetchDescriptor<Thing>(predicate: #Predicate { $0.isHeavy })
    let error = try #require(throws: StoreError.self) { try context.fetch(descriptor) }
    #expect(
      error.description
        == "Thing.isHeavy is computed, and has no column to filter or sort by; stored in Thing: name, category, spare, weight"
    )
  }

  @Test("U6: what was saved is there when the file is opened again")
  func fileIsReopened() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("items.store"))
    do {
      let context = ModelContext(try ModelContainer(for: Item.self, configurations: configuration))
      #expect(try context.fetchCount(FetchDescriptor<Item>()) == 0)
      context.insert(Item(name: "Passport", isPacked: true))
      try context.save()
    }
    let context = ModelContext(try ModelContainer(for: Item.self, configurations: configuration))
    let items = try context.fetch(FetchDescriptor<Item>())
    #expect(items.map(\.name) == ["Passport"])
    #expect(items.map(\.isPacked) == [true])
  }
}
