import ContentReading
import Diagnostics
import Files
import ModelStore
import Mustache
import PackingLists
import Pages
import Synchronization

/// What was done to the output folder.
struct WrittenOutput: Sendable {
  var pageCount = 0
  var writtenCount = 0
  var removedCount = 0
  var diagnostics: [Diagnostic] = []
}

/// Brings the output folder in step with the store: renders what changed, writes what differs,
/// removes what is gone.
struct PageStage {
  let site: Site
  let container: ModelContainer
  let configuration: SiteConfiguration
  let configurationHash: String
  let baseURL: String?
  let theme: Theme
  let trips: [LoadedTrip]
  let pictures: ReadyPictures
  /// The files in `Content/` that pages link to.
  let files: [String]
  let environment: BuildEnvironment

  /// How many pages are rendered before anybody looks whether to stop: bounds the memory.
  private static let batchSize = 200

  // MARK: Doing it

  /// Writes what differs.
  ///
  /// The order makes a build that is killed anywhere harmless: the records of what will be written
  /// are cleared first, and filled when the files are on the disk.
  ///
  /// - Parameters:
  ///   - output: The output folder.
  ///   - isForced: Whether everything is rendered anew.
  ///   - progress: Told how far the work is.
  /// - Returns: What was done, and what is wrong with the templates.
  /// - Throws: `FileError`, `CancellationError`, and what the store throws.
  func write(
    to output: OutputFolder, isForced: Bool, progress: (BuildProgress) -> Void
  ) throws -> WrittenOutput {
    let plans = try plans()
    let folder = output.path
    let context = ModelContext(container)
    var records: [String: WrittenPage] = [:]
    let ofThisFolder = FetchDescriptor<WrittenPage>(predicate: #Predicate { $0.output == folder })
    for record in try context.fetch(ofThisFolder) { records[record.path] = record }
    if records.isEmpty {
      for path in try Manifest.paths(in: output) {
        let record = WrittenPage(output: folder, path: path, inputsHash: "", contentHash: "")
        context.insert(record)
        records[path] = record
      }
    }

    var written = WrittenOutput(pageCount: plans.count(where: \.isPage))
    var due: [PagePlan] = []
    for plan in plans {
      guard let hash = plan.inputsHash else { continue }
      let isKnown = try records[plan.path]?.inputsHash == hash && output.has(plan.path)
      if !isKnown || isForced { due.append(plan) }
    }
    for plan in due {
      if let record = records[plan.path] {
        record.inputsHash = ""
      } else {
        let record = WrittenPage(output: folder, path: plan.path, inputsHash: "", contentHash: "")
        context.insert(record)
        records[plan.path] = record
      }
    }
    try context.save()

    progress(.finished("compared \(plans.count) files of the site, \(due.count) of them to make"))

    var problems = ProblemSet(theme)
    var done = 0
    for batch in due.chunks(of: Self.batchSize) {
      if environment.isCancelled() { throw CancellationError() }
      for made in try makeAll(batch, writingTo: output) {
        problems.add(made.problems)
        guard made.isMade else { continue }
        records[made.plan.path]?.contentHash = made.contentHash
        records[made.plan.path]?.inputsHash = made.plan.inputsHash ?? ""
        if made.isWritten { written.writtenCount += 1 }
      }
      done += batch.count
      progress(.rendering(done: done, of: due.count))
    }

    progress(.finished("made \(due.count) files, wrote \(written.writtenCount)"))

    let planned = Set(plans.map(\.path))
    let stale = records.filter { !planned.contains($0.key) }.sorted { $0.key < $1.key }
    for (path, record) in stale {
      if try output.has(path) { written.removedCount += 1 }
      try output.remove(path)
      context.delete(record)
    }
    if !due.isEmpty || !stale.isEmpty {
      _ = try output.write(Manifest.bytes(of: planned), to: Manifest.name, slot: 0)
      try output.finish()
    }
    try context.save()
    progress(.finished("made it durable, and took note of it"))
    written.diagnostics = problems.diagnostics
    return written
  }

  /// Renders every page and keeps none.
  ///
  /// - Parameter progress: Told how far the work is.
  /// - Returns: What is wrong with the templates.
  /// - Throws: `CancellationError`, and what the store throws.
  func check(progress: (BuildProgress) -> Void) throws -> [Diagnostic] {
    let pages = try plans().filter { $0.isPage && $0.inputsHash != nil }
    var problems = ProblemSet(theme)
    var done = 0
    for batch in pages.chunks(of: Self.batchSize) {
      if environment.isCancelled() { throw CancellationError() }
      for made in try makeAll(batch, writingTo: nil) { problems.add(made.problems) }
      done += batch.count
      progress(.rendering(done: done, of: pages.count))
    }
    return problems.diagnostics
  }

  // MARK: What there is to do

  private func plans() throws -> [PagePlan] {
    var shared = StableHash()
    shared.add(environment.version)
    shared.add(configurationHash)
    shared.add(baseURL ?? "")
    shared.add(theme.hash)
    var plans: [PagePlan] = []
    plans.reserveCapacity(trips.count * 2 + 8)
    var home = shared
    home.add(environment.today.description)
    for trip in trips {
      home.add(trip.slug)
      home.add(trip.fingerprint)
      var hash = shared
      hash.add(trip.fingerprint)
      if let photo = pictures.photos[trip.slug] {
        for part in [photo.outputPath, String(photo.width), String(photo.height)] { hash.add(part) }
      }
      let inputs = trip.isCurrent ? hash.text : nil
      plans.append(
        PagePlan(
          path: PageAddress.trip(trip.slug).path, source: .trip(slug: trip.slug),
          inputsHash: inputs))
      plans.append(
        PagePlan(
          path: PageAddress.print(trip.slug).path, source: .print(slug: trip.slug),
          inputsHash: inputs))
      if let photo = pictures.photos[trip.slug] {
        plans.append(plan(of: photo))
      }
    }
    plans.append(PagePlan(path: PageAddress.home.path, source: .home, inputsHash: home.text))
    for sheet in theme.stylesheets {
      plans.append(
        PagePlan(
          path: sheet.path, source: .bytes(sheet.bytes),
          inputsHash: StableHash(of: sheet.bytes).text))
    }
    for file in files {
      if let picture = pictures.linked[file] {
        plans.append(plan(of: picture))
      } else if !PictureStage.isPicture(file),
        let status = try FileStatus.ifPresent(site.path(file))
      {
        plans.append(
          PagePlan(
            path: SiteLink.outputPath(of: file), source: .file(file),
            inputsHash: "\(status.size) \(status.modified) \(status.inode)"))
      }
    }
    return plans
  }

  private func plan(of picture: ReadyPicture) -> PagePlan {
    PagePlan(
      path: picture.outputPath, source: .file(picture.cachePath),
      inputsHash: "\(picture.cachePath) \(picture.version)")
  }

  // MARK: Making pages

  private struct MadePage: Sendable {
    var plan: PagePlan
    var contentHash = ""
    /// Whether it could be made; otherwise what was published last stays.
    var isMade = false
    var isWritten = false
    var problems: [TemplateProblem] = []
  }

  /// Makes files on all cores, each core with a store context of its own; without an output folder
  /// nothing is written.
  private func makeAll(
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
        guard let page = try render(plan.source, from: worker.store, pageContext) else {
          return made
        }
        made.problems = page.problems
        bytes = page.bytes
      }
      guard made.problems.isEmpty, let output else { return made }
      made.isMade = true
      made.contentHash = StableHash(of: bytes).text
      made.isWritten = try output.write(bytes, to: plan.path, slot: worker.slot)
      return made
    }
  }

  /// A page; nil where its template is not whole, or its trip is not in the store.
  private func render(
    _ source: PagePlan.Source, from store: ModelContext, _ pageContext: PageContext
  ) throws -> RenderedPage? {
    guard let page = try page(source, from: store), theme.isComplete(page.template) else {
      return nil
    }
    return try page.render(from: store, with: theme.library, in: pageContext)
  }

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
      currency: configuration.currency,
      styleSheets: SiteInfo.StyleSheets(
        screen: theme.stylesheet("style"), print: theme.stylesheet("print")))
  }
}

/// The problems of templates, each once though a thousand pages meet it.
private struct ProblemSet {
  private let theme: Theme
  private var seen: Set<TemplateProblem> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ theme: Theme) {
    self.theme = theme
    // What compiling found is reported by the theme itself.
    seen = Set(theme.library.problems)
  }

  mutating func add(_ problems: [TemplateProblem]) {
    for problem in problems where seen.insert(problem).inserted {
      diagnostics.append(theme.diagnostic(problem))
    }
  }
}
