public import Mustache
public import PackingLists

/// What pages say of a base list beside its items.
public struct BaseListCard: Sendable, Hashable {
  /// The name by which trips include it, and its address.
  public var name: String
  /// Its title.
  public var title: String
  /// How many items it has.
  public var itemCount: Int
  /// How many trips include it.
  public var tripCount: Int

  /// Describes a list.
  public init(name: String, title: String, itemCount: Int, tripCount: Int) {
    self.name = name
    self.title = title
    self.itemCount = itemCount
    self.tripCount = tripCount
  }

  func members(on page: PageAddress, in context: PageContext) -> [(String, MustacheValue)] {
    [
      ("name", .text(name)),
      ("title", .text(title)),
      ("href", .text(page.link(to: .list(name)))),
      ("itemCountText", .text(context.count(itemCount, of: .itemCount))),
      ("tripCountText", .text(context.count(tripCount, of: .tripCount))),
    ]
  }
}

/// All base lists.
public struct BaseListsPage: Page {
  private let lists: [BaseListCard]

  /// Makes the page of some lists.
  public init(_ lists: [BaseListCard]) { self.lists = lists }

  /// `lists.html`.
  public var address: PageAddress { .lists }
  /// `lists.mustache`.
  public var template: String { "lists" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    data(
      title: context.words[.baseLists], in: context,
      [
        (
          "lists",
          .list(lists.map { .object(MustacheObject($0.members(on: address, in: context))) })
        )
      ])
  }
}

/// A base list, and the trips that include it.
public struct BaseListPage: Page {
  private let list: BaseListCard
  private let content: Trip
  private let items: [PackingItem]
  private let trips: [TripCard]

  /// How many trips a page names.
  public static let shownTripCount = 50

  /// Makes the page of a list.
  ///
  /// - Parameters:
  ///   - list: What pages say of it.
  ///   - content: What else it says, as a trip that is in no store has it.
  ///   - items: Its items, which need not lead to that trip.
  ///   - trips: Trips that include it, in the order to show.
  public init(_ list: BaseListCard, content: Trip, items: [PackingItem], trips: [TripCard]) {
    self.list = list
    self.content = content
    self.items = items
    self.trips = trips
  }

  /// `lists/NAME.html`.
  public var address: PageAddress { .list(list.name) }
  /// `list.mustache`.
  public var template: String { "list" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let groups = ItemGroups.inOrder(items.filter { !$0.isPrivate }, content.order)
    let (opening, categories) = CategoryGroup.groups(
      of: groups.map { ($0.category, $0.items) }, prose: content.prose, order: content.order)
    return data(
      title: list.title, in: context,
      [
        ("list", .object(MustacheObject(list.members(on: address, in: context)))),
        ("introduction", .text(content.introductionHTML)),
        ("hasIntroduction", .bool(!content.introductionHTML.isEmpty)),
        ("openingProse", .list(opening.map { ["html": .text($0)] })),
        ("categories", CategoryGroup.list(categories, in: context)),
        ("trips", TripSummary.list(trips, on: address, in: context)),
        ("hasTrips", .bool(!trips.isEmpty)),
      ])
  }
}
