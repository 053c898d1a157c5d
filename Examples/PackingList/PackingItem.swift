import ModelStore

/// One thing to pack for a trip.
@Model
final class PackingItem {
  #Index<PackingItem>([\.tripID])

  var name: String
  var category: String
  var isPacked = false
  var tripID: Int

  init(name: String, category: String, tripID: Int) {
    self.name = name
    self.category = category
    self.tripID = tripID
  }
}
