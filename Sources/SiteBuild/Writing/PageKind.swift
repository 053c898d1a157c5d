import ContentReading
import ModelStore
import PackingLists
import Pages

/// A kind of page, or of file, that a site has: one type in a file of its own in `PageKinds/`, named
/// in ``PagePlanner/kinds``.
protocol PageKind: Sendable {
  /// The template of its pages: a site that has an empty one wants no such pages. Nil where there is none
  /// without which the kind has no sense.
  var template: String? { get }

  /// The files of this kind, and what each depends on.
  ///
  /// What a file shows has to be in its hash, and as little else as possible: the hash alone decides
  /// whether it is made again.
  /// - Parameters:
  ///   - site: The site.
  ///   - others: The files of the kinds before this one, for such as list them.
  /// - Returns: Files whose paths no other kind uses.
  /// - Throws: What the store throws, and `FileError` where a file cannot be looked at.
  func plans(of site: PlannedSite, after others: [PagePlan]) throws -> [PagePlan]
}

extension PageKind {
  /// Nil.
  var template: String? { nil }
}

/// What the files of a site are planned from.
struct PlannedSite {
  let site: Site
  /// The store, in step with the content.
  let store: ModelContext
  let configuration: SiteConfiguration
  let theme: Theme
  /// What was loaded: the trips in the order of their files, base lists, goals, the reading list.
  let content: LoadedContent
  /// The trips as lists show them, in the order of their addresses.
  let cards: [TripCard]
  /// The collections by name.
  let collections: [TripCollection]
  let pictures: ReadyPictures
  /// The files in `Content/` that pages link to.
  let files: [String]
  let environment: BuildEnvironment
  /// What every page shows of the site, and depends on.
  let frame: SiteFrame

  /// Takes in what the files of a site are planned from.
  init(
    site: Site, store: ModelContext, inputs: SiteFrame.Inputs, content: LoadedContent,
    cards: [TripCard], pictures: ReadyPictures, files: [String]
  ) {
    self.site = site
    self.store = store
    configuration = inputs.configuration
    theme = inputs.theme
    self.content = content
    self.pictures = pictures
    self.files = files
    environment = inputs.environment
    var cards = cards
    // To change one copies them all.
    if !pictures.photos.isEmpty {
      for index in cards.indices {
        cards[index].thumbnail = pictures.photos[cards[index].slug]?.thumbnail.map {
          PagePhoto(path: $0.outputPath, size: ($0.width, $0.height))
        }
      }
    }
    self.cards = cards
    collections = TripCollection.all(of: cards)
    frame = SiteFrame(
      inputs, TripFacts(of: cards).union(content.otherTrips),
      SiteFrame.Entries(
        hasGoals: content.goals != nil, hasReading: content.reading != nil,
        hasLists: !content.lists.isEmpty),
      leftOut: Set(content.leftOut.map(\.slug)))
  }

  /// What every page knows of the site.
  var info: SiteInfo { frame.info }

  /// The trips in the order of their files.
  var trips: [LoadedTrip] { content.trips }

  /// The hash of what every page depends on and of what one page shows besides.
  ///
  /// - Parameters:
  ///   - shown: What it shows.
  ///   - templates: The templates that count, for a page of which there are very many; nil for all.
  /// - Returns: The hash.
  func hash(
    _ shown: some Sequence<String>, madeBy templates: TemplatesHash? = nil
  ) -> StableHash {
    frame.hash(shown, madeBy: templates)
  }

  /// The same for a page that shows trips in a list.
  func hash(
    _ shown: some Sequence<String> = [], of cards: some Sequence<TripCard>,
    madeBy templates: TemplatesHash? = nil
  ) -> StableHash {
    var hash = hash(shown, madeBy: templates)
    for card in cards { card.add(to: &hash) }
    return hash
  }
}
