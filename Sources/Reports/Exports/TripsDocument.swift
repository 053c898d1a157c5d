import Foundation
import PackingLists

/// Trips as JSON, in the form that `docs/schema/trips.schema.json` describes.
struct TripsDocument: Encodable {
  /// The version of the form: raised where a program that reads it would have to change.
  static let version = 1

  var format = "valise-trips"
  var version = Self.version
  var generator: String
  var trips: [TripEntry]

  init(of trips: [ExportedTrip], _ generator: String) {
    self.generator = generator
    self.trips = trips.map(TripEntry.init)
  }

  /// The document as UTF-8, keys in the order of the alphabet, ending in a line break.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }
}

/// One trip.
struct TripEntry: Encodable {
  struct Bag: Encodable {
    var name: String
    var limitGrams: Double?
    var grams: Double
  }

  struct Stop: Encodable {
    var city: String
    var nights: Int
  }

  struct Activity: Encodable {
    var name: String
    var group: String?
    var note: String?
    var done: Bool
    var leftBehind: Bool
  }

  struct Weights: Encodable {
    var baseGrams: Double
    var packGrams: Double
    var skinOutGrams: Double
  }

  var slug: String
  var title: String
  var destination: String?
  var start: String?
  var end: String?
  var nights: Int?
  var collection: String?
  var booking: String?
  var archived: Bool
  var order: String
  var travellers: [String]
  var tags: [String]
  var bags: [Bag]
  var stops: [Stop]
  var items: [ItemEntry]
  var activities: [Activity]
  var packed: Int
  var count: Int
  var weights: Weights

  init(_ exported: ExportedTrip) {
    let trip = exported.trip
    slug = trip.slug
    title = trip.title
    destination = trip.destination
    start = trip.start?.description
    end = trip.end?.description
    nights = trip.nights
    collection = trip.collection
    booking = trip.booking
    archived = trip.isArchived
    order = trip.order.rawValue
    travellers = trip.travellers
    tags = trip.tags
    bags = BagTotals.ofBags(trip.bags, items: exported.items).map { bag in
      Bag(
        name: bag.name, limitGrams: bag.limit?.grams,
        grams: bag.totals.carriedWeight.grams)
    }
    stops = trip.orderedStops.map {
      Stop(city: $0.city, nights: $0.nights)
    }
    items = exported.items.map(ItemEntry.init)
    activities = trip.activities.sorted { $0.position < $1.position }.map {
      Activity(
        name: $0.name, group: $0.group, note: $0.note, done: $0.isDone,
        leftBehind: $0.isLeftBehind)
    }
    let totals = ItemTotals(of: exported.items)
    packed = totals.packedCount
    count = totals.count
    let sums = WeightSums(of: exported.items)
    weights = Weights(
      baseGrams: sums.base.grams, packGrams: sums.pack.grams,
      skinOutGrams: sums.skinOut.grams)
  }
}

/// One item.
struct ItemEntry: Encodable {
  var identity: String
  var category: String
  var name: String
  var quantity: Int
  var packed: Bool
  var leftBehind: Bool
  var pieceGrams: Double?
  var price: Double?
  var note: String?
  var url: String?
  var traveller: String?
  var bag: String?
  var inside: String?
  var worn: Int
  var consumable: Bool
  var essential: Bool
  var buy: Bool
  var unused: Bool
  var from: String?

  init(_ item: PackingItem) {
    identity = item.identity
    category = item.category
    name = item.name
    quantity = item.quantity
    packed = item.isPacked
    leftBehind = item.isLeftBehind
    pieceGrams = item.weight?.grams
    price = item.priceInCents.map { Double($0) / 100 }
    note = item.note
    url = item.url
    traveller = item.traveller
    bag = item.bag
    inside = item.parentName
    worn = item.wornCount
    consumable = item.isConsumable
    essential = item.isEssential
    buy = item.isToBuy
    unused = item.isUnused
    from = item.origin
  }
}
