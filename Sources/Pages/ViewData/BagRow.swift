import Mustache
import PackingLists

/// A bag, what goes into it, and how near that comes to its limit.
struct BagRow {
  private let bag: BagTotals

  /// The bags of a trip, also those that its items alone name.
  static func rows(of bags: [Bag], items: [PackingItem]) -> [BagRow] {
    BagTotals.ofBags(bags, items: items).map(BagRow.init)
  }

  /// What the bars of some bags have in common: the heaviest bag, or the highest limit, in grams.
  static func scale(of bags: [BagRow]) -> Int {
    bags.map { row in
      max(row.grams(row.bag.totals.carriedWeight), row.bag.limit.map(row.grams) ?? 0)
    }.max() ?? 0
  }

  func value(scale: Int, in context: PageContext) -> MustacheValue {
    let words = context.words
    let (limit, over) = (bag.limit, bag.excess)
    // What hangs on the scale: pieces that are worn are not in the bag.
    let weight = bag.totals.carriedWeight
    let text = context.text(weight)
    let weightText = limit.map { words(.weightOfLimit, text, context.text($0)) } ?? text
    let bar = LimitBar(amount: grams(weight), limit: limit.map(grams), scale: scale)
    return .object(
      MustacheObject(
        ItemCounts(bag.totals).members(in: context).filter { $0.0 != "weight" } + [
          ("name", .text(bag.name)),
          ("weight", .text(text)),
          ("weightText", .text(weightText)),
          ("bar", .text(weight == .zero && limit == nil ? "" : bar.svg(label: weightText))),
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
