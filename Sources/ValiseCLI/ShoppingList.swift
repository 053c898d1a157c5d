import ContentReading
import Diagnostics
import ModelStore
import PackingLists

/// What has to be bought for some trips, and what it costs.
struct ShoppingList {
  private let rows: [(trip: Trip, item: PackingItem)]
  private let currency: String

  /// Takes what is marked `#buy` and neither packed nor left behind, trip by trip.
  init(of trips: [Trip], in context: ModelContext, currency: String) throws {
    self.currency = currency
    let items = try context.fetch(
      FetchDescriptor<PackingItem>(
        predicate: #Predicate { $0.isToBuy && !$0.isPacked && !$0.isLeftBehind },
        sortBy: [SortDescriptor(\.position)]))
    let byTrip = Dictionary(grouping: items, by: \.tripSlug)
    rows = trips.flatMap { trip in (byTrip[trip.slug] ?? []).map { (trip, $0) } }
  }

  /// Nil where no number holds it; 0 where no price is known.
  private var total: Int? {
    rows.contains { $0.item.priceInCents != nil } ? totalPrice(of: rows.map(\.item)) : 0
  }

  /// The list for a terminal.
  var text: String {
    guard !rows.isEmpty else { return "nothing to buy\n" }
    var lines = rows.map { row in
      [
        row.item.name, row.item.quantity > 1 ? "×\(row.item.quantity)" : "",
        totalPrice(of: [row.item]).map(money) ?? "", row.trip.title,
      ]
    }
    let unknown = rows.count { $0.item.priceInCents == nil }
    let rest = unknown == 0 ? "" : "and \(unknown) without a price"
    lines.append(["Total", "", total.map(money) ?? "too much to count", rest])
    return TextTable.text(of: lines, rightAligned: [2])
  }

  private func money(_ cents: Int) -> String {
    let amount = ItemLine.decimal(cents, places: 2)
    return currency.isEmpty ? amount : "\(amount) \(currency)"
  }

  /// The list for scripts.
  var answer: Answer {
    Answer(
      currency: currency.isEmpty ? nil : currency, total: total.map { Double($0) / 100 },
      items: rows.map { row in
        Answer.Item(
          name: row.item.name, quantity: row.item.quantity,
          price: row.item.priceInCents.map { Double($0) / 100 }, trip: row.trip.slug,
          category: row.item.category)
      })
  }

  /// What scripts get.
  struct Answer: Encodable {
    var currency: String?
    var total: Double?
    var items: [Item]

    struct Item: Encodable {
      var name: String
      var quantity: Int
      var price: Double?
      var trip: String
      var category: String
    }
  }
}
