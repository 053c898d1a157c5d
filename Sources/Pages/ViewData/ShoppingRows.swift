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

  /// The names that `trip` has of it.
  func members(in context: PageContext) -> [(String, MustacheValue)] {
    [
      ("shopping", .list(items.map { row($0, in: context) })),
      ("hasShopping", .bool(!items.isEmpty)),
      ("shoppingTotal", .optional(totalPrice(of: items).map(context.numbers.price))),
    ]
  }

  private func row(_ item: PackingItem, in context: PageContext) -> MustacheValue {
    [
      "name": .text(item.name),
      "quantityText":
        item.quantity > 1 ? .text("×" + context.numbers.count(item.quantity)) : .null,
      "price": .optional(totalPrice(of: [item]).map(context.numbers.price)),
    ]
  }
}
