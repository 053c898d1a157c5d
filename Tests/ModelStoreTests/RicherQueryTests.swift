import Foundation
import ModelStore
import SQLite
import TestSupport
import Testing

enum Mood: String, Codable, CaseIterable { case calm, wild }

enum Loudness: Int, Codable { case low = 1, high }

struct Spot: Codable, Hashable {
  struct Point: Codable, Hashable {
    var x = 1.5
    var label: String?
  }
  var name = "here"
  var rank = 1
  var isOpen = true
  var mood = Mood.calm
  var point = Point()
  var day = Date(timeIntervalSinceReferenceDate: 5)
  var links: [String] = []
  var sum: Int { rank + name.count }

  // What is written has other names than the members: SQL alone could not know.
  enum CodingKeys: String, CodingKey {
    case name = "n"
    case rank = "r"
    case isOpen = "o"
    case mood = "m"
    case point = "p"
    case day = "d"
    case links = "l"
  }
}

@Model final class Wagon {
  @Attribute(.unique) var code: String
  @Relationship(inverse: \Sack.wagon) var sacks: [Sack] = []
  init(code: String) { self.code = code }
}

@Model final class Sack {
  var wagon: Wagon?
  init(in wagon: Wagon?) { self.wagon = wagon }
}

@Model final class Tour {
  var name: String
  var mood: Mood
  var last: Mood?
  var loudness: Loudness = Loudness.low
  var spot = Spot()
  var other: Spot?
  @Attribute(.codable) var sealed = Spot()
  var price: Double
  var seats: Int?
  var guide: Guide?
  var home: Depot
  init(_ name: String, _ mood: Mood, _ price: Double, home: Depot) {
    self.name = name
    self.mood = mood
    self.price = price
    self.home = home
  }
}

@Model final class Guide {
  var name: String
  var age: Int?
  init(_ name: String) { self.name = name }
}

@Model final class Depot {
  var city: String
  init(_ city: String) { self.city = city }
}

@Suite("Richer queries")
struct RicherQueryTests {
  let context: ModelContext
  let tours: [Tour]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Tour.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let depots = [Depot("Rome"), Depot("Bari")]
    let guides = [Guide("Zoe"), Guide("Amy")]
    tours = (0..<12).map { number in
      let tour = Tour(
        "tour \(number)", number % 3 == 0 ? .wild : .calm, Double(number),
        home: depots[number % 2])
      tour.last = number % 4 == 0 ? nil : (number % 4 == 1 ? .wild : .calm)
      tour.spot.rank = number
      tour.spot.isOpen = number % 2 == 0
      tour.spot.mood = number % 5 == 0 ? .wild : .calm
      tour.spot.name = number == 3 ? "e\u{301}" : "spot"
      tour.spot.point.x = Double(number) / 2
      tour.spot.point.label = number % 3 == 0 ? nil : "l\(number)"
      tour.other = number % 2 == 0 ? nil : tour.spot
      tour.seats = number % 4 == 0 ? nil : number
      tour.guide = number % 3 == 2 ? nil : guides[number % 3]
      return tour
    }
    for tour in tours.prefix(8) { context.insert(tour) }
    try context.save()
    // The rest stay pending: both are asked in one way.
    for tour in tours.suffix(4) { context.insert(tour) }
  }

  private func names(_ predicate: Predicate<Tour>) throws -> Set<String> {
    Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name))
  }

  private func agree(_ predicate: Predicate<Tour>) throws {
    let expected = Set(try tours.filter { try predicate.evaluate($0) }.map(\.name))
    #expect(try names(predicate) == expected)
    #expect(!expected.isEmpty && expected.count < tours.count, "the test says nothing")
  }

  @Test("raw values of enums")
  func rawValues() throws {
    let text = "wild"
    try agree(#Predicate { $0.mood.rawValue == "wild" })
    try agree(#Predicate { $0.mood.rawValue != text })
    try agree(#Predicate { $0.last?.rawValue == text })
    try agree(#Predicate { $0.mood.rawValue.contains("il") })
    // Nothing tells which of its key paths is the raw value of an enum that does not list its cases.
    let error = #expect(throws: StoreError.self) {
      try names(#Predicate { $0.loudness.rawValue == 1 })
    }
    #expect(error?.description.contains("loudness") == true)
  }

  @Test("members of Codable values, by what Swift reads of them")
  func members() throws {
    let accent = "é"
    let wild = Mood.wild
    try agree(#Predicate { $0.spot.rank > 5 })
    try agree(#Predicate { $0.spot.isOpen })
    try agree(#Predicate { !$0.spot.isOpen && $0.price > 3 })
    try agree(#Predicate { $0.spot.name == accent })
    try agree(#Predicate { $0.spot.mood == wild })
    try agree(#Predicate { $0.spot.point.x >= 2.5 })
    try agree(#Predicate { $0.spot.point.label == nil })
    try agree(#Predicate { $0.spot.sum > 10 })
    try agree(#Predicate { $0.other?.rank == 3 })
    try agree(#Predicate { $0.other == nil })
    let (list, sealed) = (
      #Predicate<Tour> { $0.spot.links.contains("a") }, #Predicate<Tour> { $0.sealed.rank == 1 }
    )
    #expect(throws: StoreError.self) { try names(list) }
    #expect(throws: StoreError.self) { try names(sealed) }
  }

  @Test("a member of a value that cannot be read fails the query, and does not pick nothing")
  func damagedMember() throws {
    try context.save()
    _ = try context.rows("UPDATE Tour SET spot = '{'", allowsWriting: true)
    #expect(throws: StoreError.self) { try names(#Predicate { $0.spot.rank > 5 }) }
  }

  @Test("predicates joined")
  func joined() throws {
    let cheap = #Predicate<Tour> { $0.price < 6 }
    let calm = #Predicate<Tour> { $0.mood.rawValue == "calm" }
    let full = #Predicate<Tour> { $0.seats != nil }
    try agree(cheap && calm)
    try agree(cheap || calm)
    try agree(!cheap)
    try agree(!(cheap && calm) || !full)
    #expect(try names(cheap && calm) == ["tour 1", "tour 2", "tour 4", "tour 5"])
    // A long one, with no time to check: each part is checked by itself.
    let parts = [cheap, calm, full, !calm, calm || full, cheap, !(!full), cheap && calm]
    try agree(parts[0] && parts[1] && parts[2] && parts[4] && parts[5] && parts[6] && parts[7])
  }

  @Test("predicates built from lists", arguments: [true, false])
  func built(isStrict: Bool) throws {
    try agree(
      allOf {
        #Predicate { $0.price < 9 }
        if isStrict {
          #Predicate { $0.spot.isOpen }
        } else {
          #Predicate { !$0.spot.isOpen }
        }
        if isStrict { #Predicate { $0.seats != nil } }
        anyOf {
          for number in [2.0, 3.0, 6.0] { #Predicate { $0.price == number } }
        }
      })
    #expect(try names(allOf {}).count == tours.count)
    #expect(try names(anyOf {}).isEmpty)
  }

  @Test("sorts and sections through a relationship")
  func sorts() throws {
    let byGuide = try context.fetch(
      FetchDescriptor<Tour>(sortBy: [
        SortDescriptor(\.guide?.name, order: .reverse), SortDescriptor(\.name),
      ]))
    #expect(
      byGuide.map(\.guide?.name) == Array(repeating: "Zoe", count: 4)
        + Array(repeating: "Amy", count: 4) + Array(repeating: nil, count: 4))
    let byCity = try context.fetch(
      FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.home.city), SortDescriptor(\.price)]))
    #expect(byCity.map(\.home.city).prefix(6).allSatisfy { $0 == "Bari" })
    let byAge = try context.fetch(FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.guide?.age)]))
    #expect(byAge.count == 12)
    let tasks = ModelContext(
      try ModelContainer(
        for: Task1.self, Chore.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    )
    let all = try tasks.sql(
      for: FetchDescriptor<Task1>(sortBy: [SortDescriptor(\.plan?.name)]))
    #expect(all.contains(#"ORDER BY t1."name", t0._id"#))
    // The path by a subclass to what its superclass declares is another one.
    let chores = try tasks.sql(
      for: FetchDescriptor<Chore>(sortBy: [SortDescriptor(\.plan?.name, order: .reverse)]))
    #expect(chores.contains(#"ORDER BY t1."name" DESC, t0._id"#))
    let sections = try context.fetch(FetchDescriptor<Tour>(), sectionBy: \.home.city)
    #expect(sections.map(\.title) == ["Bari", "Rome"])
    #expect(throws: StoreError.self) {
      try context.fetch(FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.name.count)]))
    }
  }

  @Test("averages, extremes and groups, without objects")
  func aggregates() throws {
    let reader = context
    let made = reader.fetchCounters.objectsMade
    #expect(try reader.fetchAverage(of: \Tour.price) == 5.5)
    #expect(try reader.fetchAverage(of: \Tour.seats) == 6)
    #expect(try reader.fetchMinimum(of: \Tour.seats) == 1)
    #expect(try reader.fetchMaximum(of: \Tour.name) == "tour 9")
    let none = #Predicate<Tour> { $0.price > 100 }
    #expect(try reader.fetchAverage(of: \Tour.price, where: none) == nil)
    #expect(try reader.fetchMaximum(of: \Tour.price, where: none) == nil)
    #expect(
      try reader.fetchAverages(of: \Tour.price, groupedBy: \.home.city) == ["Rome": 5, "Bari": 6])
    #expect(try reader.fetchMaximums(of: \Tour.price, groupedBy: \.guide?.name)[nil] == 11)
    #expect(
      try reader.fetchMinimums(of: \Tour.price, groupedBy: \.home.city) == ["Rome": 0, "Bari": 1])
    #expect(reader.fetchCounters.objectsMade == made)
  }

  @Test("raw SQL reads, and writes only when told to")
  func rawSQL() throws {
    let rows = try context.rows(
      """
      SELECT d.city AS city, count(*) AS n FROM Tour AS t JOIN Depot AS d ON d._id = t.home
      WHERE t.price >= ? GROUP BY 1 ORDER BY 1
      """, [2.0])
    #expect(rows.map { $0["city"] } == [.text("Bari"), .text("Rome")])
    #expect(rows.map { $0["n"] } == [.integer(5), .integer(5)], "pending tours count")
    for sql in ["DELETE FROM Tour", "BEGIN", "PRAGMA user_version = 9", "DROP TABLE Tour"] {
      let error = #expect(throws: StoreError.self) { try context.rows(sql) }
      #expect(error?.description.contains("allowsWriting") == true, "\(sql)")
    }
    #expect(throws: StoreError.self) {
      try context.rows("UPDATE Tour SET price = 1", allowsWriting: true)
    }
    try context.save()
    _ = try context.rows(
      "UPDATE Tour SET price = price + ? WHERE name = 'tour 0'", [100], allowsWriting: true)
    _ = try context.fetch(FetchDescriptor<Tour>())
    #expect(tours[0].price == 100)
  }

  @Test("a query explains itself")
  func explanation() throws {
    let container = try ModelContainer(
      for: Leg.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let code = "c"
    let found = try context.explain(
      FetchDescriptor<Leg>(predicate: #Predicate { $0.code == code }))
    #expect(found.usesIndex && found.indexes == ["Leg.code.unique"] && found.values == [.text("c")])
    let scanned = try context.explain(
      FetchDescriptor<Leg>(predicate: #Predicate { $0.place == code }))
    #expect(!scanned.usesIndex && scanned.description.contains("SCAN t0"))
    #expect(scanned.sql == scanned.description.split(separator: "\n").first.map(String.init))
  }

  @Test("what a relationship leads to is found from its own index")
  func indexThroughRelationship() throws {
    let container = try ModelContainer(
      for: Wagon.self, Sack.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (full, empty) = (Wagon(code: "full"), Wagon(code: "empty"))
    for wagon in [full, full, empty, nil] { context.insert(Sack(in: wagon)) }
    try context.save()
    let (code, codes, id) = ("full", ["full", "none"], full.persistentModelID)
    let predicates: [Predicate<Sack>] = [
      #Predicate { $0.wagon?.code == code }, #Predicate { code == $0.wagon?.code },
      #Predicate { sack in sack.wagon.flatMap { codes.contains($0.code) } ?? false },
      #Predicate { $0.wagon?.persistentModelID == id },
    ]
    for predicate in predicates {
      let descriptor = FetchDescriptor(predicate: predicate)
      #expect(try context.fetchCount(descriptor) == 2)
      let plan = try context.explain(descriptor)
      #expect(plan.usesIndex && plan.indexes.contains("Sack.wagon"), "\(plan)")
    }
  }
}
