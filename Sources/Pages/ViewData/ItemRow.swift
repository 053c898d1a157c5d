import Mustache
import PackingLists

/// One item as a line of a checklist.
struct ItemRow {
  let item: PackingItem
  let context: PageContext

  /// Items as lines.
  static func list(_ items: [PackingItem], in context: PageContext) -> MustacheValue {
    .list(
      items.map { .object(MustacheObject(ItemRow(item: $0, context: context), namedValues)) })
  }

  /// The names of an item.
  private static let namedValues = MustacheMembers<ItemRow>([
    ("id", { .text("item-" + $0.item.identity) }),
    ("identity", { .text($0.item.identity) }),
    ("name", { .text($0.item.name) }),
    ("href", { .optional($0.item.url.flatMap(safeLink)) }),
    ("category", { .text($0.item.category) }),
    ("isPacked", { .bool($0.item.isPacked) }),
    ("state", { .text($0.context.words[$0.item.isPacked ? .packed : .notPacked]) }),
    ("quantity", { .integer($0.item.quantity) }),
    ("quantityText", { .optional($0.quantityText) }),
    ("weight", { .optional($0.item.totalWeight.map($0.context.text)) }),
    ("pieceWeight", { .optional($0.pieceWeight) }),
    ("note", { $0.note.isEmpty ? .null : .text($0.note) }),
    ("isEssential", { .bool($0.item.isEssential) }),
    ("traveller", { .optional($0.item.traveller) }),
    ("bag", { .optional($0.item.bag) }),
    ("marks", { .list($0.marks) }),
    ("hasMarks", { .bool($0.hasMarks) }),
    ("hasDetails", { .bool(!$0.note.isEmpty || $0.hasMarks) }),
  ])

  private var note: String { item.note ?? "" }

  private var quantityText: String? {
    item.quantity > 1 ? "×" + context.numbers.count(item.quantity) : nil
  }

  private var pieceWeight: String? {
    guard item.quantity > 1 else { return nil }
    return item.weight.map { context.words(.eachPiece, context.text($0)) }
  }

  /// Whether there is any of the ``marks``, which cost more.
  private var hasMarks: Bool {
    isInside || item.traveller != nil || item.bag != nil || item.wornCount > 0
      || item.isConsumable || item.isToBuy || item.priceInCents != nil || item.isUnused
  }

  /// Whether it lies in something that its category does not name.
  private var isInside: Bool { item.parentName.map { $0 != item.category } ?? false }

  /// The small words under an item, those that say where it goes first.
  private var marks: [MustacheValue] {
    let words = context.words
    var marks: [MustacheValue] = []
    func add(_ kind: String, _ text: String) {
      marks.append(["kind": .text(kind), "text": .text(text)])
    }
    if isInside, let parent = item.parentName {
      add("parent", words(.insideOf, parent))
    }
    if let traveller = item.traveller { add("traveller", traveller) }
    if let bag = item.bag { add("bag", bag) }
    let (wornCount, quantity) = (item.wornCount, item.quantity)
    if wornCount > 0, wornCount >= quantity {
      add("worn", words[.worn])
    } else if wornCount > 0 {
      let numbers = context.numbers
      add("worn", words(.someWorn, numbers.count(wornCount), numbers.count(quantity)))
    }
    if item.isConsumable { add("consumable", words[.consumable]) }
    if item.isToBuy { add("to-buy", words[.toBuy]) }
    if let price = item.priceInCents {
      let text = context.numbers.price(price)
      add("price", quantity > 1 ? words(.eachPiece, text) : text)
    }
    if item.isUnused { add("unused", words[.notUsed]) }
    return marks
  }
}
