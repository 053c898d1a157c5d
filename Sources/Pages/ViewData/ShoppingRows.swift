import Mustache
import PackingLists

/// What of a trip has to be bought yet, with the prices summed.
struct ShoppingRows {
  /// Items to buy that are neither packed nor left behind.
  let items: [PackingItem]

  /// Takes what is to buy from the items that go along, in their order.
  init(_ items: [PackingItem]) {
    self.items = items.filter(\.isStillToBuy)
  }

  /// Shopping as a page shows it.
  typealias Shown = (shopping: ShoppingRows, context: PageContext)

  /// The names that `trip` has of it.
  static let namedValues = MustacheMembers<Shown>([
    ("shopping", { shown in .list(shown.shopping.items.map { row($0, in: shown.context) }) }),
    ("hasShopping", { .bool(!$0.shopping.items.isEmpty) }),
    (
      "shoppingTotal",
      { .optional(totalPrice(of: $0.shopping.items).map($0.context.numbers.price)) }
    ),
  ])

  private static func row(_ item: PackingItem, in context: PageContext) -> MustacheValue {
    [
      "name": .text(item.name),
      "quantityText":
        item.quantity > 1 ? .text("×" + context.numbers.count(item.quantity)) : .null,
      "price": .optional(totalPrice(of: [item]).map(context.numbers.price)),
    ]
  }
}
