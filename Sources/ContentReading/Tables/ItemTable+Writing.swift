import PackingLists

extension ItemTable {
  /// Items as a file of comma-separated values.
  ///
  /// - Parameters:
  ///   - items: The items; quantities are worked out.
  ///   - format: What the file is for. In `csv`, no cell is one that a spreadsheet would run.
  /// - Returns: The file, its lines ending with CR LF.
  public static func text(of items: [ItemDraft], as format: Format) -> String {
    switch format {
    case .lighterpack:
      CSVText.text(of: [lighterPackHead] + items.filter { !$0.isLeftBehind }.map(lighterPackRow))
    case .csv:
      CSVText.text(of: [head] + items.map { row(of: $0).map(CSVText.guarded) })
    }
  }

  /// The items of several trips as one file.
  ///
  /// - Parameters:
  ///   - trips: Titles and items.
  ///   - format: What the file is for. In `csv` a first column names the trip; LighterPack has none
  ///     for it, so there it stands before the category.
  /// - Returns: The file, its lines ending with CR LF.
  public static func text(
    of trips: [(title: String, items: [ItemDraft])], as format: Format
  ) -> String {
    switch format {
    case .lighterpack:
      let items = trips.flatMap { trip in
        trip.items.map { item in
          var item = item
          item.category = "\(trip.title): \(item.category)"
          return item
        }
      }
      return text(of: items, as: format)
    case .csv:
      let rows = trips.flatMap { trip in
        trip.items.map { ([trip.title] + row(of: $0)).map(CSVText.guarded) }
      }
      return CSVText.text(of: [["Trip"] + head] + rows)
    }
  }

  private static let lighterPackHead = [
    "Item Name", "Category", "desc", "qty", "weight", "unit", "url", "price", "worn", "consumable",
  ]

  private static func lighterPackRow(_ item: ItemDraft) -> [String] {
    [
      item.name, item.category, item.note ?? "", String(item.quantity),
      grams(item.weight ?? .zero), "gram", item.url ?? "",
      item.priceInCents.map { ItemLine.decimal($0, places: 2) } ?? "0",
      item.wornCount > 0 ? "Worn" : "", item.isConsumable ? "Consumable" : "",
    ]
  }

  private static let head = [
    "Item", "Category", "Quantity", "Weight (g)", "Price", "Notes", "Link", "Bag", "Traveller",
    "Packed", "Worn", "Consumable", "Essential", "Buy", "Unused", "Private", "Left behind",
  ]

  private static func row(of item: ItemDraft) -> [String] {
    let yes = { (isSo: Bool) in isSo ? "yes" : "" }
    return [
      item.name, item.category, String(item.quantity), item.weight.map(grams) ?? "",
      item.priceInCents.map { ItemLine.decimal($0, places: 2) } ?? "", item.note ?? "",
      item.url ?? "", item.bag ?? "", item.traveller ?? "", yes(item.isPacked),
      item.wornCount > 0 ? String(item.wornCount) : "", yes(item.isConsumable),
      yes(item.isEssential), yes(item.isToBuy), yes(item.isUnused), yes(item.isPrivate),
      yes(item.isLeftBehind),
    ]
  }

  private static func grams(_ weight: Weight) -> String {
    // A decimal point before three digits must not look like one that groups thousands.
    String(ItemLine.grams(weight).dropLast(2))
  }
}

/// A list in Markdown, made from items.
public enum ListText {
  /// A whole file: front matter with a title, a heading for each category, a line for each item.
  ///
  /// - Parameters:
  ///   - items: The items; categories come in the order of their first items.
  ///   - title: The title.
  ///   - options: How the site reads its lists.
  /// - Returns: The file, ending with a line break.
  public static func text(
    of items: [ItemDraft], title: String, options: ReadingOptions = ReadingOptions()
  ) -> String {
    var order: [String] = []
    let groups = Dictionary(grouping: items, by: \.category)
    for item in items where !order.contains(item.category) { order.append(item.category) }
    var text = "---\ntitle: \(EscapedText.yaml(title))\norder: file\n---\n"
    for category in order {
      text += "\n## \(ItemLine.escapedHead(category))\n"
      for item in groups[category] ?? [] { text += block(of: item, options) }
    }
    return text
  }

  /// An item's line, and a line below it for each further line of its note.
  static func block(of item: ItemDraft, _ options: ReadingOptions) -> String {
    var first = item
    let lines = (item.note ?? "").split(separator: "\n")
    first.note = lines.first.map(String.init)
    let box = item.isPacked ? "x" : item.isLeftBehind ? "-" : " "
    let lower = lines.dropFirst().map { "  - \(ItemLine.escapedHead(String($0)))\n" }.joined()
    return "- [\(box)] \(ItemLine.words(of: first, options: options))\n\(lower)"
  }

  /// The items of a list that are not read back as they were.
  ///
  /// - Returns: Their indices among the items.
  public static func mismatches(
    of items: [ItemDraft], in draft: TripDraft
  ) -> [Int] {
    var left: [[String]: [ItemDraft]] = [:]
    for item in draft.items { left[[item.category, item.name], default: []].append(item) }
    return items.indices.filter { index in
      let item = items[index]
      let key = [item.category, item.name]
      guard let found = left[key]?.first else { return true }
      left[key]?.removeFirst()
      var (read, wanted) = (ListContent.told(found), ListContent.told(item))
      read.isWornWhole = wanted.isWornWhole
      wanted.parent = read.parent
      return read != wanted
    }
  }
}

extension ItemLine {
  /// Words in which no sign acts, for a heading or a note.
  static func escapedHead(_ text: String) -> String {
    EscapedText.backslashed(text, before: "\\`*_[]<~#|")
  }
}
