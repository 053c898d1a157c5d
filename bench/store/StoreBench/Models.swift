import ModelStore

/// Five properties and no index: what is inserted and fetched whole.
@Model
final class Plain {
  var name: String
  var category: String
  var weight: Double
  var isPacked: Bool
  var tripID: Int

  init(number: Int) {
    name = "Item number \(number)"
    category = "Category \(number % 8)"
    weight = Double(number % 1_000) / 8
    isPacked = number % 3 == 0
    tripID = number / 50
  }
}

/// The same with indexes: what is picked by predicates.
@Model
final class Indexed {
  #Index<Indexed>([\.isArchived], [\.tripID])

  var name: String
  var category: String
  var weight: Double
  var isArchived: Bool
  var tripID: Int

  init(number: Int) {
    name = "Item number \(number)"
    category = "Category \(number % 8)"
    weight = Double(number % 1_000) / 8
    isArchived = number % 2_500 != 0
    tripID = number / 50
  }
}
