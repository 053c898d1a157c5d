public import Mustache
import PackingLists

/// The trips that belong together by the name of a collection.
public struct TripCollection: Sendable, Hashable {
  /// Its name, as its first trip has it.
  public let title: String
  /// Its address among collections.
  public let slug: String
  /// Its trips: those that start last first, those without days after them.
  public let trips: [TripCard]

  /// Sorts trips into their collections.
  ///
  /// Case and accents do not tell names apart. Where two names would have one address, the later
  /// one gets a number.
  /// - Parameter cards: All trips, in the order of their addresses.
  /// - Returns: The collections by name.
  public static func all(of cards: [TripCard]) -> [TripCollection] {
    var groups: [(title: String, trips: [TripCard])] = []
    var places: [String: Int] = [:]
    for card in cards {
      guard let title = card.collection else { continue }
      let key = foldedName(title)
      if let place = places[key] {
        groups[place].trips.append(card)
      } else {
        places[key] = groups.count
        groups.append((title, [card]))
      }
    }
    var taken: Set<String> = []
    return groups.sortedByName { NameOrder($0.title) }.map { title, trips in
      let name = PackingLists.slug(of: title)
      let plain = name.isEmpty ? "collection" : name
      var slug = plain
      var number = 2
      while !taken.insert(slug).inserted {
        slug = "\(plain)-\(number)"
        number += 1
      }
      return TripCollection(title: title, slug: slug, trips: trips.newestFirst)
    }
  }

  /// Its page.
  public var address: PageAddress { .collection(slug) }

  /// What pages show of it besides its trips, as a text that changes with it.
  public var facts: String {
    let numbers = [
      trips.count, nights, trips.compactMap { $0.start ?? $0.end }.min()?.rawValue ?? .min,
      trips.compactMap { $0.end ?? $0.start }.max()?.rawValue ?? .min,
    ]
    return "\(title)\n\(slug)\n\(numbers)"
  }

  /// How far its trips are packed, as a text that changes with it.
  public var progress: String {
    let counts = trips.reduce(into: (packed: 0, all: 0)) { sum, card in
      sum.packed += card.packedCount
      sum.all += card.itemCount
    }
    return "\(counts)"
  }

  private var nights: Int { trips.reduce(0) { $0 + ($1.nights ?? 0) } }

  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    let starts = trips.compactMap { $0.start ?? $0.end }
    let ends = trips.compactMap { $0.end ?? $0.start }
    return [
      ("title", .text(title)),
      ("href", .text(page.link(to: address))),
      ("tripCountText", .text(context.count(trips.count, of: .tripCount))),
      ("dates", .optional(context.days(from: starts.min(), to: ends.max()))),
      ("nights", nights > 0 ? .text(context.nights(nights)) : .null),
    ]
  }

  /// The same, and how far its trips are packed.
  fileprivate func membersAndCounts(
    on page: PageAddress, in context: PageContext
  ) -> [(String, MustacheValue)] {
    let packed = trips.reduce(0) { $0 + $1.packedCount }
    let items = trips.reduce(0) { $0 + $1.itemCount }
    return members(on: page, in: context)
      + ItemCounts(packed: packed, all: items, weight: nil).members(in: context)
  }
}

extension [TripCard] {
  /// Those that start last first, those without days after them, in the order of their addresses.
  public var newestFirst: [TripCard] { newest(count) }

  /// So many of them, or all where there are fewer.
  public func newest(_ most: Int) -> [TripCard] { newestPlaces.prefix(most).map { self[$0] } }

  /// The places of all of them in that order.
  public var newestPlaces: [Int] {
    // Places are sorted: a card is a hundred times as large.
    let starts = map { $0.start?.rawValue ?? .min }
    return indices.sorted { left, right in
      let (first, second) = (starts[left], starts[right])
      return first == second ? self[left].slug < self[right].slug : first > second
    }
  }
}

/// All collections.
public struct CollectionsPage: Page {
  private let collections: [TripCollection]

  /// Makes the page of some collections.
  public init(_ collections: [TripCollection]) { self.collections = collections }

  /// `collections.html`.
  public var address: PageAddress { .collections }
  /// `collections.mustache`.
  public var template: String { "collections" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    data(
      title: context.words[.collections], in: context,
      [
        (
          "collections",
          .list(
            collections.map {
              .object(MustacheObject($0.membersAndCounts(on: address, in: context)))
            })
        )
      ])
  }
}

/// One collection, or a part of its trips.
public struct CollectionPage: Page {
  private let collection: TripCollection
  private let series: PageSeries
  private let number: Int

  /// The pages of a collection.
  public static func series(of collection: TripCollection) -> PageSeries {
    PageSeries(at: collection.address, count: collection.trips.count, size: 100)
  }

  /// Makes a page of a collection, by the page's number from 1.
  public init(_ collection: TripCollection, number: Int) {
    self.collection = collection
    series = Self.series(of: collection)
    self.number = number
  }

  /// `collections/SLUG.html`.
  public var address: PageAddress { series.address(of: number) }
  /// `collection.mustache`.
  public var template: String { "collection" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let shown = collection.trips[series.entries(of: number)]
    let list = StructuredData.thing(
      "ItemList",
      [
        ("name", .text(collection.title)), ("numberOfItems", .number(collection.trips.count)),
        (
          "itemListElement",
          .list(
            shown.enumerated().map { index, card in
              .thing(
                "ListItem",
                [
                  ("position", .number(series.entries(of: number).lowerBound + index + 1)),
                  ("name", .text(card.title)),
                  (
                    "url",
                    context.site.baseURL.map { .text(PageAddress.trip(card.slug).url(under: $0)) }
                  ),
                ])
            })
        ),
      ])
    return data(
      PageHead(title: "\(collection.title) · \(context.site.title)", data: { list }), in: context,
      [
        (
          "collection", .object(MustacheObject(collection.members(on: address, in: context)))
        ),
        ("trips", TripSummary.list(shown, on: address, in: context)),
      ] + series.members(on: number, in: context))
  }
}
