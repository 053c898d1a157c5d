import Foundation
import ModelStore
import SQLite
import TestSupport
import Testing

@Model
private final class Ticket {
  #Index<Ticket>([\.tripID], [\.category, \.name])

  var tripID: Int
  var category: String
  var name: String

  init(tripID: Int, category: String, name: String) {
    self.tripID = tripID
    self.category = category
    self.name = name
  }
}

@Model
private final class Misindexed {
  #Index<Misindexed>([\.isLong])

  var name = ""
  var isLong: Bool { name.count > 10 }
}

@Suite("Indexes")
struct IndexTests {
  @Test("are kept for what a class names, and used by queries that compare it")
  func used() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("store.sqlite")
    let container = try ModelContainer(
      for: Ticket.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for number in 0..<200 {
      context.insert(Ticket(tripID: number / 10, category: "c", name: "n\(number)"))
    }
    try context.save()
    let wanted = 7
    let found = try context.fetch(
      FetchDescriptor<Ticket>(predicate: #Predicate { $0.tripID == wanted }))
    #expect(found.count == 10)
    let connection = try Connection(.file(url.path))
    let plan = try connection.rows(
      "EXPLAIN QUERY PLAN SELECT * FROM Ticket WHERE tripID IS 7 ORDER BY category")
    #expect("\(plan)".contains("SEARCH") && "\(plan)".contains("Ticket.tripID.index"))
    let both = try connection.rows(
      "EXPLAIN QUERY PLAN SELECT * FROM Ticket WHERE category IS 'c' AND name IS 'n7'")
    #expect("\(both)".contains("Ticket.category+name.index"))
  }

  @Test("on what has no column are refused by name")
  func refused() throws {
    let error = #expect(throws: StoreError.self) {
      try ModelContainer(
        for: Misindexed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error.map { "\($0)" }?.contains("Misindexed") == true)
    #expect(error.map { "\($0)" }?.contains("#Index") == true)
  }
}
