/// Weights as hikers count them; what is left behind does not count.
public struct WeightSums: Sendable {
  /// What is carried and comes home again.
  public private(set) var base = Weight.zero
  /// What is carried.
  public private(set) var pack = Weight.zero
  /// What is carried and worn.
  public private(set) var skinOut = Weight.zero

  /// Sums the weights of some items, as far as they are known.
  public init(of items: some Sequence<PackingItem>) {
    for item in items where !item.isLeftBehind {
      guard let piece = item.weight else { continue }
      let carried = piece * max(0, item.quantity - item.wornCount)
      skinOut = skinOut + piece * item.quantity
      pack = pack + carried
      if !item.isConsumable { base = base + carried }
    }
  }
}
