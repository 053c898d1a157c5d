import Diagnostics
import PackingLists

/// A trip's list as a terminal shows it.
struct TripView {
  let trip: Trip
  let items: [PackingItem]
  let units: WeightUnit
  let terminal: Terminal

  /// All of it.
  var text: String {
    var text = terminal.colored(TerminalText.cleaned(trip.title), "1") + "\n" + facts + "\n"
    if items.isEmpty { text += "\nNothing to pack yet\n" }
    let groups = ItemGroups.inOrder(items, trip.order)
    var lines = table(of: groups.flatMap(\.items))[...]
    for (category, members) in groups {
      text += "\n" + terminal.colored(TerminalText.cleaned(category), "1") + "\n"
      for item in members {
        guard let line = lines.popFirst() else { break }
        text += colored(String(line), item) + "\n"
      }
    }
    let activities = trip.activities.sorted { $0.position < $1.position }
    if !activities.isEmpty { text += "\n" + terminal.colored("Activities", "1") + "\n" }
    for activity in activities {
      text += "  [\(activity.isDone ? "x" : " ")] \(TerminalText.cleaned(activity.name))\n"
    }
    return text + weights
  }

  private var facts: String {
    var facts = [trip.destination, trip.dates].compactMap(\.self)
    let packed = "\(trip.packedCount) of \(trip.itemCount) packed"
    let bar = ProgressBar.text(trip.packedCount, of: trip.itemCount)
    facts.append(terminal.isTerminal ? "\(bar) \(packed)" : packed)
    return TerminalText.cleaned(facts.joined(separator: " · "))
  }

  // MARK: Items

  /// A line for each item, in columns that hold for the whole list.
  private func table(of items: [PackingItem]) -> [Substring] {
    TextTable.text(
      of: items.map { item in
        let box = item.isLeftBehind ? "-" : item.isPacked ? "x" : " "
        return [
          "  [\(box)] \(item.parentName == nil ? "" : "  ")\(item.name)",
          item.quantity > 1 ? "×\(item.quantity)" : "",
          item.totalWeight?.formatted(in: units) ?? "", marks(of: item),
        ]
      }, rightAligned: [1, 2]
    ).split(separator: "\n")
  }

  private func marks(of item: PackingItem) -> String {
    var marks: [String] = []
    if item.isEssential { marks.append("★") }
    if item.wornCount > 0 {
      marks.append(item.wornCount < item.quantity ? "\(item.wornCount) worn" : "worn")
    }
    if item.isConsumable { marks.append("used up") }
    if item.isToBuy { marks.append("to buy") }
    if item.isUnused { marks.append("unused") }
    if item.isPrivate { marks.append("private") }
    if let traveller = item.traveller { marks.append("@\(traveller)") }
    if let bag = item.bag { marks.append("bag:\(bag)") }
    if let origin = item.origin { marks.append("(from \(origin))") }
    return marks.joined(separator: ", ")
  }

  private func colored(_ line: String, _ item: PackingItem) -> String {
    if item.isLeftBehind { return terminal.colored(line, "2;9") }
    if item.isPacked { return terminal.colored(line, "32") }
    return item.isEssential ? terminal.colored(line, "1") : line
  }

  // MARK: Weights

  private var weights: String {
    let sums = WeightSums(of: items)
    guard sums.skinOut > .zero else { return "" }
    var rows = [
      ["Base weight", sums.base.formatted(in: units), "carried, and not used up"],
      ["Pack weight", sums.pack.formatted(in: units), "with what is used up"],
      ["Skin-out weight", sums.skinOut.formatted(in: units), "with the pieces marked as worn"],
    ]
    for bag in trip.bags {
      let weight = WeightSums(of: items.filter { $0.bag == bag.name }).pack
      let limit = bag.limit.map { limit in
        weight > limit
          ? "over its limit of \(limit.formatted(in: units))"
          : "of \(limit.formatted(in: units))"
      }
      rows.append([bag.name, weight.formatted(in: units), limit ?? ""])
    }
    return "\n" + TextTable.text(of: rows, rightAligned: [1])
  }
}

/// A trip's list as scripts get it.
struct ListAnswer: Encodable {
  /// One item.
  struct Item: Encodable {
    var category: String
    var name: String
    var quantity: Int
    var packed: Bool
    var leftBehind: Bool
    var pieceGrams: Double?
    var price: Double?
    var note: String?
    var url: String?
    var traveller: String?
    var bag: String?
    var inside: String?
    var worn: Int
    var consumable: Bool
    var essential: Bool
    var buy: Bool
    var unused: Bool
    var isPrivate: Bool
    var from: String?

    enum CodingKeys: String, CodingKey {
      case category, name, quantity, packed, leftBehind, pieceGrams, price, note, url, traveller
      case bag, inside, worn, consumable, essential, buy, unused, from
      case isPrivate = "private"
    }
  }

  /// One activity.
  struct Activity: Encodable {
    var name: String
    var done: Bool
  }

  var trip: TripAnswer
  var items: [Item]
  var activities: [Activity]
  var baseGrams: Double
  var packGrams: Double
  var skinOutGrams: Double

  init(_ trip: Trip, _ items: [PackingItem]) {
    self.trip = TripAnswer(trip)
    self.items = items.map { item in
      Item(
        category: item.category, name: item.name, quantity: item.quantity, packed: item.isPacked,
        leftBehind: item.isLeftBehind, pieceGrams: item.weight.map(Self.grams),
        price: item.priceInCents.map { Double($0) / 100 }, note: item.note, url: item.url,
        traveller: item.traveller, bag: item.bag, inside: item.parentName, worn: item.wornCount,
        consumable: item.isConsumable, essential: item.isEssential, buy: item.isToBuy,
        unused: item.isUnused, isPrivate: item.isPrivate, from: item.origin)
    }
    activities = trip.activities.sorted { $0.position < $1.position }.map {
      Activity(name: $0.name, done: $0.isDone)
    }
    let sums = WeightSums(of: items)
    baseGrams = Self.grams(sums.base)
    packGrams = Self.grams(sums.pack)
    skinOutGrams = Self.grams(sums.skinOut)
  }

  private static func grams(_ weight: Weight) -> Double { Double(weight.milligrams) / 1000 }
}
