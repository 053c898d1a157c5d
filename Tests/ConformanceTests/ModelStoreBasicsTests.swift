import ModelStore
import Testing

@Model
final class Item {
  var name: String
  var isPacked: Bool
  init(name: String, isPacked: Bool = false) {
    self.name = name
    self.isPacked = isPacked
  }
}

private func freshContainer(_ models: any PersistentModel.Type...) throws -> ModelContainer {
  try ModelContainer(
    for: Schema(models), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
}

@Suite("ModelStore: the first steps")
struct ModelStoreBasicsTests {
  @Test("C1: an object that was inserted and not saved is counted")
  func pendingIsCounted() throws {
    let context = ModelContext(try freshContainer(Item.self))
    context.insert(Item(name: "Passport"))
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
  }

  @Test("C2: pending objects are filtered, sorted and counted")
  func pendingIsFiltered() throws {
    let context = ModelContext(try freshContainer(Item.self))
    context.insert(Item(name: "Passport", isPacked: true))
    context.insert(Item(name: "Charger"))
    context.insert(Item(name: "Boots"))
    let unpacked = FetchDescriptor<Item>(
      predicate: #Predicate { !$0.isPacked }, sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(unpacked).map(\.name) == ["Boots", "Charger"])
    #expect(try context.fetchCount(unpacked) == 2)
  }
}
