import Foundation
import ModelStore
import SQLite
import TestSupport
import Testing

// The same model names at different times of a program's life.
private enum Old {
  @Model final class Person {
    var fullName: String
    var age: Int?
    var nickname: String?
    init(_ name: String) { fullName = name }
  }
}

private enum New {
  @Model final class Person {
    @Attribute(originalName: "fullName") var name: String
    var age: Int? = 0
    var isKnown = true
    var kind: Kind = Kind.soft
    var motto = "it's"
    var born: Date?
    var home: House?
    init(_ name: String) { self.name = name }
  }

  @Model final class House {
    var street: String
    @Relationship(inverse: \Person.home) var people: [Person] = []
    init(_ street: String) { self.street = street }
  }
}

private enum Renamed {
  @Model final class Person {
    var title: String?
    init() {}
  }
}

private enum Broken {
  @Model final class Person {
    var fullName: Int = 0
    init() {}
  }
}

private enum Demanding {
  @Model final class Person {
    var fullName: String
    var email: String
    init() {
      fullName = ""
      email = ""
    }
  }
}

private enum Unique {
  @Model final class Person {
    @Attribute(.unique) var fullName: String
    init() { fullName = "" }
  }
}

private enum Before {
  @Model final class Shelf {
    var books: [Book] = []
  }
  @Model final class Book {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

private enum After {
  @Model final class Shelf {
    @Relationship(originalName: "books") var volumes: [Book] = []
  }
  @Model final class Book {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

@Suite("Opening a store")
struct StoreOpeningTests {
  let folder: TemporaryFolder
  var file: URL { folder.url.appendingPathComponent("people.store") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ models: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(models), configurations: [ModelConfiguration(url: file)]))
  }

  private func fill() throws {
    let context = try open(Old.Person.self)
    for name in ["Ana", "Ben", "Ana"] {
      let person = Old.Person(name)
      person.age = name == "Ana" ? 30 : nil
      person.nickname = "N"
      context.insert(person)
    }
    try context.save()
  }

  private func failure(_ models: any PersistentModel.Type...) throws -> String {
    try #require(throws: StoreError.self) {
      try ModelContainer(for: Schema(models), configurations: [ModelConfiguration(url: file)])
    }.description
  }

  @Test("C20: new models, properties and relationships are added, dropped properties go")
  func lightweight() throws {
    try fill()
    let context = try open(New.Person.self)
    let people = try context.fetch(FetchDescriptor<New.Person>())
    #expect(people.map(\.name) == ["Ana", "Ben", "Ana"])
    #expect(people.map(\.age) == [30, nil, 30])
    #expect(people.allSatisfy { $0.isKnown && $0.kind == .soft && $0.motto == "it's" })
    #expect(people.allSatisfy { $0.born == nil && $0.home == nil })
    let house = New.House("Main Street")
    context.insert(house)
    house.people = people
    try context.save()
    let again = try open(New.Person.self, New.House.self)
    #expect(try again.fetch(FetchDescriptor<New.House>()).first?.people.count == 3)
  }

  @Test("C21: a property renamed without its original name starts empty")
  func renameWithoutName() throws {
    try fill()
    let people = try open(Renamed.Person.self).fetch(FetchDescriptor<Renamed.Person>())
    #expect(people.map(\.title) == [nil, nil, nil])
  }

  @Test("a shape that would lose or invent data is refused, and the file stays as it was")
  func refusals() throws {
    try fill()
    #expect(
      try failure(Broken.Person.self)
        == "the stored Person cannot be brought to its present shape: fullName is kept as TEXT, and is now INTEGER"
    )
    #expect(try failure(Demanding.Person.self).contains("email is new, neither optional nor"))
    #expect(try failure(Unique.Person.self).contains("rows have the same value"))
    #expect(
      try open(Old.Person.self).fetch(FetchDescriptor<Old.Person>()).map(\.fullName)
        == ["Ana", "Ben", "Ana"])
  }

  @Test("a file that is no database, or another program's, is refused and left alone")
  func foreignFiles() throws {
    try folder.write(
      "a diary, and a long one: " + String(repeating: "x", count: 200), to: "people.store")
    #expect(
      try failure(Old.Person.self) == "\(file.path) is not a store of models; it was left as it is")
    #expect(try folder.read("people.store").hasPrefix("a diary"))
    try FileManager.default.removeItem(at: file)
    try Connection(.file(file.path)).execute("CREATE TABLE bookmarks (url)")
    #expect(try failure(Old.Person.self).contains("is not a store of models"))
    #expect(try Connection(.file(file.path)).rows("SELECT count(*) FROM bookmarks").count == 1)
  }

  @Test("a file of a later format is refused with both numbers")
  func newer() throws {
    try fill()
    try Connection(.file(file.path)).execute("PRAGMA user_version = 9")
    #expect(
      try failure(Old.Person.self).hasSuffix("has format 9, and this program knows formats up to 1")
    )
  }

  @Test("a damaged file is an error, at the opening or at the fetch")
  func damaged() throws {
    try fill()
    try Connection(.file(file.path)).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try Data(contentsOf: file)
    for index in 100..<bytes.count { bytes[index] = UInt8(index % 251) }
    try bytes.write(to: file)
    #expect(throws: StoreError.self) {
      try open(Old.Person.self).fetch(FetchDescriptor<Old.Person>())
    }
  }

  @Test("a folder that is not there is an error that names the path")
  func missingFolder() throws {
    let url = folder.url.appendingPathComponent("no/where.store")
    let error = try #require(throws: StoreError.self) {
      try ModelContainer(
        for: Schema(Old.Person.self), configurations: [ModelConfiguration(url: url)])
    }
    #expect(error.description.hasPrefix("cannot open the store \(url.path)"))
  }

  @Test("a store that may not be saved refuses the save and keeps what is pending")
  func readOnly() throws {
    let container = try ModelContainer(
      for: Schema(Old.Person.self),
      configurations: [ModelConfiguration(url: file, allowsSave: false)])
    let context = ModelContext(container)
    context.insert(Old.Person("Ana"))
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try context.fetchCount(FetchDescriptor<Old.Person>()) == 1)
  }

  @Test("contexts and containers close their files when they go, whatever was pending")
  func closing() throws {
    try fill()
    func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .count { name in
          let link = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(name)")
          return link?.hasPrefix(file.path) == true
        }
    }
    for round in 0..<5 {
      let container = try ModelContainer(
        for: Schema(New.Person.self), configurations: [ModelConfiguration(url: file)])
      for _ in 0..<5 {
        let context = ModelContext(container)
        let people = try context.fetch(FetchDescriptor<New.Person>())
        people[round % people.count].name = "Changed"
        let house = New.House("Main Street")
        context.insert(house)
        house.people = people
        context.delete(people[0])
        #expect(try context.fetchCount(FetchDescriptor<New.House>()) == 1)
        if round == 3 { people[1].home = nil }
      }
    }
    #expect(try openFiles() == 0)
  }

  @Test("a renamed array keeps its objects")
  func renamedArray() throws {
    let old = try open(Before.Shelf.self)
    let shelf = Before.Shelf()
    old.insert(shelf)
    shelf.books = [Before.Book("b"), Before.Book("a")]
    try old.save()
    let new = try open(After.Shelf.self)
    let found = try #require(try new.fetch(FetchDescriptor<After.Shelf>()).first)
    #expect(found.volumes.map(\.title) == ["b", "a"])
  }

  @Test("two contexts of one file save by turns, from two threads")
  func turns() async throws {
    let container = try ModelContainer(
      for: Schema(Old.Person.self), configurations: [ModelConfiguration(url: file)])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let context = ModelContext(container)
          for number in 0..<25 {
            context.insert(Old.Person("\(worker)-\(number)"))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Old.Person>()) == 100)
  }
}
