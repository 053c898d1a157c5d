/// A part of the site that pages lead to.
public enum SiteSection: Sendable, Hashable, CaseIterable {
  case trips, collections, activities, goals, reading, lists, reports, archive

  /// Its first page.
  public var address: PageAddress {
    switch self {
    case .trips: .home
    case .collections: .collections
    case .activities: .activities
    case .goals: .goals
    case .reading: .reading
    case .lists: .lists
    case .reports: .reports
    case .archive: .archive
    }
  }

  var word: Words.Word {
    switch self {
    case .trips: .trips
    case .collections: .collections
    case .activities: .activities
    case .goals: .goals
    case .reading: .readingList
    case .lists: .baseLists
    case .reports: .reports
    case .archive: .archive
    }
  }
}
