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
      text += "\n" + head(category, ItemTotals(of: members)) + "\n"
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
    return text + weights + bags + travellers
  }

  private func head(_ name: String, _ totals: ItemTotals) -> String {
    terminal.colored(TerminalText.cleaned(name), "1")
      + " · "
      + ([packed(totals)] + [totals.weight.map(text)].compactMap(\.self)).joined(separator: " · ")
  }

  private var facts: String {
    var facts = [trip.destination, trip.dates].compactMap(\.self)
    let totals = ItemTotals(of: items)
    let bar = ProgressBar.text(totals.packedCount, of: totals.count)
    facts.append(terminal.isTerminal ? "\(bar) \(packed(totals))" : packed(totals))
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
    let rows = [
      ["Base weight", sums.base.formatted(in: units), "carried, and not used up"],
      ["Pack weight", sums.pack.formatted(in: units), "with what is used up"],
      ["Skin-out weight", sums.skinOut.formatted(in: units), "with the pieces marked as worn"],
    ]
    return "\n" + TextTable.text(of: rows, rightAligned: [1])
  }

  // MARK: Who carries what, and where

  private var bags: String {
    // A bag weighs what hangs on the scale with it: pieces that are worn do not.
    var rows = BagTotals.ofBags(trip.bags, items: items).map { bag in
      var limit = bag.limit.map { "of \(text($0))" } ?? ""
      if let excess = bag.excess { limit += ", \(text(excess)) over its limit" }
      return [bag.name, packed(bag.totals), text(bag.totals.carriedWeight), limit]
    }
    let loose = ItemTotals(of: items.filter { $0.bag == nil })
    rows += rest(loose, loose.carriedWeight, "in no bag", after: rows)
    return section("Bags, without what is worn", rows)
  }

  private var travellers: String {
    var rows = ItemGroups.named(items, by: \.traveller, after: trip.travellers).map { name, items in
      let totals = ItemTotals(of: items)
      return [name, packed(totals), totals.weight.map(text) ?? ""]
    }
    let common = ItemTotals(of: items.filter { $0.traveller == nil })
    rows += rest(common, common.weight, "nobody in particular", after: rows)
    return section("Travellers", rows)
  }

  /// The row of what no other row counts, so that the rows come to all there is.
  private func rest(
    _ totals: ItemTotals, _ weight: Weight?, _ name: String, after rows: [[String]]
  ) -> [[String]] {
    guard !rows.isEmpty, totals.count > 0 else { return [] }
    return [["(\(name))", packed(totals), weight.map(text) ?? ""]]
  }

  private func section(_ title: String, _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    return "\n" + terminal.colored(title, "1") + "\n"
      + TextTable.text(of: rows.map { ["  " + $0[0]] + $0.dropFirst() }, rightAligned: [1, 2])
  }

  private func packed(_ totals: ItemTotals) -> String {
    "\(totals.packedCount) of \(totals.count) packed"
  }

  private func text(_ weight: Weight) -> String { weight.formatted(in: units) }
}
