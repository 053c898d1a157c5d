import Foundation
import ModelStore
public import Mustache
public import PackingLists

/// The front page: trips to come, the latest ones, all of them, and the archive.
public struct HomePage: Page {
  @Query private var upcoming: [Trip]
  @Query private var recent: [Trip]
  @Query(filter: #Predicate { !$0.isArchived }, sort: \.slug) private var all: [Trip]
  @Query(filter: #Predicate { $0.isArchived }, sort: \.slug) private var archive: [Trip]

  /// Names the front page of a day.
  ///
  /// - Parameter today: Trips that start on it or later are to come.
  public init(today: CalendarDay) {
    let never = CalendarDay(rawValue: .min)
    let always = CalendarDay(rawValue: .max)
    _upcoming = Query(
      filter: #Predicate { !$0.isArchived && ($0.start ?? never) >= today },
      sort: [SortDescriptor(\.start), SortDescriptor(\.title)])
    _recent = Query(
      FetchDescriptor(
        predicate: #Predicate { !$0.isArchived && ($0.start ?? always) < today },
        sortBy: [SortDescriptor(\.start, order: .reverse), SortDescriptor(\.title)],
        fetchLimit: Self.recentCount))
  }

  private static let recentCount = 5

  /// `index.html`.
  public var address: PageAddress { .home }
  /// `home.mustache`.
  public var template: String { "home" }

  /// What `home.mustache` is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let lists = TripLists(upcoming: upcoming, recent: recent, all: all, archive: archive)
    return data(
      kind: "home", title: context.site.title, styleSheet: context.site.styleSheets.screen,
      in: context, lists.members(on: address, in: context))
  }
}
