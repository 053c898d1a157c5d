/// A part of the site that pages lead to.
public enum SiteSection: Sendable, Hashable, CaseIterable {
  case trips, collections, activities, goals, reading, lists, archive

  /// Its first page.
  public var address: PageAddress {
    switch self {
    case .trips: .home
    case .collections: .collections
    case .activities: .activities
    case .goals: .goals
    case .reading: .reading
    case .lists: .lists
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
    case .archive: .archive
    }
  }
}
