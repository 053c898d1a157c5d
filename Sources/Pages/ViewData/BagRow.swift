import Mustache
import PackingLists

/// A bag, what goes into it, and how near that comes to its limit.
struct BagRow {
  private let bag: BagTotals

  /// The bags of a trip, also those that its items alone name.
  static func rows(of bags: [Bag], items: [PackingItem]) -> [BagRow] {
    BagTotals.ofBags(bags, items: items).map(BagRow.init)
  }

  func value(in context: PageContext) -> MustacheValue {
    let words = context.words
    let (limit, over) = (bag.limit, bag.excess)
    // What hangs on the scale: pieces that are worn are not in the bag.
    let weight = bag.totals.carriedWeight
    let text = context.text(weight)
    return .object(
      MustacheObject(
        ItemCounts(bag.totals).members(in: context).filter { $0.0 != "weight" } + [
          ("name", .text(bag.name)),
          ("weight", .text(text)),
          (
            "weightText",
            .text(limit.map { words(.weightOfLimit, text, context.text($0)) } ?? text)
          ),
          ("weightGrams", .integer(grams(weight))),
          ("scaleGrams", .integer(limit.map { grams(min(weight, $0)) } ?? 0)),
          ("limit", .optional(limit.map(context.text))),
          ("limitGrams", .integer(limit.map(grams) ?? 0)),
          ("isOverLimit", .bool(over != nil)),
          ("overBy", .optional(over.map { words(.overLimit, context.text($0)) })),
        ]))
  }

  private func grams(_ weight: Weight) -> Int { (weight.rawValue + 500) / 1000 }
}
