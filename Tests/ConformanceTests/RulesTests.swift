import Foundation
import ModelStore
import TestSupport
import Testing

private protocol Named: PersistentModel {
  var name: String { get }
}

@Model
private final class City: Named {
  var name: String
  var country: Country?
  var isCapital = false
  init(_ name: String, in country: Country? = nil) {
    self.name = name
    self.country = country
  }
}

@Model
private final class Country {
  var name: String
  @Relationship(deleteRule: .noAction, inverse: \Visit.country) var visits: [Visit] = []
  init(_ name: String) { self.name = name }
}

@Model
private final class Visit {
  var country: Country?
  init() {}
}

/// What the pages of `ModelStore.docc` say and no other test shows.
@Suite("What the documentation of ModelStore says")
struct RulesTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(City.self, Country.self, Visit.self)
    context = ModelContext(container)
  }

  private func names<Model: Named>(_ type: Model.Type, containing word: String) throws -> [String] {
    let found = FetchDescriptor<Model>(predicate: #Predicate { $0.name.contains(word) })
    return try context.fetch(found).map(\.name)
  }

  @Test("two fetches give one object, and a changed one is held until it is saved")
  func identity() throws {
    context.insert(City("Oslo"))
    try context.save()
    weak var city = try context.fetch(FetchDescriptor<City>()).first
    #expect(city == nil)
    try context.fetch(FetchDescriptor<City>()).first?.name = "Bergen"
    city = try context.fetch(FetchDescriptor<City>()).first
    #expect(city?.name == "Bergen")
    try context.save()
    #expect(city == nil)
    let both = try (0..<2).map { _ in try context.fetch(FetchDescriptor<City>()).first }
    #expect(both[0] != nil && both[0] === both[1])
  }

  @Test("an identifier changes with the first save, and not after it")
  func identifiers() throws {
    let city = City("Oslo")
    context.insert(city)
    let before = city.persistentModelID
    try context.save()
    let after = city.persistentModelID
    #expect(before != after)
    city.name = "Bergen"
    try context.save()
    #expect(city.persistentModelID == after)
  }

  @Test("a sort follows a Bool, and a relationship")
  func sorts() throws {
    let (norway, chile) = (Country("Norway"), Country("Chile"))
    for city in [City("Oslo", in: norway), City("Arica", in: chile), City("Nowhere")] {
      city.isCapital = city.name == "Oslo"
      context.insert(city)
    }
    let byCapital = FetchDescriptor<City>(
      sortBy: [SortDescriptor(\.isCapital, order: .reverse), SortDescriptor(\.name)])
    #expect(try context.fetch(byCapital).map(\.name) == ["Oslo", "Arica", "Nowhere"])
    let byCountry = FetchDescriptor<City>(sortBy: [SortDescriptor(\.country?.name)])
    #expect(try context.fetch(byCountry).map(\.name) == ["Nowhere", "Arica", "Oslo"])
  }

  @Test("a text is sorted as < does, and compared whatever the form of its accents")
  func texts() throws {
    for name in ["b", "a", "B", "caf\u{E9}"] { context.insert(City(name)) }
    try context.save()
    let sorted = FetchDescriptor<City>(sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(sorted).map(\.name) == ["B", "a", "b", "café"])
    let decomposed = "cafe\u{301}"
    let same = FetchDescriptor<City>(predicate: #Predicate { $0.name == decomposed })
    #expect(try context.fetchCount(same) == 1)
  }

  @Test("with .noAction the other side finds no object any more")
  func noAction() throws {
    let country = Country("Norway")
    country.visits = [Visit()]
    context.insert(country)
    try context.save()
    context.delete(country)
    try context.save()
    let reader = ModelContext(container)
    #expect(try reader.fetch(FetchDescriptor<Visit>()).map { $0.country == nil } == [true])
  }

  @Test("a predicate on a generic model that a protocol describes is refused")
  func generic() throws {
    context.insert(City("Oslo"))
    context.insert(City("Rome"))
    #expect(throws: StoreError.self) { try names(City.self, containing: "sl") }
  }
}
