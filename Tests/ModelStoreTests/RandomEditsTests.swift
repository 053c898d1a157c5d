import Foundation
import ModelStore
import TestSupport
import Testing

@Model
final class Owner {
  @Attribute(.unique) var name: String
  var note = ""
  @Relationship(deleteRule: .cascade, inverse: \Part.owner) var parts: [Part] = []
  @Relationship(inverse: \Part.friends) var friends: [Part] = []
  var loose: [Loose] = []
  init(_ name: String) { self.name = name }
}

@Model
final class Part {
  var name: String
  var owner: Owner?
  var friends: [Owner] = []
  init(_ name: String, _ owner: Owner? = nil) {
    self.name = name
    self.owner = owner
  }
}

@Model
final class Loose {
  var name: String
  init(_ name: String) { self.name = name }
}

@Suite("Relationships under random edits")
struct RandomEditsTests {
  /// What a person sees of a store, as text.
  private func picture(_ context: ModelContext) throws -> [String] {
    let owners = try context.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
    let parts = try context.fetch(FetchDescriptor<Part>(sortBy: [SortDescriptor(\.name)]))
    let loose = try context.fetchCount(FetchDescriptor<Loose>())
    return owners.map { owner in
      let parts = owner.parts.map(\.name).joined(separator: " ")
      let friends = owner.friends.map(\.name).joined(separator: " ")
      let loose = owner.loose.map(\.name).joined(separator: " ")
      return "\(owner.name) \(owner.note): \(parts); \(friends); \(loose)"
    }
      + parts.map { part in
        let friends = part.friends.map(\.name).joined(separator: " ")
        return "\(part.name) of \(part.owner?.name ?? "-"): \(friends)"
      } + ["\(loose) loose"]
  }

  /// Both sides of every relationship say the same, once.
  private func check(_ context: ModelContext) throws {
    let owners = try context.fetch(FetchDescriptor<Owner>())
    let parts = try context.fetch(FetchDescriptor<Part>())
    for owner in owners {
      #expect(owner.parts.allSatisfy { $0.owner === owner && !$0.isDeleted })
      #expect(Set(owner.parts).count == owner.parts.count)
      #expect(owner.friends.allSatisfy { $0.friends.contains(owner) && !$0.isDeleted })
    }
    for part in parts {
      if let owner = part.owner { #expect(owner.parts.count { $0 === part } == 1) }
      #expect(part.friends.allSatisfy { $0.friends.contains(part) && !$0.isDeleted })
    }
  }

  @Test("both sides agree, a save keeps what is seen, a rollback gives it back", arguments: 0..<40)
  func edits(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Owner.self,
      configurations: seed % 2 == 0
        ? ModelConfiguration(isStoredInMemoryOnly: true)
        : ModelConfiguration(url: folder.url.appendingPathComponent("a.store")))
    let context = ModelContext(container)
    var dice = Dice(state: seed)
    var saved = try picture(context)
    for step in 0..<60 {
      let owners = try context.fetch(FetchDescriptor<Owner>())
      let parts = try context.fetch(FetchDescriptor<Part>())
      let owner = owners.randomElement(using: &dice)
      let other = owners.randomElement(using: &dice)
      let part = parts.randomElement(using: &dice)
      switch Int.random(in: 0..<16, using: &dice) {
      case 0, 1: context.insert(Owner("o\(step)"))
      case 2: context.insert(Part("p\(step)"))
      case 3: context.insert(Part("p\(step)", owner))
      case 4: _ = Part("p\(step)", owner)
      case 5: owner?.parts.append(Part("p\(step)"))
      case 6: part?.owner = owner
      case 7: part?.owner = nil
      case 8: if let part, let owner, part.owner !== owner { owner.parts.insert(part, at: 0) }
      case 9: owner?.parts.shuffle(using: &dice)
      case 10: if let owner, let part, !part.friends.contains(owner) { part.friends.append(owner) }
      case 11: other?.friends = parts.shuffled(using: &dice).filter { $0.name.count == 2 }
      case 12: owner?.loose.append(Loose("l\(step)"))
      case 13: if let part { context.delete(part) }
      case 14: if let owner, Bool.random(using: &dice) { context.delete(owner) }
      default:
        // The same unique name again: the row is updated, and keeps what leads to it.
        if let owner, !context.hasChanges {
          let twin = Owner(owner.name)
          twin.note = "n\(step)"
          context.insert(twin)
          try context.save()
          saved = try picture(context)
        }
      }
      try check(context)
      if step % 7 == 6 {
        let seen = try picture(context)
        try context.save()
        saved = try picture(ModelContext(container))
        #expect(saved == seen)
        #expect(try picture(context) == seen)
      } else if step % 11 == 10 {
        context.rollback()
        #expect(try picture(context) == saved)
      }
    }
  }
}
