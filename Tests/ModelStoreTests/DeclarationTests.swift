// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

import Foundation
import ModelStore
import Testing

/// A model as another module would declare it: public, with its own `id`, a keyword for a name.
@Model
public final class Country: CustomStringConvertible {
  @Attribute(.unique) public var id: Int
  public private(set) var name: String
  public var `default`: Bool = false
  public var a = 1
  public var b: Double = 2
  public var cities: [City]? = []
  var code: String!
  public static let shared = "static"
  public var description: String { "Country \(name)" }
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    code = "XX"
  }
  public func rename(_ name: String) { self.name = name }
}

@Model
public final class City {
  public var name = ""
  public var country: Country?
  @Relationship(inverse: \City.twin) var partner: City?
  var twin: City?
}

@Suite("Declarations of models")
struct DeclarationTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Country.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test("access, own identifiers, keywords for names, optional arrays")
  func declarations() throws {
    let country = Country(id: 7, name: "Norway")
    context.insert(country)
    let city = City()
    city.name = "Oslo"
    country.cities?.append(city)
    country.default = true
    country.b = 2.5
    #expect(city.country === country)
    try context.save()
    country.rename("Norge")
    let other = ModelContext(context.container)
    let read = try #require(
      try other.fetch(FetchDescriptor<Country>(predicate: #Predicate { $0.id == 7 })).first)
    #expect(
      read.id == 7 && read.description == "Country Norway" && read.default && read.code == "XX")
    #expect(read.a == 1 && read.b == 2.5 && read.cities?.map(\.name) == ["Oslo"])
  }

  @Test("one leads to one, and both ends follow")
  func oneToOne() throws {
    let (oslo, rome, bern) = (City(), City(), City())
    for city in [oslo, rome, bern] { context.insert(city) }
    oslo.partner = rome
    #expect(rome.twin === oslo)
    bern.partner = rome
    #expect(rome.twin === bern && oslo.partner == nil)
    rome.twin = oslo
    #expect(oslo.partner === rome && bern.partner == nil)
    try context.save()
    context.delete(rome)
    #expect(oslo.partner == nil)
    try context.save()
    #expect(
      try context.fetchCount(FetchDescriptor<City>(predicate: #Predicate { $0.partner != nil }))
        == 0)
  }

  @Test("objects made without a context know each other already")
  func unmanaged() {
    let country = Country(id: 1, name: "Italy")
    let city = City()
    country.cities = [city]
    #expect(city.country === country && city.modelContext == nil)
    city.country = nil
    #expect(country.cities?.isEmpty == true)
    context.insert(city)
    #expect(country.modelContext == nil && city.modelContext === context)
  }
}
