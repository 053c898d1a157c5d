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

  /// Counts as a page shows them.
  typealias Shown = (counts: ItemCounts, context: PageContext)

  /// The names that everything with a progress has.
  static let namedValues = MustacheMembers<Shown>([
    ("itemCount", { .integer($0.counts.all) }),
    ("itemCountText", { .text($0.context.count($0.counts.all, of: .itemCount)) }),
    ("packedCount", { .integer($0.counts.packed) }),
    ("toPackCount", { .integer($0.counts.all - $0.counts.packed) }),
    (
      "progressText",
      { .text($0.context.progress(packed: $0.counts.packed, of: $0.counts.all)) }
    ),
    ("hasItems", { .bool($0.counts.all > 0) }),
    ("isEmpty", { .bool($0.counts.all == 0) }),
    ("isAllPacked", { .bool($0.counts.all > 0 && $0.counts.packed == $0.counts.all) }),
    ("weight", { .optional($0.counts.weight.map($0.context.text)) }),
  ])

  /// These names with their values.
  func members(in context: PageContext) -> [(String, MustacheValue)] {
    Self.namedValues.pairs(of: (self, context))
  }
}
