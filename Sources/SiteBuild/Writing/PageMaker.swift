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
      Self.jobs(of: plans)[...],
      makeState: {
        (store: ModelContext(container), slot: slots.add(1, ordering: .relaxed).oldValue)
      }
    ) { plans, worker in
      let contents = try contents(of: plans, from: worker.store, in: pageContext)
      return try zip(plans, contents).map { plan, content in
        var made = MadePage(plan: plan, problems: content.problems)
        guard let bytes = content.bytes, made.problems.isEmpty, let output else { return made }
        made.isMade = true
        made.isWritten = try output.write(bytes, to: plan.path, slot: worker.slot)
        return made
      }
    }.flatMap(\.self)
  }

  /// Puts the pages of one trip together: they are made from the same objects.
  private static func jobs(of plans: ArraySlice<PagePlan>) -> [ArraySlice<PagePlan>] {
    var jobs: [ArraySlice<PagePlan>] = []
    var start = plans.startIndex
    for index in plans.indices where index > start {
      if let slug = plans[start].source.slug, plans[index].source.slug == slug { continue }
      jobs.append(plans[start..<index])
      start = index
    }
    if start < plans.endIndex { jobs.append(plans[start...]) }
    return jobs
  }

  /// What belongs in a file.
  private struct Content {
    /// Nil where it cannot be made.
    var bytes: [UInt8]?
    var problems: [TemplateProblem] = []
  }

  /// What belongs in the files of one job.
  private func contents(
    of plans: ArraySlice<PagePlan>, from store: ModelContext, in context: PageContext
  ) throws -> [Content] {
    guard let source = plans.first?.source else { return [] }
    switch source {
    case .bytes(let known): return [Content(bytes: known)]
    case .file(let path): return [Content(bytes: try readFile(site.path(path)))]
    case .home:
      let page = HomePage(today: environment.today)
      let rendered = try page.render(from: store, with: theme.library, in: context)
      return [content(of: rendered)]
    case .trip(let slug, _):
      guard let trip = try trip(slug, in: store) else { return plans.map { _ in Content() } }
      return try TripPage.render(
        trip, for: plans.compactMap(\.source.medium), photo: photo(of: slug), from: store,
        with: theme.library, in: context
      ).map { content(of: $0) }
    }
  }

  /// A page's bytes; even a template that is not whole tells what else is wrong with it.
  private func content(of page: RenderedPage) -> Content {
    Content(bytes: theme.isComplete(page.template) ? page.bytes : nil, problems: page.problems)
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
        screen: theme.stylesheet("style"), print: theme.stylesheet("print")),
      assets: theme.assetPaths)
  }
}
