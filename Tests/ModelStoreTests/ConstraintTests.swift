import Foundation
import ModelStore
import TestSupport
import Testing

@Model final class Leg {
  #Unique<Leg>([\.journey, \.number], [\.code])
  var number: Int
  var code: String?
  var place: String
  var weight = 0.0
  var journey: Journey?
  @Attribute(.ephemeral) var isShown = false
  @Attribute(.ephemeral) var hint: String?
  init(_ number: Int, _ place: String, code: String? = nil) {
    self.number = number
    self.place = place
    self.code = code
  }
}

@Model final class Journey {
  var name: String
  @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Leg.journey)
  var legs: [Leg] = []
  init(_ name: String, _ legs: [Leg]) {
    self.name = name
    self.legs = legs
  }
}

@Model final class Guard {
  var name = ""
  @Relationship(deleteRule: .deny) var posts: [Post] = []
  @Relationship(deleteRule: .noAction, inverse: \Post.second) var seconds: [Post] = []
}

@Model final class Post {
  var name: String
  var second: Guard?
  init(_ name: String) { self.name = name }
}

@Suite("Constraints")
struct ConstraintTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Journey.self, Guard.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func places() throws -> [String] {
    try context.fetch(FetchDescriptor<Leg>(sortBy: [SortDescriptor(\.place)])).map(\.place)
  }

  @Test("properties that are unique together update the row that has them")
  func unique() throws {
    let journey = Journey("a", [Leg(1, "Rome"), Leg(2, "Pisa")])
    context.insert(journey)
    context.insert(Leg(1, "nowhere"))
    context.insert(Leg(1, "elsewhere"))
    try context.save()
    #expect(try places() == ["Pisa", "Rome", "elsewhere", "nowhere"], "nil agrees with nothing")
    let again = Leg(1, "Bari")
    again.journey = journey
    context.insert(again)
    try context.save()
    #expect(try places() == ["Bari", "Pisa", "elsewhere", "nowhere"])
    context.insert(Leg(7, "X", code: "c"))
    try context.save()
    context.insert(Leg(8, "Y", code: "c"))
    try context.save()
    #expect(try places() == ["Bari", "Pisa", "Y", "elsewhere", "nowhere"])
  }

  @Test("a change that makes two rows the same is an error that names the properties")
  func collision() throws {
    let journey = Journey("a", [Leg(1, "Rome"), Leg(2, "Pisa")])
    context.insert(journey)
    try context.save()
    journey.legs[1].number = 1
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.description.hasPrefix("another Leg has the same journey and number") == true)
    context.rollback()
    #expect(journey.legs.map(\.number) == [1, 2])
    journey.legs[1].weight = .nan
    let other = #expect(throws: StoreError.self) { try context.save() }
    #expect(other?.description == "Leg.weight must have a value, and is not a number")
  }

  @Test("a relationship has as many objects as its model says, or the save names it")
  func counts() throws {
    let journey = Journey("a", [])
    context.insert(journey)
    let few = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      few?.description
        == "Journey.legs leads to 0 objects, and must lead to 1 at least and 3 at most")
    journey.legs = (1...3).map { Leg($0, "\($0)") }
    try context.save()
    journey.legs.append(Leg(4, "4"))
    let many = #expect(throws: StoreError.self) { try context.save() }
    #expect(many?.description.contains("leads to 4 objects") == true)
    context.rollback()
    for leg in journey.legs { context.delete(leg) }
    #expect(throws: StoreError.self) { try context.save() }
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Leg>()) == 3)
    context.delete(journey)
    try context.save()
  }

  @Test("an ephemeral property is observed and not stored")
  func ephemeral() throws {
    let leg = Leg(1, "Rome")
    context.insert(leg)
    try context.save()
    var seen: [Bool] = []
    let token = withContinuousObservation { _ in seen.append(leg.isShown) }
    leg.isShown = true
    leg.hint = "h"
    #expect(seen == [false, true] && leg.hasChanges && context.hasChanges)
    try context.save()
    #expect(!leg.hasChanges && leg.isShown)
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Leg>()).first)
    #expect(!read.isShown && read.hint == nil)
    let error = #expect(throws: StoreError.self) {
      try context.fetch(FetchDescriptor<Leg>(predicate: #Predicate { $0.isShown }))
    }
    #expect(error?.description.contains("Leg.isShown") == true)
    withExtendedLifetime(token) {}
  }

  @Test("what was changed before a deletion counts, whether it is taken back or not")
  func changedThenDeleted() throws {
    let journey = Journey("a", [Leg(1, "Rome")])
    context.insert(journey)
    try context.save()
    journey.name = "b"
    context.delete(journey)
    context.insert(journey)
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Journey>()).first?.name == "b")
  }

  @Test("deny and noAction, alone and together")
  func rules() throws {
    let sentry = Guard()
    let (first, second) = (Post("first"), Post("second"))
    sentry.posts = [first]
    sentry.seconds = [second]
    context.insert(sentry)
    try context.save()
    context.delete(sentry)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.description == "a Guard cannot be deleted while its posts is not empty")
    context.rollback()
    #expect(sentry.posts.map(\.name) == ["first"] && second.second === sentry)
    sentry.posts = []
    context.delete(sentry)
    try context.save()
    // Nothing was done to the other side: it leads to a row that is gone.
    let other = ModelContext(context.container)
    let posts = try other.fetch(FetchDescriptor<Post>(sortBy: [SortDescriptor(\.name)]))
    #expect(posts.map(\.name) == ["first", "second"])
    #expect(posts.allSatisfy { $0.second == nil })
    try other.save()
  }
}
