import ContentReading
import ModelStore
import PackingLists
import Pages

/// A kind of page, or of file, that a site has: one type in a file of its own in `PageKinds/`, named
/// in ``PagePlanner/kinds``.
protocol PageKind: Sendable {
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

/// What the files of a site are planned from.
struct PlannedSite {
  let site: Site
  /// The store, in step with the content.
  let store: ModelContext
  let configuration: SiteConfiguration
  let theme: Theme
  /// The trips in the order of their files.
  let trips: [LoadedTrip]
  /// The trips as lists show them, in the order of their addresses.
  let cards: [TripCard]
  let pictures: ReadyPictures
  /// The files in `Content/` that pages link to.
  let files: [String]
  let environment: BuildEnvironment
  /// What every page knows of the site.
  let info: SiteInfo

  /// The hash of what every page depends on: the program, the configuration, the theme, and what
  /// pages know of the site.
  private let shared: StableHash

  /// Takes in what the files of a site are planned from.
  init(
    site: Site, store: ModelContext, configuration: SiteConfiguration, configurationHash: String,
    baseURL: String?, theme: Theme, trips: [LoadedTrip], pictures: ReadyPictures,
    files: [String], environment: BuildEnvironment
  ) throws {
    self.site = site
    self.store = store
    self.configuration = configuration
    self.theme = theme
    self.trips = trips
    self.pictures = pictures
    self.files = files
    self.environment = environment
    cards = try TripCard.all(in: store)
    func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
    info = SiteInfo(
      title: configuration.title, language: configuration.language, today: environment.today,
      generator: "Valise \(environment.version)",
      baseURL: nonEmpty(baseURL ?? configuration.baseURL),
      author: nonEmpty(configuration.author), units: configuration.units,
      currency: nonEmpty(configuration.currency),
      styleSheets: SiteInfo.StyleSheets(
        screen: theme.stylesheet("style"), print: theme.stylesheet("print")),
      assets: theme.assetPaths)
    var shared = StableHash()
    shared.add(environment.version)
    shared.add(environment.edition)
    shared.add(configurationHash)
    shared.add(info.baseURL ?? "")
    shared.add(theme.hash)
    self.shared = shared
  }

  /// The hash of what every page depends on and of what one page shows besides.
  func hash(_ shown: some Sequence<String>) -> StableHash {
    var hash = shared
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
