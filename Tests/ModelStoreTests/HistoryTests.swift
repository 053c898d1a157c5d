import Foundation
import ModelStore
import TestSupport
import Testing

@Suite("History")
struct HistoryTests {
  @Test("saves are noted with their author and changes, and forgotten when told")
  func history() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.store")
    let container = try ModelContainer(
      for: Plan.self, Tag.self, configurations: ModelConfiguration(url: file, keepsHistory: true))
    let context = ModelContext(container)
    context.author = "importer"
    let (plan, task, tag) = (Plan(), Task1("a"), Tag("red"))
    plan.tasks = [task]
    context.insert(plan)
    context.insert(tag)
    try context.save()
    let ids = (plan.persistentModelID, task.persistentModelID, tag.persistentModelID)
    let other = ModelContext(container)
    other.author = "editor"
    let same = try #require(try other.model(Task1.self, for: ids.1))
    same.name = "b"
    same.isComplete = true
    other.insert(Tag("red"))
    try other.save()
    context.delete(tag)
    try context.save()
    let all = try context.fetchHistory()
    #expect(all.map(\.author) == ["importer", "editor", "importer"])
    #expect(Set(all[0].changes) == [.insert(ids.0), .insert(ids.1), .insert(ids.2)])
    #expect(
      all[1].changes == [
        .update(ids.2, properties: ["name", "gear"]),
        .update(ids.1, properties: ["name", "isComplete"]),
      ])
    #expect(all[2].changes == [.delete(ids.2)])
    #expect(all[0].token < all[1].token && all[0].timestamp <= all[1].timestamp)
    #expect(try context.fetchHistory(after: all[0].token, author: "importer") == [all[2]])
    try context.deleteHistory(through: all[1].token)
    #expect(try other.fetchHistory() == [all[2]])
    plan.isComplete = true
    try context.save()
    #expect(try context.fetchHistory().map(\.token).last.map { $0 > all[2].token } == true)
    let plain = try ModelContainer(
      for: Plan.self, Tag.self, configurations: ModelConfiguration(url: file))
    #expect(try ModelContext(plain).fetchHistory().isEmpty)
  }
}
