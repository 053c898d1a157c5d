import ModelStore
import Testing

private enum Category: String, Codable, CaseIterable {
  case clothes, documents, gear
}

@Model
private final class Item {
  var name: String
  var category: Category
  var spare: Category?
  var weight: Double
  var isPacked = false
  var day = Date(timeIntervalSinceReferenceDate: 0)

  init(_ name: String, _ category: Category = .gear, weight: Double = 0, spare: Category? = nil) {
    self.name = name
    self.category = category
    self.weight = weight
    self.spare = spare
  }

  var isHeavy: Bool { weight > 1 }
}

@Model
private final class Booking {
  #Index<Booking>([\.isArchived])
  @Attribute(.unique) var code: String
  var isArchived: Bool

  init(_ code: String, isArchived: Bool) {
    self.code = code
    self.isArchived = isArchived
  }
}

private enum TripCollection: String, CaseIterable, RawRepresentable, Codable {
  case springEscapes, summerVibes, fallGetaways, winterRetreats
}

@Model
private class Trip {
  var name: String
  var collection: TripCollection
  var creationDate: Date

  init(_ name: String, _ collection: TripCollection = .summerVibes, day: Double = 0) {
    self.name = name
    self.collection = collection
    creationDate = Date(timeIntervalSinceReferenceDate: day * 86_400)
  }
}

@Model
private class Activity {
  var name: String
  var trip: Trip?

  init(_ name: String, trip: Trip? = nil) {
    self.name = name
    self.trip = trip
  }
}

@Suite("Seeds: predicates and descriptors")
struct PredicateTests {
  private func items() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Item.self))
    context.insert(Item("Boots", .clothes, weight: 1.4))
    context.insert(Item("Passport", .documents, weight: 0.1, spare: .documents))
    return context
  }

  private func names(_ context: ModelContext, _ predicate: Predicate<Item>) throws -> [String] {
    try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
      .map(\.name)
  }

  @Test("C8: an enum is compared with a captured case")
  func enumInPredicate() throws {
    let context = try items()
    let documents = Category.documents
    #expect(try names(context, #Predicate { $0.category == documents }) == ["Passport"])
    #expect(try names(context, #Predicate { $0.spare != documents }) == ["Boots"])
    let some = [Category.gear, .clothes]
    #expect(try names(context, #Predicate { some.contains($0.category) }) == ["Boots"])
  }

  @Test("C9: a Double is compared with a number")
  func numbersAreCompared() throws {
    #expect(try names(try items(), #Predicate { $0.weight > 1 }) == ["Boots"])
  }

  @Test("C18: of 100,000 rows a predicate reads the 40 it picks, and makes 40 objects")
  func predicateReadsItsRows() throws {
    let container = try memoryContainer(Booking.self)
    do {
      let context = ModelContext(container)
      for number in 0..<100_000 {
        context.insert(Booking("B\(number)", isArchived: number % 2_500 != 0))
      }
      try context.save()
    }
    let reader = ModelContext(container)
    let open = try reader.fetch(FetchDescriptor<Booking>(predicate: #Predicate { !$0.isArchived }))
    #expect(open.count == 40)
    #expect(reader.fetchCounters.rowsRead == 40)
    #expect(reader.fetchCounters.objectsMade == 40)
  }

  @Test("C19: comparisons, &&, ||, !, contains and dates are allowed in a predicate")
  func whatIsAllowed() throws {
    let context = try items()
    let noon = Date(timeIntervalSinceReferenceDate: 43_200)
    for item in try context.fetch(FetchDescriptor<Item>()) where item.name == "Boots" {
      item.day = noon
    }
    let documents = Category.documents
    #expect(
      try names(context, #Predicate { $0.weight < 1 && $0.category == documents }) == ["Passport"])
    #expect(
      try names(context, #Predicate { $0.weight > 1 || $0.name == "Passport" })
        == ["Boots", "Passport"])
    #expect(try names(context, #Predicate { !($0.weight > 1) }) == ["Passport"])
    #expect(try names(context, #Predicate { $0.name.contains("oot") }) == ["Boots"])
    #expect(try names(context, #Predicate { $0.day >= noon }) == ["Boots"])
    #expect(try names(context, #Predicate { $0.day < noon }) == ["Passport"])
  }

  @Test("C26: an enum of four collections is kept and filtered by")
  func collections() throws {
    let context = ModelContext(try memoryContainer(Trip.self))
    for collection in TripCollection.allCases {
      context.insert(Trip("\(collection) 2", collection))
      context.insert(Trip("\(collection) 1", collection))
    }
    try context.save()
    for tripCollection in TripCollection.allCases {
      let trips = FetchDescriptor(
        predicate: #Predicate<Trip> { $0.collection == tripCollection },
        sortBy: [SortDescriptor(\Trip.name)])
      #expect(
        try context.fetch(trips).map(\.name) == ["\(tripCollection) 1", "\(tripCollection) 2"])
    }
  }

  @Test("C30: a descriptor takes its limit in the initializer")
  func limit() throws {
    let context = ModelContext(try memoryContainer(Trip.self))
    for day in [3.0, 1, 5, 2, 4] { context.insert(Trip("\(Int(day))", day: day)) }
    let newest = FetchDescriptor(
      sortBy: [SortDescriptor(\Trip.creationDate, order: .reverse)], fetchLimit: 3)
    #expect(try context.fetch(newest).map(\.name) == ["5", "4", "3"])
  }

  @Test("C31: a predicate that is always false gives no rows")
  func constant() throws {
    let context = ModelContext(try memoryContainer(Activity.self))
    context.insert(Activity("Hike"))
    let none = FetchDescriptor(predicate: #Predicate<Activity> { _ in false })
    #expect(try context.fetch(none).isEmpty)
    #expect(context.fetchCounters.rowsRead == 0)
  }

  @Test("C32: search does not mind case and accents, and asks whether there is a trip")
  func search() throws {
    let context = ModelContext(try memoryContainer(Trip.self, Activity.self))
    let trip = Trip("Évora")
    context.insert(trip)
    context.insert(Activity("Évora by bike", trip: trip))
    context.insert(Activity("evora, one day"))
    context.insert(Activity("Lisbon", trip: trip))
    try context.save()
    let searchText = "EVO"
    let trips = #Predicate<Trip> { $0.name.localizedStandardContains(searchText) }
    #expect(try context.fetchCount(FetchDescriptor(predicate: trips)) == 1)
    let anywhere = #Predicate<Activity> { $0.name.localizedStandardContains(searchText) }
    #expect(try context.fetchCount(FetchDescriptor(predicate: anywhere)) == 2)
    let onTrip = #Predicate<Activity> {
      $0.trip != nil && $0.name.localizedStandardContains(searchText)
    }
    #expect(try context.fetch(FetchDescriptor(predicate: onTrip)).map(\.name) == ["Évora by bike"])
  }

  @Test("D9: a computed property in a predicate throws, with its name and what is stored")
  func computedIsRefused() throws {
    let context = try items()
    let descriptor = FetchDescriptor<Item>(predicate: #Predicate { $0.isHeavy })
    let error = try #require(throws: StoreError.self) { try context.fetch(descriptor) }
    #expect(
      error.description
        == "Item.isHeavy is computed, and has no column to filter or sort by; stored in Item: name, category, spare, weight, isPacked, day"
    )
    // Said with stored properties, it works, in the same context.
    #expect(try names(context, #Predicate { $0.weight > 1 }) == ["Boots"])
  }
}
