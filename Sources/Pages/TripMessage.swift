public import Mustache
public import PackingLists

/// A trip's list in plain words, for a message.
///
/// No text in it runs over a line, so that what is one item there is one here.
public struct TripMessage: Page {
  private let trip: Trip
  private let items: [PackingItem]

  /// Takes a trip.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - items: Its items that may be told of, in the file's order.
  public init(of trip: Trip, items: [PackingItem]) {
    self.trip = trip
    self.items = items
  }

  /// `print/message.txt`: no build writes it.
  public var address: PageAddress { PageAddress(path: "print/message.txt") }

  /// `reports/message`.
  public var template: String { "reports/message" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let totals = ItemTotals(of: items)
    let left = items.filter(\.isLeftBehind)
    let groups = ItemGroups.inOrder(items.filter { !$0.isLeftBehind }, trip.order)
    let activities = trip.activities.filter { !$0.isLeftBehind }
      .sorted { $0.position < $1.position }
    let dates = context.days(from: trip.start, to: trip.end)
    return data(
      PageHead(title: trip.title), in: context,
      [
        ("title", Self.line(trip.title)),
        ("destination", Self.line(trip.destination)),
        ("dates", Self.line(dates)),
        ("hasFacts", .bool(trip.destination != nil || dates != nil)),
        ("progressText", .text(context.progress(packed: totals.packedCount, of: totals.count))),
        ("weight", .optional(totals.weight.map(context.text))),
        (
          "categories",
          .list(
            groups.map { category, members in
              [
                "title": Self.line(category),
                "items": .list(members.map { item($0, in: context) }),
              ]
            })
        ),
        ("leftBehind", .list(left.map { item($0, in: context) })),
        ("hasLeftBehind", .bool(!left.isEmpty)),
        (
          "activities",
          .list(activities.map { ["name": Self.line($0.name), "isDone": .bool($0.isDone)] })
        ),
        ("hasActivities", .bool(!activities.isEmpty)),
      ])
  }

  private func item(_ item: PackingItem, in context: PageContext) -> MustacheValue {
    let details = [item.totalWeight.map(context.text), item.traveller, item.bag]
      .compactMap(\.self)
    return [
      "name": Self.line(item.name),
      "isPacked": .bool(item.isPacked),
      "quantityText":
        item.quantity > 1 ? .text("×" + context.numbers.count(item.quantity)) : .null,
      "isEssential": .bool(item.isEssential),
      "details": .list(
        details.enumerated().map { index, text in
          ["text": Self.line(text), "isLast": .bool(index == details.count - 1)]
        }),
      "hasDetails": .bool(!details.isEmpty),
      "note": Self.line(item.note.flatMap { $0.isEmpty ? nil : $0 }),
    ]
  }

  private static func line(_ text: String?) -> MustacheValue {
    .optional(text.map { $0.split(whereSeparator: \.isNewline).joined(separator: "; ") })
  }
}
