import ModelStore
import Testing

@Model
private final class Item {
  @Attribute(.unique) var name: String
  var note: String

  init(name: String, note: String) {
    self.name = name
    self.note = note
  }
}

@Model
private final class Booking {
  @Attribute(.unique) var bookingCode: String
  var destination: String

  init(bookingCode: String, destination: String) {
    self.bookingCode = bookingCode
    self.destination = destination
  }
}

@Suite("Seeds: unique attributes")
struct UniqueTests {
  let output = Output()

  private func printAll(_ context: ModelContext) throws {
    let all = try context.fetch(FetchDescriptor<Item>())
    output.print(all.count, all.map { "\($0.name): \($0.note)" })
  }

  @Test("C6: a second object with a unique value replaces the values of the first one's row")
  func uniqueReplaces() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    let first = Item(name: "Passport", note: "first")
    context.insert(first)
    try context.save()
    let second = Item(name: "Passport", note: "second")
    context.insert(second)
    try context.save()
    try printAll(context)
    #expect(output.lines == [#"1 ["Passport: second"]"#])
    // Whoever still holds the first object reads and writes the same row.
    #expect(first.note == "second")
    first.note = "third"
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Item>()).map(\.note) == ["third"])
  }

  @Test("C7: of two objects saved together with a unique value the first is kept, always")
  func uniqueWithinOneSave() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    context.insert(Item(name: "Passport", note: "first"))
    context.insert(Item(name: "Passport", note: "second"))
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
    try context.save()
    try printAll(context)
    #expect(output.lines == [#"1 ["Passport: first"]"#])
  }

  @Test("C14: four upserts of three codes make three rows, and the repeated one is updated")
  func upserts() throws {
    let context = ModelContext(try memoryContainer(Booking.self))
    for (code, place) in [
      ("JP-1", "Tokyo"), ("FR-2", "Paris"), ("PT-3", "Lisbon"), ("JP-1", "Kyoto"),
    ] {
      context.insert(Booking(bookingCode: code, destination: place))
      try context.save()
    }
    let all = try context.fetch(FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.bookingCode)]))
    #expect(all.map(\.destination) == ["Paris", "Kyoto", "Lisbon"])
  }

  @Test("C14: an import that runs twice adds nothing the second time", arguments: [true, false])
  func importsTwice(isOneContext: Bool) throws {
    let container = try memoryContainer(Booking.self)
    var context = ModelContext(container)
    for _ in 1...2 {
      for code in ["JP-1", "FR-2", "PT-3"] {
        context.insert(Booking(bookingCode: code, destination: "of \(code)"))
      }
      try context.save()
      if !isOneContext { context = ModelContext(container) }
    }
    #expect(try context.fetchCount(FetchDescriptor<Booking>()) == 3)
  }
}
