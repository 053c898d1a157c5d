extension Bool {
  /// 0 for false, 1 for true: what a sort by a Bool follows.
  public var _sortRank: Int { self ? 1 : 0 }
}
