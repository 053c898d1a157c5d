import PackingLists

/// Trips in an order of their own, kept as places among all: a card takes as much memory as sixty places,
/// and a large site would have each of them several times.
public struct OrderedCards: Sendable, RandomAccessCollection {
  private let cards: [TripCard]
  private let places: [Int32]

  private init(_ cards: [TripCard], at places: some Sequence<Int>) {
    self.cards = cards
    self.places = places.map(Int32.init)
  }

  /// Some trips by title; of one title the older first, those without days last, and then by address.
  ///
  /// - Parameters:
  ///   - cards: All trips, in the order of their addresses.
  ///   - isWanted: Which of them.
  /// - Returns: Those that are wanted.
  public static func byTitle(
    _ cards: [TripCard], where isWanted: (TripCard) -> Bool
  ) -> OrderedCards {
    let wanted = cards.indices.filter { isWanted(cards[$0]) }
    let names = wanted.map {
      NameOrder(cards[$0].title, position: cards[$0].start?.rawValue ?? .max)
    }
    return OrderedCards(cards, at: NameOrder.sortedIndices(of: names).lazy.map { wanted[$0] })
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// How many trips there are.
  public var endIndex: Int { places.count }

  /// A trip, by its place in the order.
  public subscript(index: Int) -> TripCard { cards[Int(places[index])] }
}
