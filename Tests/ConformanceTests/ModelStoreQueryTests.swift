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

private struct Newest {
  @Query var items: [PackingItem]
  init() {
    _items = Query(
      FetchDescriptor(sortBy: [SortDescriptor(\PackingItem.tripID, order: .reverse)], fetchLimit: 3)
    )
  }
}

private struct Nothing {
  @Query(filter: #Predicate<PackingItem> { _ in false }) var items: [PackingItem]
}

@Suite("ModelStore: the queries of a page")
struct ModelStoreQueryTests {
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

  @Test("U4: sections are in title order, each sorted by name")
  func sections() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    let jacket = PackingItem(name: "Rain jacket", category: "Clothes")
    let boots = PackingItem(name: "Boots", category: "Clothes")
    context.insert(PackingItem(name: "Passport", category: "Documents"))
    context.insert(jacket)
    context.insert(PackingItem(name: "Charger", category: "Gear"))
    context.insert(boots)
    try context.save()
    jacket.isPacked.toggle()
    context.delete(boots)
    let page = TripItems(trip: 1)
    try context.fetchQueries(of: page)
    #expect(page.sections.map(\.title) == ["Clothes", "Documents", "Gear"])
    #expect(page.sections.map { $0.map(\.name) } == [["Rain jacket"], ["Passport"], ["Charger"]])
    #expect(page.sections[sectionTitle: "Clothes"]?.first?.isPacked == true)
    #expect(page.sections[sectionTitle: "Food"] == nil)
  }

  @Test("U4: a page makes its sections in its initializer, and one statement fetches them")
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

  @Test("C30: a descriptor takes its limit in the initializer")
  func limit() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    for number in 1...5 { context.insert(PackingItem(name: "\(number)", tripID: number)) }
    let page = Newest()
    try context.fetchQueries(of: page)
    #expect(page.items.map(\.tripID) == [5, 4, 3])
  }

  @Test("C31: a predicate may be a constant")
  func constant() throws {
    let context = ModelContext(try memoryContainer(PackingItem.self))
    context.insert(PackingItem(name: "Passport"))
    let page = Nothing()
    try context.fetchQueries(of: page)
    #expect(page.items.isEmpty)
  }

  @Test("U9: a query that no context ran is empty and says why")
  func withoutContext() {
    let query = Query<[PackingItem]>()
    #expect(query.wrappedValue.isEmpty)
    #expect("\(query.fetchError.map { "\($0)" } ?? "")".contains("context"))
  }
}
