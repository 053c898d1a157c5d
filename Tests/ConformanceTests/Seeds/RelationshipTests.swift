import ModelStore
import Testing

@Model
private final class Piece {
  var name: String
  init(name: String) { self.name = name }
}

@Model
private final class Journey {
  var name: String
  @Relationship var items: [Piece] = []
  init(name: String) { self.name = name }
}

@Model
private final class Expedition {
  var name: String
  @Relationship(deleteRule: .cascade) var items: [Piece] = []
  init(name: String) { self.name = name }
}

@Model
private final class Trip {
  @Attribute(.unique) var bookingCode: String
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
  init(bookingCode: String) { self.bookingCode = bookingCode }
}

@Model
private final class Stop {
  var city: String
  var nights: Int
  var trip: Trip?
  init(city: String, nights: Int = 1, trip: Trip? = nil) {
    self.city = city
    self.nights = nights
    self.trip = trip
  }
}

@Model
private final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade) var books: [Volume] = []
  init(name: String) { self.name = name }
}

@Model
private final class Volume {
  var title: String
  var shelf: Shelf?
  init(title: String) { self.title = title }
}

@Model
private final class Album {
  @Relationship(inverse: \Picture.album) var pictures: [Picture] = []
  init() {}
}

@Model
private final class Picture {
  var name: String
  var album: Album?
  init(name: String) { self.name = name }
}

@Suite("Seeds: relationships")
struct RelationshipTests {
  let output = Output()

  @Test("C10: by the default rule a trip's items stay behind")
  func nullify() throws {
    let context = ModelContext(try memoryContainer(Journey.self, Piece.self))
    let trip = Journey(name: "Seattle")
    context.insert(trip)
    trip.items = [Piece(name: "Passport"), Piece(name: "Boots")]
    try context.save()
    context.delete(trip)
    try context.save()
    output.print("items left:", try context.fetchCount(FetchDescriptor<Piece>()))
    #expect(output.lines == ["items left: 2"])
  }

  @Test(
    "C11: with a cascade a trip's items go with it, whether loaded or not",
    arguments: [true, false])
  func cascade(isLoaded: Bool) throws {
    let container = try memoryContainer(Expedition.self, Piece.self)
    var context = ModelContext(container)
    let trip = Expedition(name: "Seattle")
    context.insert(trip)
    trip.items = [Piece(name: "Passport"), Piece(name: "Boots")]
    try context.save()
    if !isLoaded { context = ModelContext(container) }
    let found = try #require(try context.fetch(FetchDescriptor<Expedition>()).first)
    context.delete(found)
    try context.save()
    output.print("items left:", try context.fetchCount(FetchDescriptor<Piece>()))
    #expect(output.lines == ["items left: 0"])
  }

  @Test("C15: setting either end sets the other")
  func bothEnds() throws {
    let context = ModelContext(try memoryContainer(Trip.self, Stop.self))
    let (japan, france) = (Trip(bookingCode: "JP-1"), Trip(bookingCode: "FR-2"))
    context.insert(japan)
    context.insert(france)
    let tokyo = Stop(city: "Tokyo")
    japan.stops.append(tokyo)
    #expect(tokyo.trip === japan)
    let kyoto = Stop(city: "Kyoto", trip: japan)
    #expect(japan.stops.map(\.city) == ["Tokyo", "Kyoto"])
    kyoto.trip = france
    #expect(japan.stops.map(\.city) == ["Tokyo"])
    #expect(france.stops.map(\.city) == ["Kyoto"])
    france.stops = []
    #expect(kyoto.trip == nil)
    try context.save()
    let other = ModelContext(context.container)
    let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.bookingCode)]))
    #expect(trips.map { $0.stops.map(\.city) } == [[], ["Tokyo"]])
  }

  @Test("C15: deleting a trip deletes its stops, and by the default rule frees them")
  func deleting() throws {
    let container = try memoryContainer(Trip.self, Stop.self, Album.self, Picture.self)
    let context = ModelContext(container)
    let trip = Trip(bookingCode: "JP-1")
    trip.stops = [Stop(city: "Tokyo"), Stop(city: "Kyoto")]
    context.insert(trip)
    let album = Album()
    album.pictures = [Picture(name: "Fuji")]
    context.insert(album)
    try context.save()
    context.delete(trip)
    context.delete(album)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    let pictures = try context.fetch(FetchDescriptor<Picture>())
    #expect(pictures.map { $0.album == nil } == [true])
    #expect(trip.isDeleted && trip.bookingCode == "JP-1")
  }

  @Test("C24: an inverse that nobody names is found")
  func inferred() throws {
    let container = try memoryContainer(Shelf.self)
    let context = ModelContext(container)
    let shelf = Shelf(name: "Poems")
    context.insert(shelf)
    let book = Volume(title: "Gitanjali")
    book.shelf = shelf
    #expect(shelf.books.map(\.title) == ["Gitanjali"])
    try context.save()
    context.delete(shelf)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Volume>()) == 0)
  }
}
