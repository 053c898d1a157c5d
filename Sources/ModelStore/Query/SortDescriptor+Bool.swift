public import Foundation

extension Bool {
  /// 0 for false, 1 for true: what a sort by a Bool follows.
  public var _sortRank: Int { self ? 1 : 0 }
}

extension SortDescriptor {
  /// Sorts by a Bool, false first.
  public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
    // Two Sendable key paths appended are Sendable, which the declaration of `appending` does not say;
    // Sendable has no representation, so the cast changes no bit.
    let rank = unsafeBitCast(
      keyPath.appending(path: \Bool._sortRank), to: (any KeyPath<Compared, Int> & Sendable).self)
    self.init(rank, order: order)
  }
}
