import Foundation
import ModelStore
import TestSupport
import Testing

@Model
private final class Book {
  var title: String
  var author: String
  var rating: Int
  var isRead: Bool
  var addedOn: Date

  init(
    title: String, author: String, rating: Int = 3, isRead: Bool = false, addedOn: Date = .now
  ) {
    self.title = title
    self.author = author
    self.rating = rating
    self.isRead = isRead
    self.addedOn = addedOn
  }
}

private struct Place: Codable, Hashable, Sendable {
  var latitude: Double
  var longitude: Double
}

private enum Season: String, Codable { case spring, autumn }

private enum Level: Codable, Hashable {
  case easy
  case hard(reason: String)
}

@Model
private final class Sample {
  var text = "é 👩‍👩‍👧"
  var number = Int.min
  var small: Int8 = -128
  var fraction = -0.5
  var flag = true
  var day = Date(timeIntervalSinceReferenceDate: 123_456.789)
  var link: URL?
  var key = UUID()
  var bytes = Data([0, 255])
  var place = Place(latitude: 38.7, longitude: -9.1)
  var season = Season.autumn
  var level = Level.hard(reason: "snow")
  var words = ["b", "a"]
  var nothing: Date?
  var next: Sample?
  @Transient var cached = 7
  @Attribute(.externalStorage) var picture: Data?

  init() {}
}

@Model
private final class Envelope {
  var name: String
  @Attribute(.codable) var place: Place
  @Attribute(.codable) var label: String

  init(name: String, place: Place, label: String) {
    self.name = name
    self.place = place
    self.label = label
  }
}

@Model
private class Activity {
  var name: String
  var isComplete: Bool = false
  var dateCreated = Date.now
  var dateEdited = Date.now

  init(name: String) { self.name = name }
}

@Suite("Seeds: properties")
struct PropertyTests {
  let output = Output()

  @Test("C12: books with defaults are saved, counted, filtered and sorted")
  func books() throws {
    let before = Date.now
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Book.self, configurations: config)
    let context = ModelContext(container)
    context.insert(Book(title: "Godan", author: "Premchand", rating: 5))
    context.insert(Book(title: "Gitanjali", author: "Rabindranath Tagore", rating: 4))
    context.insert(Book(title: "Malgudi Days", author: "R. K. Narayan", rating: 3))
    try context.save()
    let favourites = FetchDescriptor<Book>(
      predicate: #Predicate { $0.rating >= 4 }, sortBy: [SortDescriptor(\.title)])
    output.print(try context.fetchCount(FetchDescriptor<Book>()))
    output.print(try context.fetch(favourites).map(\.title))
    #expect(output.lines == ["3", #"["Gitanjali", "Godan"]"#])
    let read = try ModelContext(container).fetch(favourites)
    #expect(read.allSatisfy { !$0.isRead && $0.addedOn >= before && $0.addedOn <= .now })
  }

  @Test("C23: every kind of property makes the way there and back, and @Transient does not")
  func kinds() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.url.appendingPathComponent("kinds.store"))
    let picture = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let (key, link) = (UUID(), URL(string: "https://example.org/a?b=c"))
    do {
      let context = ModelContext(
        try ModelContainer(for: Sample.self, configurations: configuration))
      let sample = Sample()
      sample.key = key
      sample.link = link
      sample.cached = 8
      sample.picture = picture
      sample.next = Sample()
      context.insert(sample)
      try context.save()
    }
    let context = ModelContext(try ModelContainer(for: Sample.self, configurations: configuration))
    let all = try context.fetch(FetchDescriptor<Sample>(predicate: #Predicate { $0.key == key }))
    let read = try #require(all.first)
    #expect(read.text == "é 👩‍👩‍👧" && read.number == Int.min && read.small == -128)
    #expect(read.fraction == -0.5 && read.flag && read.link == link)
    #expect(read.day == Date(timeIntervalSinceReferenceDate: 123_456.789))
    #expect(read.bytes == Data([0, 255]) && read.words == ["b", "a"] && read.nothing == nil)
    #expect(read.place == Place(latitude: 38.7, longitude: -9.1))
    #expect(read.season == .autumn && read.level == .hard(reason: "snow"))
    #expect(read.next?.key != nil && read.next?.next == nil)
    #expect(read.picture == picture)
    #expect(read.cached == 7)
  }

  @Test("C16: a codable property is kept and loaded")
  func codableIsKept() throws {
    let container = try memoryContainer(Envelope.self)
    let context = ModelContext(container)
    let porto = Place(latitude: 41.1, longitude: -8.6)
    context.insert(Envelope(name: "Porto", place: porto, label: "sealed"))
    try context.save()
    let read = try ModelContext(container).fetch(FetchDescriptor<Envelope>()).first
    #expect(read?.place == porto && read?.label == "sealed")
  }

  @Test("C16: a codable property is never filtered or sorted by, and the error says so")
  func codableIsRefused() throws {
    let context = ModelContext(try memoryContainer(Envelope.self))
    let place = Place(latitude: 0, longitude: 0)
    let stored = "stored in Envelope: name, place, label"
    let refused = "is kept as JSON, and can be neither filtered nor sorted; \(stored)"
    let byPlace = FetchDescriptor<Envelope>(predicate: #Predicate { $0.place == place })
    let byLabel = FetchDescriptor<Envelope>(predicate: #Predicate { $0.label == "sealed" })
    let sorted = FetchDescriptor<Envelope>(sortBy: [SortDescriptor(\.label)])
    for (descriptor, message) in [
      (byPlace, "Envelope.place \(refused)"), (byLabel, "Envelope.label \(refused)"),
      (sorted, "Envelope cannot be sorted: label has no order in the store; \(stored)"),
    ] {
      let error = try #require(throws: StoreError.self) { try context.fetch(descriptor) }
      #expect(error.description == message)
    }
  }

  @Test("C25: a class that is not final, with defaults for dates, is a model and Observable")
  func openClass() throws {
    let container = try memoryContainer(Activity.self)
    let context = ModelContext(container)
    let before = Date.now
    let activity = Activity(name: "Hike")
    context.insert(activity)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Activity>()).first)
    #expect(read.name == "Hike" && !read.isComplete)
    #expect(read.dateCreated >= before && read.dateEdited >= read.dateCreated)
    let observed: any Observable = read
    #expect(observed is Activity)
  }
}
