import ModelStore
import Testing

@Model private final class Voyage {
  @Attribute(.unique) var code: String
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Port.voyage) var ports: [Port] = []
  @Relationship(deleteRule: .nullify, inverse: \Sailor.voyage) var sailors: [Sailor] = []
  @Relationship(deleteRule: .cascade) var crates: [Crate] = []
  @Relationship(inverse: \Flag.voyages) var flags: [Flag] = []
  init(_ code: String, _ name: String, ports: [String] = []) {
    self.code = code
    self.name = name
    self.ports = ports.map { Port($0) }
  }
}

@Model private final class Port {
  var name: String
  var voyage: Voyage?
  init(_ name: String) { self.name = name }
}

@Model private final class Sailor {
  @Attribute(.unique) var name: String
  var rank: String
  var voyage: Voyage?
  init(_ name: String, _ rank: String = "") {
    self.name = name
    self.rank = rank
  }
}

@Model private final class Crate {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model private final class Flag {
  var name: String
  var voyages: [Voyage] = []
  init(_ name: String) { self.name = name }
}

@Suite("Arrays of an object that takes a row by its unique value")
struct UpsertArrayTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Voyage.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func names<Model: PersistentModel>(
    _ path: any KeyPath<Model, String> & Sendable, in context: ModelContext? = nil
  ) throws -> [String] {
    try (context ?? self.context).fetch(FetchDescriptor<Model>(sortBy: [SortDescriptor(path)]))
      .map { $0[keyPath: path] }
  }

  private func voyage(in context: ModelContext) throws -> Voyage {
    let all = try context.fetch(FetchDescriptor<Voyage>())
    #expect(all.count == 1)
    return try #require(all.first)
  }

  @Test("an import that runs twice leaves no child twice, saved or not", arguments: [true, false])
  func twice(isSaved: Bool) throws {
    let first = Voyage("A", "first", ports: ["Oslo", "Bergen", "Hull"])
    context.insert(first)
    try context.save()
    let old = first.ports
    let second = Voyage("A", "second", ports: ["Cork", "Oslo"])
    context.insert(second)
    if isSaved { try context.save() }
    #expect(try names(\Port.name) == ["Cork", "Oslo"])
    let seen = try voyage(in: context)
    #expect(seen.name == "second" && seen.ports.map(\.name) == ["Cork", "Oslo"])
    guard isSaved else { return }
    #expect(first.ports.map(\.name) == ["Cork", "Oslo"])
    #expect(old.allSatisfy(\.isDeleted) && old.map(\.name) == ["Oslo", "Bergen", "Hull"])
    let reader = ModelContext(context.container)
    #expect(try voyage(in: reader).ports.map(\.name) == ["Cork", "Oslo"])
    #expect(try names(\Port.name, in: reader) == ["Cork", "Oslo"])
  }

  @Test("an object that says nothing of an array leaves it alone")
  func silent() throws {
    context.insert(Voyage("A", "first", ports: ["Oslo", "Bergen"]))
    try context.save()
    context.insert(Voyage("A", "second"))
    try context.save()
    let reader = ModelContext(context.container)
    let found = try voyage(in: reader)
    #expect(found.name == "second" && found.ports.map(\.name) == ["Oslo", "Bergen"])
  }

  @Test("by .nullify the others stay behind, and children with a unique value keep their rows")
  func nullify() throws {
    let first = Voyage("A", "first")
    first.sailors = [Sailor("Ann"), Sailor("Bob"), Sailor("Cid")]
    context.insert(first)
    try context.save()
    let (ann, bob) = (first.sailors[0].persistentModelID, first.sailors[1])
    let second = Voyage("A", "second")
    second.sailors = [Sailor("Dan"), Sailor("Ann", "mate")]
    context.insert(second)
    try context.save()
    #expect(bob.voyage == nil && !bob.isDeleted)
    let reader = ModelContext(context.container)
    let found = try voyage(in: reader)
    #expect(found.sailors.map(\.name) == ["Dan", "Ann"])
    #expect(found.sailors[1].persistentModelID == ann && found.sailors[1].rank == "mate")
    #expect(try names(\Sailor.name, in: reader) == ["Ann", "Bob", "Cid", "Dan"])
  }

  @Test("arrays without an inverse and of many to many are replaced too")
  func others() throws {
    let first = Voyage("A", "first")
    (first.crates, first.flags) = ([Crate("tea"), Crate("salt")], [Flag("red"), Flag("blue")])
    context.insert(first)
    try context.save()
    let second = Voyage("A", "second")
    let blue = first.flags[1]
    (second.crates, second.flags) = ([Crate("tin")], [blue, Flag("green")])
    context.insert(second)
    try context.save()
    let reader = ModelContext(context.container)
    let found = try voyage(in: reader)
    #expect(found.crates.map(\.name) == ["tin"] && found.flags.map(\.name) == ["blue", "green"])
    #expect(try names(\Crate.name, in: reader) == ["tin"])
    #expect(try names(\Flag.name, in: reader) == ["blue", "green", "red"])
  }

  @Test("of two new objects the first with an array speaks, and the other's children go")
  func together() throws {
    let first = Voyage("A", "first", ports: ["Oslo"])
    let second = Voyage("A", "second", ports: ["Cork", "Hull"])
    let (third, fourth) = (Voyage("B", "third"), Voyage("B", "fourth", ports: ["Rome"]))
    for voyage in [first, second, third, fourth] { context.insert(voyage) }
    let lost = second.ports
    try context.save()
    #expect(try names(\Voyage.name) == ["first", "third"])
    #expect(first.ports.map(\.name) == ["Oslo"] && second.ports.map(\.name) == ["Oslo"])
    #expect(third.ports.map(\.name) == ["Rome"])
    #expect(lost.map(\.isDeleted) == [true, true])
    #expect(try names(\Port.name, in: ModelContext(context.container)) == ["Oslo", "Rome"])
  }

  @Test("a save that fails changes nothing, and the next one goes through")
  func failure() throws {
    context.insert(Voyage("A", "first", ports: ["Oslo"]))
    context.insert(Voyage("C", "other"))
    try context.save()
    let other = try #require(
      try context.fetch(FetchDescriptor<Voyage>(predicate: #Predicate { $0.code == "C" })).first)
    context.insert(Voyage("A", "second", ports: ["Cork"]))
    other.code = "A"
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try names(\Port.name, in: ModelContext(context.container)) == ["Oslo"])
    other.code = "C"
    try context.save()
    #expect(try names(\Port.name, in: ModelContext(context.container)) == ["Cork"])
  }
}
