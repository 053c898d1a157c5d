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
  /// What every page knows of the site.
  let info: SiteInfo

  /// The hash of what every page depends on: the program, the configuration, the theme, and what
  /// pages know of the site.
  private let shared: StableHash
  /// The same without the templates.
  private let sharedButTemplates: StableHash

  /// Takes in what the files of a site are planned from.
  init(
    site: Site, store: ModelContext, configuration: SiteConfiguration, configurationHash: String,
    baseURL: String?, theme: Theme, content: LoadedContent, cards: [TripCard],
    pictures: ReadyPictures, files: [String], environment: BuildEnvironment
  ) {
    self.site = site
    self.store = store
    self.configuration = configuration
    self.theme = theme
    self.content = content
    self.pictures = pictures
    self.files = files
    self.environment = environment
    var cards = cards
    for index in cards.indices {
      cards[index].thumbnail = pictures.photos[cards[index].slug]?.thumbnail.map {
        PagePhoto(path: $0.outputPath, size: ($0.width, $0.height))
      }
    }
    self.cards = cards
    collections = TripCollection.all(of: cards)
    let facts = TripFacts(of: cards).union(content.otherTrips)
    var info = Self.info(
      configuration, baseURL, theme, environment, hasCalendar: facts.contains(.dated),
      sections: Self.sections(content, facts))
    info.leftOut = Set(content.leftOut.map(\.slug))
    self.info = info
    var shared = StableHash()
    shared.add(environment.version)
    shared.add(environment.edition)
    shared.add(configurationHash)
    shared.add(info.baseURL ?? "")
    shared.add("\(info.sections) \(info.hasCalendar)")
    sharedButTemplates = shared
    shared.add(theme.hash)
    self.shared = shared
  }

  private static func info(
    _ configuration: SiteConfiguration, _ baseURL: String?, _ theme: Theme,
    _ environment: BuildEnvironment, hasCalendar: Bool, sections: [SiteSection]
  ) -> SiteInfo {
    func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
    var info = SiteInfo(
      title: configuration.title, language: configuration.language, today: environment.today,
      generator: "Valise \(environment.version)",
      baseURL: nonEmpty(baseURL ?? configuration.baseURL),
      author: nonEmpty(configuration.author), units: configuration.units,
      currency: nonEmpty(configuration.currency),
      styleSheets: SiteInfo.StyleSheets(
        screen: theme.stylesheet("style"), print: theme.stylesheet("print")),
      assets: theme.assetPaths)
    info.hasCalendar = hasCalendar
    info.homeCity = nonEmpty(configuration.homeCity)
    info.sections = sections
    return info
  }

  private static func sections(
    _ content: LoadedContent, _ facts: TripFacts
  ) -> [SiteSection] {
    SiteSection.allCases.filter { section in
      switch section {
      case .trips: true
      case .collections: facts.contains(.collected)
      case .activities: facts.contains(.active)
      case .goals: content.goals != nil
      case .reading: content.reading != nil
      case .lists: !content.lists.isEmpty
      case .reports: facts.contains(.packed)
      case .archive: facts.contains(.archived)
      }
    }
  }

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
    var hash = shared
    if let templates {
      hash = sharedButTemplates
      hash.mix(templates.value)
    }
    for text in shown { hash.add(text) }
    return hash
  }

  /// The same for a page that shows trips in a list.
  func hash(_ shown: some Sequence<String> = [], of cards: some Sequence<TripCard>) -> StableHash {
    var hash = hash(shown)
    for card in cards { card.add(to: &hash) }
    return hash
  }
}
