import PackingLists

/// An item as it is written in a list.
public enum ItemLine {
  /// The words of a line that reads back to an item: name, quantity, weight, marks, note.
  ///
  /// Signs that Markdown would act on, and words that would be taken for a weight or a quantity,
  /// are written so that they stay in the name.
  /// - Parameters:
  ///   - item: The item; its box and its place are not written.
  ///   - options: How the site reads its lists.
  /// - Returns: One line; the plainest of several that read back.
  public static func words(
    of item: ItemDraft, options: ReadingOptions = ReadingOptions()
  ) -> String {
    let forms = [Self.plain, Self.escaped, Self.code]
    // After a number, a weight in parentheses is still one; before a name that ends in a colon, a
    // quantity is.
    let orders = item.name.hasSuffix(":") ? [Layout.weightAside, .quantityFirst] : [.weightAside]
    let texts = ([.usual] + orders).flatMap { layout in
      forms.flatMap { name in
        [Self.plain, Self.escaped].map { note in
          words(of: item, name: name, note: note, layout: layout)
        }
      }
    }
    return texts.first { reads($0, as: item, options) } ?? texts[0]
  }

  /// Whether a line reads back to an item.
  static func reads(_ words: String, as item: ItemDraft, _ options: ReadingOptions) -> Bool {
    var options = options
    // Expressions stay expressions, so that they can be compared.
    options.kind = .baseList
    let read = TripReader.read(
      bytes: Array("- [ ] \(words)\n".utf8), path: "line.md", options: options
    ).draft
    guard let read, read.items.count == 1 else { return false }
    return says(read.items[0], item)
  }

  /// Whether an item that was read says what another says; category, box and parent aside.
  static func says(_ read: ItemDraft, _ item: ItemDraft) -> Bool {
    var (left, right) = (ListContent.told(read), ListContent.told(item))
    for keyPath in [\ItemDraft.isPacked, \.isLeftBehind] {
      left[keyPath: keyPath] = right[keyPath: keyPath]
    }
    (left.category, left.parent, left.origin) = (right.category, right.parent, right.origin)
    if left.quantityExpression != nil { left.quantity = right.quantity }
    left.note = Self.oneLine(left.note ?? "")
    right.note = Self.oneLine(right.note ?? "")
    if right.isWornWhole { right.wornCount = left.wornCount }
    return left == right
  }

  /// Whether words give a name and nothing else.
  static func isOnlyName(_ words: String, _ options: ReadingOptions) -> Bool {
    var options = options
    options.kind = .baseList
    let item = TripReader.read(
      bytes: Array("- [ ] \(words)\n".utf8), path: "line.md", options: options
    ).draft?.items.first
    guard let item else { return true }
    var bare = ItemDraft(
      category: item.category, name: item.name, position: item.position, bytes: item.bytes)
    bare.url = item.url
    return ListContent.told(item) == ListContent.told(bare)
  }

  /// Where quantity and weight stand.
  private enum Layout {
    case usual, weightAside, quantityFirst
  }

  private static func words(
    of item: ItemDraft, name: (String) -> String, note: (String) -> String, layout: Layout
  ) -> String {
    var words = [item.url.map { "[\(escaped(item.name))](<\($0)>)" } ?? name(item.name)]
    let quantity =
      item.quantityExpression.map { "{\($0.text)}" }
      ?? (item.quantity > 1 ? String(item.quantity) : nil)
    if let quantity {
      if layout == .quantityFirst {
        words.insert("\(quantity) x", at: 0)
      } else {
        words.append("x\(quantity)")
      }
    }
    if let weight = item.weight {
      words.append(layout == .weightAside ? "(\(grams(weight)))" : grams(weight))
    }
    words += marks(of: item)
    if let text = item.note.map(oneLine), !text.isEmpty { words += ["—", note(text)] }
    return words.joined(separator: " ")
  }

  private static func marks(of item: ItemDraft) -> [String] {
    var marks: [String] = []
    if item.isEssential { marks.append("*") }
    if item.isWornWhole {
      marks.append("#worn")
    } else if item.wornCount > 0 {
      marks.append("#worn:\(item.wornCount)")
    }
    if item.isConsumable { marks.append("#consumable") }
    if item.isToBuy { marks.append("#buy") }
    if item.isUnused { marks.append("#unused") }
    if item.isPrivate { marks.append("#private") }
    if let cents = item.priceInCents { marks.append("price:\(decimal(cents, places: 2))") }
    if let traveller = item.traveller { marks.append("@\(quoted(traveller))") }
    if let bag = item.bag { marks.append("bag:\(quoted(bag))") }
    return marks
  }

  private static func quoted(_ word: String) -> String {
    word.contains(" ") ? "\"\(word)\"" : word
  }

  /// A weight in grams, exact: `56.699 g`.
  static func grams(_ weight: Weight) -> String {
    var text = decimal(weight.milligrams, places: 3)
    if text.contains(".") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    return text + " g"
  }

  /// A whole number of small units as a decimal: 1250 with two places is `12.50`.
  public static func decimal(_ number: Int, places: Int) -> String {
    let digits = String(abs(number))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: "; ")
  }

  // MARK: Forms of a name

  private static func plain(_ text: String) -> String { text }

  private static func escaped(_ text: String) -> String {
    EscapedText.backslashed(text, before: "\\`*_[]<>~&#|")
  }

  private static func code(_ text: String) -> String {
    var run = 0
    var longest = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = text.utf8.first == UInt8(ascii: "`") || text.utf8.last == UInt8(ascii: "`") ? " " : ""
    return fence + pad + text + pad + fence
  }
}
