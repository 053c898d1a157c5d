public import PackingLists

/// A trip's list in plain words, for a message.
public struct TripMessage {
  private let trip: Trip
  private let items: [PackingItem]
  private let context: PageContext

  /// Takes a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - items: Its items that may be told of, in the file's order.
  ///   - context: What all pages of the site share.
  public init(of trip: Trip, items: [PackingItem], in context: PageContext) {
    self.trip = trip
    self.items = items
    self.context = context
  }

  /// The list, a line an item, ending with a line break.
  public var text: String {
    let facts = [trip.destination, context.days(from: trip.start, to: trip.end)]
    var lines = [trip.title]
    let known = facts.compactMap(\.self)
    if !known.isEmpty { lines.append(known.joined(separator: " · ")) }
    let totals = ItemTotals(of: items)
    var progress = [context.progress(packed: totals.packedCount, of: totals.count)]
    if let weight = totals.weight { progress.append(context.text(weight)) }
    lines.append(progress.joined(separator: " · "))
    let along = items.filter { !$0.isLeftBehind }
    for (category, members) in ItemGroups.inOrder(along, trip.order) {
      lines += ["", category] + members.map(line)
    }
    let left = items.filter(\.isLeftBehind)
    if !left.isEmpty {
      lines += ["", context.words[.leftBehind]] + left.map { "– \($0.name)" }
    }
    let activities = trip.activities.filter { !$0.isLeftBehind }
      .sorted { $0.position < $1.position }
    if !activities.isEmpty {
      lines += ["", context.words[.activities]]
      lines += activities.map { "\($0.isDone ? "☑" : "☐") \($0.name)" }
    }
    return lines.map { Self.oneLine($0) + "\n" }.joined()
  }

  private func line(of item: PackingItem) -> String {
    var words = [item.isPacked ? "☑" : "☐", item.name]
    if item.quantity > 1 { words.append("×" + context.numbers.count(item.quantity)) }
    if item.isEssential { words.append("★") }
    let details = [item.totalWeight.map(context.text), item.traveller, item.bag]
      .compactMap(\.self)
    if !details.isEmpty { words.append("(\(details.joined(separator: ", ")))") }
    if let note = item.note, !note.isEmpty { words.append("– \(note)") }
    return words.joined(separator: " ")
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}
