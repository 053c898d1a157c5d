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

  /// The small words under an item, those that say where it goes first.
  private var marks: [MustacheValue] {
    var marks: [MustacheValue] = []
    eachMark { kind, text in marks.append(["kind": .text(kind), "text": .text(text())]) }
    return marks
  }

  /// Whether there is any of the ``marks``, of which no words are made for it.
  private var hasMarks: Bool {
    var hasMarks = false
    eachMark { _, _ in hasMarks = true }
    return hasMarks
  }

  private func eachMark(_ add: (_ kind: String, _ text: @autoclosure () -> String) -> Void) {
    let words = context.words
    if let parent = item.parentName, parent != item.category {
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
    if let price = item.priceInCents { add("price", priceText(price)) }
    if item.isUnused { add("unused", words[.notUsed]) }
  }

  private func priceText(_ hundredths: Int) -> String {
    let text = context.numbers.price(hundredths)
    return item.quantity > 1 ? context.words(.eachPiece, text) : text
  }
}
