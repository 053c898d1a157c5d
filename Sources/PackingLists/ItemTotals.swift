/// How many of some items go along, how many of them are packed, and what they weigh.
///
/// What is left behind does not count.
public struct ItemTotals: Sendable, Hashable {
  /// Items that go along.
  public private(set) var count = 0
  /// Those of them that are packed.
  public private(set) var packedCount = 0
  /// What all their pieces weigh; nil where no weight is known.
  public private(set) var weight: Weight?
  /// What of that hangs on a scale: pieces that are worn are in no bag.
  public private(set) var carriedWeight = Weight.zero

  /// Sums some items up.
  public init(of items: some Sequence<PackingItem>) { self.init(ofAll: Array(items)) }

  // Of an array: a loop over a sequence of any type is slow where the type is not known.
  private init(ofAll items: [PackingItem]) {
    for item in items where !item.isLeftBehind {
      count += 1
      if item.isPacked { packedCount += 1 }
      guard let piece = item.weight else { continue }
      weight = (weight ?? .zero) + piece * item.quantity
      carriedWeight = carriedWeight + piece * max(0, item.quantity - item.wornCount)
    }
  }
}

/// What goes into one bag.
public struct BagTotals: Sendable, Hashable {
  /// The bag's name.
  public let name: String
  /// What it may weigh; nil for no limit.
  public let limit: Weight?
  /// What is in it; `carriedWeight` is what the bag weighs.
  public let totals: ItemTotals

  /// By how much it is over its limit; nil where it is not.
  public var excess: Weight? {
    guard let limit, totals.carriedWeight > limit else { return nil }
    return Weight(rawValue: totals.carriedWeight.rawValue - limit.rawValue)
  }

  /// The bags of a trip: those it names, in its order, then others that its items name, by name.
  ///
  /// - Parameters:
  ///   - bags: The bags that the trip names.
  ///   - items: Its items.
  /// - Returns: A row for each, also for an empty bag.
  public static func ofBags(_ bags: [Bag], items: [PackingItem]) -> [BagTotals] {
    var limits: [String: Weight] = [:]
    for bag in bags { limits[foldedName(bag.name)] = bag.limit }
    return ItemGroups.named(items, by: \.bag, after: bags.map(\.name)).map { name, items in
      BagTotals(name: name, limit: limits[foldedName(name)], totals: ItemTotals(of: items))
    }
  }
}
