public import ContentReading
import Diagnostics
import Files
import ModelStore
import PackingLists
import Pages

/// What a person asks of a build.
public struct BuildOptions: Sendable {
  /// Where to write, relative to the site; nil for `Output/`.
  public var output: String?
  /// Where the site will be; nil for what `valise.yml` says.
  public var baseURL: String?
  /// Whether everything is read and rendered anew.
  public var isForced: Bool
  /// Who is to see the pages.
  public var audience: Audience

  /// Makes options.
  public init(
    output: String? = nil, baseURL: String? = nil, isForced: Bool = false,
    audience: Audience = .everyone
  ) {
    self.output = output
    self.baseURL = baseURL
    self.isForced = isForced
    self.audience = audience
  }
}

/// What came of a build.
public struct BuildReport: Sendable {
  /// How many trips the site has.
  public var tripCount = 0
  /// How many items they have together.
  public var itemCount = 0
  /// How many of the trips no page shows: drafts, and archived ones where the site says so.
  public var leftOutCount = 0
  /// How many pages the site has.
  public var pageCount = 0
  /// How many files were made anew, also those that turned out as they were.
  public var madeCount = 0
  /// How many files were written, since they differed from what was there.
  public var writtenCount = 0
  /// The paths of these files in the output folder.
  public var writtenPaths: [String] = []
  /// How many files were removed, since no page belongs there any more.
  public var removedCount = 0
  /// The paths of these files in the output folder.
  public var removedPaths: [String] = []
  /// Everything that is wrong, in the order of files and lines.
  public var diagnostics: [Diagnostic] = []
  /// The settings that it was built with.
  public var configuration = SiteConfiguration()
}

extension BuildReport {
  /// Takes note of what was done to the output folder.
  mutating func note(_ written: WrittenOutput) {
    pageCount = written.pageCount
    madeCount = written.madeCount
    writtenCount = written.writtenPaths.count
    writtenPaths = written.writtenPaths
    removedCount = written.removedPaths.count
    removedPaths = written.removedPaths
    diagnostics += written.diagnostics
    diagnostics.sort()
  }
}

/// The content of a site in its store, for commands that ask about it.
public struct SiteContent {
  /// The store, in step with the files.
  public let container: ModelContainer
  /// The site's settings.
  public let configuration: SiteConfiguration
  /// What is wrong with the content.
  public let diagnostics: [Diagnostic]

  // The lock is held as long as somebody looks at the store.
  private let lock: FileLock

  init(_ opened: OpenedSite, diagnostics: [Diagnostic]) {
    container = opened.container
    configuration = opened.configuration
    lock = opened.lock
    self.diagnostics = diagnostics
  }
}

/// Builds a site: reads what changed, writes what differs.
public struct SiteBuilder {
  let site: Site
  let environment: BuildEnvironment
  let progress: (BuildProgress) -> Void
  let searchPath: String

  /// Makes a builder.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - environment: What it takes from the world.
  ///   - searchPath: Where programs are looked for, as in `PATH`.
  ///   - progress: Told how far the work is.
  public init(
    site: Site, environment: BuildEnvironment, searchPath: String,
    progress: @escaping (BuildProgress) -> Void = { _ in }
  ) {
    self.site = site
    self.environment = environment
    self.searchPath = searchPath
    self.progress = progress
  }

  /// Builds the site.
  ///
  /// - Parameter options: What is asked.
  /// - Returns: What was done, and everything that is wrong with the content.
  /// - Throws: `Diagnostic` and `FileError` where the machine does not let it go on,
  ///   `CancellationError` where the person wants it to stop. Whatever was thrown, what was written
  ///   before is whole, and the next build finishes the work.
  public func build(_ options: BuildOptions = BuildOptions()) throws -> BuildReport {
    var look: BuildLook?
    var theme: Background<Theme>?
    var listing: Background<OutputFolder.Listing>?
    return try withSite { locked in
      if locked.isConfigured, !options.isForced {
        let output = try outputPath(options)
        // The machine takes as long for it as for looking at all lists, and both at once where there
        // are many: to start a thread takes a tenth of a build that finds nothing changed.
        if try FileStatus.ifPresent(site.storePath)?.size ?? 0 > Self.largeStore {
          listing = Background { try OutputFolder.Listing(ofTripsIn: output) }
        }
        look = try BuildLook(
          at: site, locked, environment, output: output, options,
          tool: PictureTool(searchPath: searchPath))
        if let report = try look.flatMap({ try unchanged($0, locked) }) { return report }
      }
      // Compiled while the store is opened.
      theme = readTheme(locked.configuration)
      return nil
    } _: { opened, notes in
      let outputPath = try self.outputPath(options)
      let recorded = Background { [container = opened.container, listing] in
        try RecordedPages(of: outputPath, listing?.value(), in: container)
      }
      var report = BuildReport(diagnostics: notes, configuration: opened.configuration)
      let inputs = try frameInputs(opened, theme, baseURL: options.baseURL, into: &report)
      let scan = try look?.takeScan() ?? SourceScan(of: site)
      let output = try OutputFolder(outputPath)
      // Only a store without trips is worth waiting for what is known of the output.
      let early =
        try opened.isConfigured && !options.isForced
        && SiteStore.hasNoTrips(opened.container) && recorded.value().isEmpty
        ? EarlyPages(inputs, scan, to: output, in: opened.container) : nil
      let content = try load(
        opened, consume scan, isForced: options.isForced, early: early, into: &report)
      let stage = try pageStage(opened, content, inputs, for: options.audience, into: &report)
      guard opened.isConfigured else {
        report.diagnostics += try stage.check(progress: progress)
        report.diagnostics.sort()
        return report
      }
      let written = try stage.write(
        to: output, recorded: recorded, early: early, isForced: options.isForced,
        progress: progress)
      report.note(written)
      try note(look, content, written.folders.union(stage.theme.placesLookedAt), report)
      letGo(consume stage)
      letGo(consume content)
      return report
    }
  }

  /// The size of a store of some hundred trips, in bytes.
  private static let largeStore = 8 << 20

  /// What the last build reported, if nothing has changed since then.
  private func unchanged(_ look: BuildLook, _ locked: LockedSite) throws -> BuildReport? {
    guard let snapshot = try BuildSnapshot.read(of: site) else { return nil }
    guard snapshot.holds(look), try StoreSeal(of: site).isWhole() else {
      // Whatever happens to this build, its successor does not take it for done.
      try BuildSnapshot.remove(of: site)
      return nil
    }
    progress(.finished("found nothing changed since the last build"))
    return snapshot.report(of: locked)
  }

  /// Takes note of a build, for the next to see whether anything has changed.
  private func note(
    _ look: BuildLook?, _ content: LoadedContent, _ places: Set<String>, _ report: BuildReport
  ) throws {
    guard let look else { return }
    var paths = places
    paths.formUnion(LinkCheck.placesLookedAt(content))
    paths.formUnion(content.trips.lazy.compactMap(\.photo?.value))
    try BuildSnapshot(look, report, lookedAt: paths)?.write(of: site)
  }

  /// Reads and renders the whole site and writes no page.
  ///
  /// - Parameter days: How many days before a trip its essentials are looked at.
  /// - Returns: What the site has, and everything that is wrong with it.
  /// - Throws: As ``build(_:)`` does.
  public func check(days: Int = 7) throws -> BuildReport {
    try withSite { opened, notes in
      var report = BuildReport(diagnostics: notes)
      let content = try load(opened, isForced: false, into: &report)
      let inputs = try frameInputs(opened, baseURL: nil, into: &report)
      let stage = try pageStage(opened, content, inputs, for: .author, into: &report)
      report.diagnostics += try stage.check(progress: progress)
      report.diagnostics += try checkLists(opened, days: days)
      report.diagnostics.sort()
      return report
    }
  }

  /// What is probably wrong with lists that can be read: they are all read once more for it, since
  /// the store does not keep their lines.
  private func checkLists(_ opened: OpenedSite, days: Int) throws -> [Diagnostic] {
    let scan = try SourceScan(of: site)
    let reader = TripFileReader(
      of: scan, site: site, configuration: opened.configuration,
      configurationHash: opened.configurationHash, environment: environment)
    let check = TripCheck(
      configuration: opened.configuration, today: environment.today, days: days)
    return try concurrentMap(scan.trips[...], makeState: {}) { entry, _ in
      reader.read(entry).draft.map(check.problems) ?? []
    }.flatMap(\.self)
  }

  /// Brings the store in step with the files.
  ///
  /// - Returns: The store, and what is wrong with the content.
  /// - Throws: As ``build(_:)`` does.
  public func loadContent() throws -> SiteContent {
    try withSite { opened, notes in
      var report = BuildReport(diagnostics: notes)
      _ = try load(opened, isForced: false, into: &report)
      return SiteContent(opened, diagnostics: report.diagnostics.sorted())
    }
  }

  /// Brings the store in step with the files, and gathers what reports are made with.
  ///
  /// - Returns: The store, the templates, the pictures that texts show, and what is wrong.
  /// - Throws: As ``build(_:)`` does.
  public func loadReportSource() throws -> ReportSource {
    try withSite { opened, notes in
      var report = BuildReport(diagnostics: notes)
      let content = try load(opened, isForced: false, into: &report)
      let inputs = try frameInputs(opened, baseURL: nil, into: &report)
      let (planned, _) = try plannedSite(opened, content, inputs, for: .author, into: &report)
      return ReportSource(
        planned, content: SiteContent(opened, diagnostics: report.diagnostics.sorted()))
    }
  }

  // MARK: Steps

  /// Opens the site for some work, and once more with a new store where the old one proves unfit.
  ///
  /// - Parameters:
  ///   - shortcut: Asked before the store is opened: a result makes the work needless.
  ///   - work: The work.
  /// - Returns: What the shortcut or the work gives.
  /// - Throws: What they throw, and as ``build(_:)`` does.
  func withSite<Result>(
    unless shortcut: (LockedSite) throws -> Result? = { _ in nil },
    _ work: (OpenedSite, _ notes: [Diagnostic]) throws -> Result
  ) throws -> Result {
    let locked = try LockedSite(site, progress)
    if let result = try shortcut(locked) { return result }
    do {
      let opened = try OpenedSite(site, locked, startsAfresh: false)
      let result = try work(opened, opened.diagnostics)
      try StoreSeal(of: site).close(opened.container)
      return result
    } catch  where SiteStore.isUnfit(error) {
      let opened = try OpenedSite(site, locked, startsAfresh: true)
      let result = try work(opened, opened.diagnostics + [.storeReplaced(error)])
      try StoreSeal(of: site).close(opened.container)
      return result
    }
  }

  func load(
    _ opened: OpenedSite, _ scan: consuming SourceScan? = nil, isForced: Bool, shard: Shard? = nil,
    early: EarlyPages? = nil, into report: inout BuildReport
  ) throws -> LoadedContent {
    let content = try ContentLoader(
      site: site, configuration: opened.configuration,
      configurationHash: opened.configurationHash, container: opened.container,
      environment: environment, isForced: isForced, shard: shard, early: early,
      progress: progress
    ).load(scan ?? SourceScan(of: site))
    report.diagnostics += content.diagnostics
    report.tripCount = content.trips.count
    report.itemCount = content.trips.reduce(0) { $0 + $1.itemCount }
    return content
  }

  private func readTheme(_ configuration: SiteConfiguration) -> Background<Theme> {
    Background { [site] in
      try Theme(of: site, alsoUsing: configuration.reports.compactMap(\.template))
    }
  }

  /// What every page is made from, whatever the trips are.
  func frameInputs(
    _ opened: OpenedSite, _ theme: Background<Theme>? = nil, baseURL: String?,
    into report: inout BuildReport
  ) throws -> SiteFrame.Inputs {
    let theme = try (theme ?? readTheme(opened.configuration)).value()
    progress(.finished("prepared templates"))
    report.diagnostics += theme.diagnostics + theme.problems(of: opened.configuration.reports)
    return SiteFrame.Inputs(
      configuration: opened.configuration, configurationHash: opened.configurationHash,
      baseURL: baseURL, theme: theme, environment: environment)
  }

  /// All that the pages of a site are planned from, and the links in its lists.
  func plannedSite(
    _ opened: OpenedSite, _ content: LoadedContent, _ inputs: SiteFrame.Inputs,
    for audience: Audience, into report: inout BuildReport
  ) throws -> (PlannedSite, LinkCheck) {
    let store = SiteStore.context(of: opened.container)
    var (content, cards) = (content, try TripCard.all(in: store))
    let unseen = audience.unseen(cards, configuration: opened.configuration)
    content.leaveOut(unseen)
    cards.removeAll { unseen.contains($0.slug) }
    report.leaveOut(content.leftOut)
    let links = LinkCheck(content, of: site)
    let pictures = try PictureStage(
      site: site, container: opened.container, tool: PictureTool(searchPath: searchPath)
    ).run(trips: content.trips, linked: links.files)
    report.diagnostics += pictures.diagnostics
    progress(.finished("prepared pictures"))
    let planned = PlannedSite(
      site: site, store: store, inputs: inputs, content: content, cards: cards,
      pictures: pictures, files: links.files)
    return (planned, links)
  }

  func pageStage(
    _ opened: OpenedSite, _ content: LoadedContent, _ inputs: SiteFrame.Inputs,
    for audience: Audience, into report: inout BuildReport
  ) throws -> PageStage {
    let (planned, found) = try plannedSite(opened, content, inputs, for: audience, into: &report)
    var links = found
    let plans = try PagePlanner(site: planned).plans()
    links.checkPageLinks(to: plans.lazy.flatMap(\.paths))
    report.diagnostics += links.diagnostics
    return pageStage(opened, planned, plans)
  }

  func pageStage(
    _ opened: OpenedSite, _ planned: PlannedSite, _ plans: [PagePlan]
  ) -> PageStage {
    PageStage(
      container: opened.container, theme: planned.theme, plans: plans,
      maker: PageMaker(
        site: site, container: opened.container, theme: planned.theme, frame: planned.frame),
      environment: environment)
  }

  /// The output folder, which may not be one of the folders that a person writes in.
  func outputPath(_ options: BuildOptions) throws -> String {
    let path = site.path(options.output ?? Site.output)
    try makeFolder(path)
    let real = try Path.resolved(path)
    let root = try Path.resolved(site.root.isEmpty ? "." : site.root)
    let own = [Site.content, Site.templates, Site.derived].map { Path.join(root, $0) }
    let isPreview = real == Path.join(root, Site.preview)
    guard real != root, isPreview || !own.contains(where: { Path.isInside(real, folder: $0) })
    else {
      throw Diagnostic(
        .error, .usage, "the output would go into \(real), where the site itself is",
        hint: "choose another folder with --output")
    }
    return real
  }
}
