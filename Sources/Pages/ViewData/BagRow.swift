import Mustache
import PackingLists

/// A bag, what goes into it, and how near that comes to its limit.
struct BagRow {
  let name: String
  let limit: Weight?
  let counts: ItemCounts
  /// What hangs on the scale: pieces that are worn are not in the bag.
  let weight: Weight

  /// The bags of a trip: those it names, in its order, then others that its items name, by name.
  static func rows(of bags: [Bag], items: [PackingItem]) -> [BagRow] {
    let byBag = grouped(items, by: \.bag, after: bags.map(\.name))
    var limits: [String: Weight] = [:]
    for bag in bags { limits[foldedName(bag.name)] = bag.limit }
    return byBag.map { name, items in
      BagRow(
        name: name, limit: limits[foldedName(name)], counts: ItemCounts(items),
        weight: items.reduce(.zero) { sum, item in
          guard let weight = item.weight else { return sum }
          return sum + weight * max(0, item.quantity - item.wornCount)
        })
    }
  }

  func value(in context: PageContext) -> MustacheValue {
    let words = context.words
    let over = limit.flatMap { limit in
      weight > limit ? Weight(rawValue: weight.rawValue - limit.rawValue) : nil
    }
    let text = context.text(weight)
    return .object(
      MustacheObject(
        counts.members(in: context).filter { $0.0 != "weight" } + [
          ("name", .text(name)),
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

/// Items by a name that they carry; case and accents do not tell names apart.
///
/// First come the names given, in their order and also without items, then the others by name.
func grouped(
  _ items: [PackingItem], by name: KeyPath<PackingItem, String?>, after names: [String]
) -> [(name: String, items: [PackingItem])] {
  var groups: [(name: String, items: [PackingItem])] = []
  var places: [String: Int] = [:]
  for name in names where places[foldedName(name)] == nil {
    places[foldedName(name)] = groups.count
    groups.append((name, []))
  }
  let given = groups.count
  for item in items {
    guard let own = item[keyPath: name] else { continue }
    if let place = places[foldedName(own)] {
      groups[place].items.append(item)
    } else {
      places[foldedName(own)] = groups.count
      groups.append((own, [item]))
    }
  }
  return groups[..<given] + groups[given...].sorted { comesBefore($0.name, $1.name) }
}
