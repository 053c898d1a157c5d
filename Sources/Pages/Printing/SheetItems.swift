import PackingLists

extension SheetOptions {
  /// An item as a sheet shows it: a copy that no store knows, without what is not to be shown.
  func prepared(_ item: PackingItem) -> PackingItem {
    let copy = PackingItem(
      identity: item.identity, tripSlug: item.tripSlug, position: item.position,
      category: item.category, name: breakable(item.name))
    copy.quantity = item.quantity
    copy.isPacked = item.isPacked && !isBlank
    copy.isLeftBehind = item.isLeftBehind
    copy.weight = showsWeights ? item.weight : nil
    copy.note = showsNotes ? item.note.map(breakable) : nil
    copy.url = item.url
    // Under the head of a bag or a person, its name at every item would be noise.
    copy.traveller = division == .traveller ? nil : item.traveller
    copy.bag = division == .bag ? nil : item.bag
    copy.parentName = item.parentName
    copy.wornCount = item.wornCount
    copy.isConsumable = item.isConsumable && showsNotes
    copy.isEssential = item.isEssential
    copy.isToBuy = item.isToBuy
    return copy
  }

  /// Whether a sheet shows an item at all.
  func shows(_ item: PackingItem) -> Bool {
    (showsPrivate || !item.isPrivate) && !(showsOnlyUnpacked && item.isPacked)
  }
}

/// A sheet of a trip: the items that it shows, and what they have in common.
struct SheetPart {
  /// The bag, person or category; nil for the whole trip.
  var name: String?
  /// The bag, where the sheet is one's.
  var bag: Bag?
  /// The items of the store that belong here.
  var items: [PackingItem]

  /// The sheets that a trip's items are spread over.
  ///
  /// Bags and people come in the order that the trip names them, and then what goes into no bag or
  /// is nobody's. What would be a sheet without items is none, unless the trip has no item at all;
  /// what stays at home is on the sheet of a whole trip only.
  /// - Parameters:
  ///   - items: What is shown of the trip, in the file's order.
  ///   - trip: The trip.
  ///   - options: How it is put on paper.
  ///   - words: The language's words.
  /// - Returns: At least one sheet.
  static func parts(
    of items: [PackingItem], _ trip: Trip, _ options: SheetOptions, _ words: Words
  ) -> [SheetPart] {
    var parts: [SheetPart] = []
    let all = items
    let items = items.filter { !$0.isLeftBehind }
    switch options.division {
    case .trip: break
    case .category:
      parts = ItemGroups.inOrder(items, trip.order).map { category, items in
        SheetPart(name: category, items: items)
      }
    case .bag:
      let groups = ItemGroups.named(items, by: \.bag, after: trip.bags.map(\.name))
      parts = groups.map { name, items in
        SheetPart(name: name, bag: bag(name, of: trip), items: items)
      }
      parts.append(SheetPart(name: words[.inNoBag], items: items.filter { $0.bag == nil }))
    case .traveller:
      parts = ItemGroups.named(items, by: \.traveller, after: trip.travellers)
        .map { SheetPart(name: $0.name, items: $0.items) }
      parts.append(
        SheetPart(name: words[.forEveryone], items: items.filter { $0.traveller == nil }))
    }
    parts.removeAll(where: \.items.isEmpty)
    return parts.isEmpty ? [SheetPart(items: all)] : parts
  }

  private static func bag(_ name: String, of trip: Trip) -> Bag {
    trip.bags.first { foldedName($0.name) == foldedName(name) } ?? Bag(name: name, limit: nil)
  }
}

/// A text in which a word without end may be broken: WeasyPrint needs minutes to find out by itself
/// where lines of thousands of letters end.
///
/// Words as people write them stay as they are.
func breakable(_ text: String) -> String {
  let (longest, step) = (100, 12)
  guard text.utf8.count > longest else { return text }
  let words = text.split(omittingEmptySubsequences: false) { $0.isWhitespace }
  guard words.contains(where: { $0.count > longest }) else { return text }
  var result = ""
  for word in words {
    let isLong = word.count > longest
    for (number, letter) in word.enumerated() {
      if isLong, number > 0, number % step == 0 { result += "\u{200B}" }
      result.append(letter)
    }
    if word.endIndex < text.endIndex { result.append(text[word.endIndex]) }
  }
  return result
}
