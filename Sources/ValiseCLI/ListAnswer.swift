import PackingLists

/// A trip's list as scripts get it.
struct ListAnswer: Encodable {
  /// One item.
  struct Item: Encodable {
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
    var isPrivate: Bool
    var from: String?

    enum CodingKeys: String, CodingKey {
      case category, name, quantity, packed, leftBehind, pieceGrams, price, note, url, traveller
      case bag, inside, worn, consumable, essential, buy, unused, from
      case isPrivate = "private"
    }
  }

  /// One activity.
  struct Activity: Encodable {
    var name: String
    var done: Bool
  }

  /// The sums of a category, a bag or a traveller; what is left behind is not in them.
  struct Totals: Encodable {
    var name: String
    var items: Int
    var packed: Int
    /// What all pieces weigh.
    var grams: Double
    /// What is carried: without the pieces that are worn.
    var carriedGrams: Double
    var limitGrams: Double?

    init(_ name: String, _ totals: ItemTotals, limit: Weight? = nil) {
      self.name = name
      items = totals.count
      packed = totals.packedCount
      grams = (totals.weight ?? .zero).grams
      carriedGrams = totals.carriedWeight.grams
      limitGrams = limit?.grams
    }
  }

  var trip: TripAnswer
  var items: [Item]
  var categories: [Totals]
  var bags: [Totals]
  var travellers: [Totals]
  var activities: [Activity]
  var baseGrams: Double
  var packGrams: Double
  var skinOutGrams: Double

  init(_ trip: Trip, _ items: [PackingItem], _ sums: OwnSums) {
    self.trip = TripAnswer(trip, sums)
    self.items = items.map { item in
      Item(
        category: item.category, name: item.name, quantity: item.quantity, packed: item.isPacked,
        leftBehind: item.isLeftBehind, pieceGrams: item.weight?.grams,
        price: item.priceInCents.map { Double($0) / 100 }, note: item.note, url: item.url,
        traveller: item.traveller, bag: item.bag, inside: item.parentName, worn: item.wornCount,
        consumable: item.isConsumable, essential: item.isEssential, buy: item.isToBuy,
        unused: item.isUnused, isPrivate: item.isPrivate, from: item.origin)
    }
    activities = trip.activities.sorted { $0.position < $1.position }.map {
      Activity(name: $0.name, done: $0.isDone)
    }
    categories = ItemGroups.inOrder(items, trip.order).map {
      Totals($0.category, ItemTotals(of: $0.items))
    }
    bags = BagTotals.ofBags(trip.bags, items: items).map {
      Totals($0.name, $0.totals, limit: $0.limit)
    }
    travellers = ItemGroups.named(items, by: \.traveller, after: trip.travellers).map {
      Totals($0.name, ItemTotals(of: $0.items))
    }
    let weights = WeightSums(of: items)
    baseGrams = weights.base.grams
    packGrams = weights.pack.grams
    skinOutGrams = weights.skinOut.grams
  }
}
