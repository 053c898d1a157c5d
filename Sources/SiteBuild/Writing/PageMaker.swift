import ContentReading
import Files
import ModelStore
import Mustache
import PackingLists
import Pages
import Synchronization

/// What came of making one file of the site.
struct MadePage: Sendable {
  var plan: PagePlan
  /// The hash of its bytes.
  var contentHash = ""
  /// Whether it could be made; otherwise what was published last stays.
  var isMade = false
  /// Whether it differs from what was there, and was written.
  var isWritten = false
  /// What is wrong with its templates.
  var problems: [TemplateProblem] = []
}

/// Makes the files of a site: renders pages from the store, and writes them.
struct PageMaker: Sendable {
  let site: Site
  let container: ModelContainer
  let configuration: SiteConfiguration
  let baseURL: String?
  let theme: Theme
  let pictures: ReadyPictures
  let environment: BuildEnvironment

  /// Makes files on all cores, each core with a store context of its own.
  ///
  /// - Parameters:
  ///   - plans: What to make.
  ///   - output: Where to write; nil makes pages only to see what is wrong with them.
  /// - Returns: What came of each plan, in their order.
  /// - Throws: `FileError`, and what the store throws.
  func make(
    _ plans: ArraySlice<PagePlan>, writingTo output: OutputFolder?
  ) throws -> [MadePage] {
    let pageContext = PageContext(site: siteInfo)
    let slots = Atomic<Int>(0)
    return try concurrentMap(
      plans,
      makeState: {
        (store: ModelContext(container), slot: slots.add(1, ordering: .relaxed).oldValue)
      }
    ) { plan, worker in
      var made = MadePage(plan: plan)
      let bytes: [UInt8]
      switch plan.source {
      case .bytes(let known): bytes = known
      case .file(let path): bytes = try readFile(site.path(path))
      case .home, .trip, .print:
        guard let page = try page(plan.source, from: worker.store) else { return made }
        let rendered = try page.render(
          from: worker.store, with: theme.library, in: pageContext)
        made.problems = rendered.problems
        // Even a template that is not whole tells what else is wrong with it.
        guard theme.isComplete(page.template) else { return made }
        bytes = rendered.bytes
      }
      guard made.problems.isEmpty, let output else { return made }
      made.isMade = true
      made.contentHash = StableHash(of: bytes).text
      made.isWritten = try output.write(bytes, to: plan.path, slot: worker.slot)
      return made
    }
  }

  /// A page; nil where its trip is not in the store.
  private func page(
    _ source: PagePlan.Source, from store: ModelContext
  ) throws -> (any Page)? {
    switch source {
    case .home: HomePage(today: environment.today)
    case .trip(let slug):
      try trip(slug, in: store).map { TripPage(trip: $0, photo: photo(of: slug)) }
    case .print(let slug):
      try trip(slug, in: store).map { TripPage(trip: $0, for: .paper, photo: photo(of: slug)) }
    case .bytes, .file: nil
    }
  }

  private func trip(_ slug: String, in store: ModelContext) throws -> Trip? {
    try store.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })).first
  }

  private func photo(of slug: String) -> PagePhoto? {
    pictures.photos[slug].map { PagePhoto(path: $0.outputPath, size: ($0.width, $0.height)) }
  }

  private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  private var siteInfo: SiteInfo {
    SiteInfo(
      title: configuration.title, language: configuration.language, today: environment.today,
      generator: "Valise \(environment.version)",
      baseURL: Self.nonEmpty(baseURL ?? configuration.baseURL),
      author: Self.nonEmpty(configuration.author), units: configuration.units,
      currency: Self.nonEmpty(configuration.currency),
      styleSheets: SiteInfo.StyleSheets(
        screen: theme.stylesheet("style"), print: theme.stylesheet("print")))
  }
}
