import ModelStore
import Testing

@Model
private final class PackingItem {
  var name: String
  var category: String
  var tripID: Int
  var isPacked: Bool
  init(name: String, category: String = "Other", tripID: Int = 1, isPacked: Bool = false) {
    self.name = name
    self.category = category
    self.tripID = tripID
    self.isPacked = isPacked
  }
}

private struct AllItems {
  @Query(sort: \PackingItem.name) var items: [PackingItem]
}

private struct TripItems {
  @Query private var items: [PackingItem]
  @Query(sort: \PackingItem.name, sectionBy: \PackingItem.category)
  var sections: SectionedResults<PackingItem, String>

  init(trip id: Int) {
    _items = Query(filter: #Predicate<PackingItem> { $0.tripID == id }, sort: \.name)
    _sections = Query(filter: #Predicate { $0.tripID == id }, sort: \.name, sectionBy: \.category)
  }

  var names: [String] { items.map(\.name) }
}

private struct TripPage {
  let trip: Int
  @Query private var sections: SectionedResults<PackingItem, String>

  init(trip: Int) {
    self.trip = trip
    let id = trip
    _sections = Query(
      filter: #Predicate { $0.tripID == id }, sort: \.name, sectionBy: \.category)
  }

  var titles: [String] { sections.map(\.title) }
}

@Model
private final class Book {
  var title: String
  var rating: Int
  init(title: String, rating: Int) {
    self.title = title
    self.rating = rating
  }
}

private struct TopRated {
  @Query private var books: [Book]

  init(minimumRating: Int) {
    _books = Query(filter: #Predicate<Book> { $0.rating >= minimumRating }, sort: \Book.title)
  }

  var titles: [String] { books.map(\.title) }
}

@Suite("Seeds: the queries of a page")
struct QueryTests {
  @Test("U2: a query gives its objects in order, and again after an insert")
  func itemsInOrder() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    let page = AllItems()
    #expect(page.items.isEmpty)
    context.insert(PackingItem(name: "rain jacket"))
    context.insert(PackingItem(name: "Passport"))
    try context.fetchQueries(of: page)
    #expect(page.items.map(\.name) == ["Passport", "rain jacket"])
    context.delete(page.items[0])
    try context.fetchQueries(of: page)
    #expect(page.items.map(\.name) == ["rain jacket"])
  }

  @Test("U3: a filter made in an initializer keeps the trips apart")
  func tripsAreApart() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    context.insert(PackingItem(name: "Passport", tripID: 1))
    let (seattle, vancouver) = (TripItems(trip: 1), TripItems(trip: 2))
    try context.fetchQueries(of: seattle)
    try context.fetchQueries(of: vancouver)
    #expect(seattle.names == ["Passport"])
    #expect(vancouver.names.isEmpty)
  }

  @Test("U4: the sections of one trip follow what is packed and what is deleted")
  func packing() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    let jacket = PackingItem(name: "Rain jacket", category: "Clothes")
    let boots = PackingItem(name: "Boots", category: "Clothes")
    context.insert(PackingItem(name: "Charger", category: "Gear"))
    context.insert(PackingItem(name: "Passport", category: "Documents"))
    context.insert(jacket)
    context.insert(boots)
    let page = TripItems(trip: 1)
    try context.fetchQueries(of: page)
    #expect(page.sections.map(\.title) == ["Clothes", "Documents", "Gear"])
    #expect(page.sections[0].map(\.name) == ["Boots", "Rain jacket"])
    jacket.isPacked.toggle()
    context.delete(page.sections[0][0])
    try context.save()
    try context.fetchQueries(of: page)
    #expect(page.sections.map { $0.map(\.name) } == [["Rain jacket"], ["Passport"], ["Charger"]])
    #expect(page.sections.map { $0.map(\.isPacked) } == [[true], [false], [false]])
  }

  @Test("U4: sections are found by their title, and each is a collection")
  func titles() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    context.insert(PackingItem(name: "Boots", category: "Clothes"))
    context.insert(PackingItem(name: "Passport", category: "Documents"))
    let page = TripItems(trip: 1)
    try context.fetchQueries(of: page)
    let section = page.sections[sectionTitle: "Documents"]
    #expect(section?.title == "Documents" && section?.first?.name == "Passport")
    #expect(page.sections[sectionTitle: "Food"] == nil)
  }

  @Test("U12: a key path to a String makes the sections, and no other code does")
  func sectionBy() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    for (name, category) in [("Tokyo", "Japan"), ("Nantes", "France"), ("Kyoto", "Japan")] {
      context.insert(PackingItem(name: name, category: category))
    }
    let sections = try context.fetch(
      FetchDescriptor<PackingItem>(sortBy: [SortDescriptor(\.name)]), sectionBy: \.category)
    #expect(sections.map(\.title) == ["France", "Japan"])
    #expect(sections.map { $0.map(\.name) } == [["Nantes"], ["Kyoto", "Tokyo"]])
  }

  @Test("U13: a filter with a value from the initializer")
  func topRated() throws {
    let context = ModelContext(try memoryContainer(Book.self))
    for (title, rating) in [("Godan", 5), ("Gitanjali", 4), ("Malgudi Days", 3)] {
      context.insert(Book(title: title, rating: rating))
    }
    let page = TopRated(minimumRating: 4)
    try context.fetchQueries(of: page)
    #expect(page.titles == ["Gitanjali", "Godan"])
  }

  @Test("U4: one statement fetches the sections, and reads no row of another trip")
  func page() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    for (name, category) in [("Boots", "Shoes"), ("Socks", "Clothes"), ("Sandals", "Shoes")] {
      context.insert(PackingItem(name: name, category: category))
    }
    context.insert(PackingItem(name: "Map", category: "Gear", tripID: 2))
    try context.save()
    let reader = ModelContext(context.container)
    let page = TripPage(trip: 1)
    try reader.fetchQueries(of: page)
    #expect(page.titles == ["Clothes", "Shoes"])
    #expect(reader.fetchCounters.rowsRead == 3)
  }

  @Test("U9: a query that no context ran is empty, does not trap, and says why")
  func withoutContext() {
    let query = Query<[PackingItem]>()
    #expect(query.wrappedValue.isEmpty)
    #expect(
      query.fetchError.map { "\($0)" } == "a query was read before a context ran it")
  }
}
