import Markdown
import PackingLists

/// What a line such as `Quantity: 3` under an item says about it.
enum AttributeName {
  case quantity, weight, price, link

  init?(_ folded: String) {
    switch folded {
    case "quantity", "qty", "menge", "anzahl", "quantite", "qte", "cantidad": self = .quantity
    case "weight", "gewicht", "poids", "peso": self = .weight
    case "price", "preis", "prix", "precio": self = .price
    case "link", "url", "lien", "enlace": self = .link
    default: return nil
    }
  }
}

/// Finds attributes among the lists under items.
struct AttributeScan {
  struct Attribute {
    var name: AttributeName
    /// The words after the colon.
    var value: Range<Int>
  }

  let facts: BodyFacts
  let document: MarkdownDocument

  /// Whether some item of a list has a list of attributes.
  func hasItemsWithAttributes(_ list: Int) -> Bool {
    document.children(of: list).contains { item in
      document.children(of: item).contains { block in
        if case .list = document.nodes[block].kind { return isAttributeList(block) }
        return false
      }
    }
  }

  /// Whether a list says an attribute of the item above it.
  func isAttributeList(_ list: Int) -> Bool {
    document.children(of: list).contains { item in
      guard facts.box(of: item) == nil, item + 1 < document.nodes[item].subtreeEnd,
        case .paragraph = document.nodes[item + 1].kind
      else { return false }
      return attribute(InlineText(of: item + 1, in: document)) != nil
    }
  }

  /// Reads `Name: value`, or nil where a line is no attribute.
  func attribute(_ text: InlineText) -> Attribute? {
    let range = text.wholeRange
    // No attribute has a longer name.
    guard let colon = text.bytes[range].prefix(16).firstIndex(of: UInt8(ascii: ":")),
      let name = AttributeName(foldedName(text.words(range.lowerBound..<colon)))
    else { return nil }
    return Attribute(
      name: name, value: Blanks.trimmed(colon + 1..<range.upperBound, in: text.bytes))
  }
}

extension BodyReader {
  /// Gives an item what an attribute says; false where its value is not understood.
  mutating func apply(_ attribute: AttributeScan.Attribute, _ text: InlineText, to index: Int)
    -> Bool
  {
    let value = text.words(attribute.value)
    switch attribute.name {
    case .weight:
      guard let weight = Weight(parsing: value) else { return false }
      draft.items[index].weight = weight
    case .price:
      guard let cents = Price.cents(of: value) else { return false }
      draft.items[index].priceInCents = cents
    case .link:
      let target = text.links.first?.url ?? value
      guard !target.isEmpty, !target.contains(" "), LinkTarget(of: target) != nil else {
        return false
      }
      draft.items[index].url = target
    case .quantity:
      guard let quantity = quantity(text, attribute.value) else { return false }
      setQuantity(quantity, ofItem: index)
    }
    return true
  }

  /// Reads the words of a range as a quantity: `3`, `3x`, `x{nights}`.
  func quantity(_ text: InlineText, _ range: Range<Int>) -> ItemText? {
    var result = ItemText()
    let digits = text.bytes[range]
    if !digits.isEmpty, digits.count <= 6, digits.allSatisfy(\.isDigit) {
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard (1...QuantityExpression.maximumQuantity).contains(value) else { return nil }
      result.quantity = value
      return result
    }
    return items.quantities.whole(text, range, into: &result) ? result : nil
  }

  mutating func setQuantity(_ found: ItemText, ofItem index: Int) {
    draft.items[index].quantity = found.quantity ?? 1
    draft.items[index].quantityExpression = found.expression
    if draft.items[index].isWornWhole {
      draft.items[index].wornCount = draft.items[index].quantity
    }
  }
}
