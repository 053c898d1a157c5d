import Mustache
import PackingLists

/// One item as a line of a checklist.
struct ItemRow {
  let item: PackingItem

  func value(in context: PageContext) -> MustacheValue {
    let quantity = item.quantity
    let isPacked = item.isPacked
    let state = context.words[isPacked ? .packed : .notPacked]
    let marks = marks(in: context)
    let note = item.note ?? ""
    let identity = item.identity
    let weight = item.totalWeight.map(context.text)
    let piece = quantity > 1 ? item.weight.map { context.words(.eachPiece, context.text($0)) } : nil
    return .object(
      MustacheObject([
        ("id", .text("item-" + identity)),
        ("identity", .text(identity)),
        ("name", .text(item.name)),
        ("href", .optional(item.url.flatMap(safeLink))),
        ("category", .text(item.category)),
        ("isPacked", .bool(isPacked)),
        ("state", .text(state)),
        ("quantity", .integer(quantity)),
        ("quantityText", quantity > 1 ? .text("×" + context.numbers.count(quantity)) : .null),
        ("weight", .optional(weight)),
        ("pieceWeight", .optional(piece)),
        ("note", note.isEmpty ? .null : .text(note)),
        ("isEssential", .bool(item.isEssential)),
        ("traveller", .optional(item.traveller)),
        ("bag", .optional(item.bag)),
        ("marks", .list(marks)),
        ("hasMarks", .bool(!marks.isEmpty)),
        ("hasDetails", .bool(!marks.isEmpty || !note.isEmpty)),
      ]))
  }

  /// The small words under an item, those that say where it goes first.
  private func marks(in context: PageContext) -> [MustacheValue] {
    let words = context.words
    var marks: [MustacheValue] = []
    func add(_ kind: String, _ text: String) {
      marks.append(["kind": .text(kind), "text": .text(text)])
    }
    if let parent = item.parentName, parent != item.category {
      add("parent", words(.insideOf, parent))
    }
    if let traveller = item.traveller { add("traveller", traveller) }
    if let bag = item.bag { add("bag", bag) }
    let (wornCount, quantity) = (item.wornCount, item.quantity)
    if wornCount >= quantity {
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
