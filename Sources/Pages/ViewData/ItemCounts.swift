import Mustache
import PackingLists

/// How many items there are of a kind, how many of them are packed, and what they weigh.
struct ItemCounts {
  /// Items that are in.
  var packed = 0
  /// All items that count: those left behind do not.
  var all = 0
  /// What they weigh together; nil where no weight is known.
  var weight: Weight?

  init(packed: Int, all: Int, weight: Weight?) {
    self.packed = packed
    self.all = all
    self.weight = weight
  }

  /// Counts items that go along.
  init(_ items: some Sequence<PackingItem>) {
    self.init(ItemTotals(of: items))
  }

  /// Takes the sums of items.
  init(_ totals: ItemTotals) {
    self.init(packed: totals.packedCount, all: totals.count, weight: totals.weight)
  }

  /// The names and values that everything with a progress has.
  func members(in context: PageContext) -> [(String, MustacheValue)] {
    [
      ("itemCount", .integer(all)),
      ("itemCountText", .text(context.words(.itemCount, context.numbers.count(all), count: all))),
      ("packedCount", .integer(packed)),
      ("toPackCount", .integer(all - packed)),
      ("progressText", .text(context.progress(packed: packed, of: all))),
      ("hasItems", .bool(all > 0)),
      ("isEmpty", .bool(all == 0)),
      ("isAllPacked", .bool(all > 0 && packed == all)),
      ("weight", .optional(weight.map(context.text))),
    ]
  }
}
