import Diagnostics
import Files
import ModelStore
import Mustache

/// What was done to the output folder.
struct WrittenOutput: Sendable {
  var pageCount = 0
  var madeCount = 0
  var writtenPaths: [String] = []
  var removedPaths: [String] = []
  /// The folders in which the files of the site lie, the output folder among them: absolute.
  var folders: Set<String> = []
  var diagnostics: [Diagnostic] = []

  /// Takes note of what was made while the trips were read.
  fileprivate mutating func note(_ made: EarlyPages.Made, in folder: String) {
    madeCount = made.count
    writtenPaths = made.writtenPaths
    folders = Set(made.kinds.map { Path.join(folder, $0.folder) })
  }
}

/// Brings the output folder in step with the store: renders what changed, writes what differs,
/// removes what is gone.
struct PageStage {
  let container: ModelContainer
  let theme: Theme
  /// The files of the site.
  let plans: [PagePlan]
  let maker: PageMaker
  let environment: BuildEnvironment

  /// How many pages are rendered before anybody looks whether to stop, at first.
  private static let batchSize = 200

  /// How many come next, where some took a time: more while that is short, since cores wait for each other
  /// at the end of each batch, and fewer where it is long, since nobody can stop in between.
  private static func batchSize(after size: Int, thatTook time: Duration) -> Int {
    if time < .milliseconds(50) { return min(size * 2, 1600) }
    return time > .milliseconds(400) ? max(size / 2, 50) : size
  }

  // MARK: Doing it

  /// Writes what differs.
  ///
  /// The order makes a build that is killed anywhere harmless: what will be written is recorded first,
  /// and the records count when the files are on the disk.
  ///
  /// - Parameters:
  ///   - output: The output folder.
  ///   - recorded: What is known of the files there, if somebody looks at it already.
  ///   - early: What made pages while the trips were read.
  ///   - isForced: Whether everything is rendered anew.
  ///   - progress: Told how far the work is.
  /// - Returns: What was done, and what is wrong with the templates.
  /// - Throws: `FileError`, `CancellationError`, and what the store throws.
  func write(
    to output: OutputFolder, recorded: Background<RecordedPages>? = nil, early: EarlyPages? = nil,
    isForced: Bool, progress: (BuildProgress) -> Void
  ) throws -> WrittenOutput {
    let folder = output.path
    var recorded = try recorded?.value() ?? RecordedPages(of: folder, in: container)
    try recorded.noteListed(in: output, container)
    var written = WrittenOutput(pageCount: plans.reduce(0) { $0 + $1.pageCount })
    if let made = early?.result() {
      recorded.note(made)
      written.note(made, in: folder)
    }
    let hashes = recorded.hashes

    var due: [DuePages] = []
    // Nearly always the site has the files that it had.
    var (recordedCount, plannedCount) = (0, 0)
    var isDue: [Bool] = []
    for plan in plans {
      plannedCount += plan.paths.count
      isDue.removeAll(keepingCapacity: true)
      for (place, path) in plan.paths.enumerated() {
        let isCurrent = hashes.isCurrent(path, madeFrom: plan.hash(at: place))
        if isCurrent != nil { recordedCount += 1 }
        isDue.append(isForced || isCurrent != true)
      }
      if plan.canBeMade, isDue.contains(true) { due.append(DuePages(plan, isDue: isDue)) }
    }
    let newFolders = due.lazy.flatMap(\.paths).map { Path.join(folder, Path.folder(of: $0)) }
    written.folders.formUnion(recorded.folders.union([folder]).union(newFolders))
    let stale = recordedCount == hashes.count ? [] : try recorded.stale(plans, in: container)

    progress(.finished("compared \(plans.count) plans of the site, \(due.count) of them to make"))

    let records = PageRecords(of: folder, in: container, known: hashes)
    var run = early?.run
    if run == nil, !due.isEmpty { run = try PageRun.begin(in: container) }
    var unmade: [String] = []
    if let run { unmade = try make(due, run, records, in: output, &written, progress) }

    progress(.finished("made \(due.count) of them, wrote \(written.writtenPaths.count)"))

    for path in stale {
      if try output.has(path) { written.removedPaths.append(path) }
      try output.remove(path)
    }
    var isChanged = run != nil || !stale.isEmpty
    if recordedCount < plannedCount || !stale.isEmpty || !recorded.hasManifest {
      if try list(in: output) { isChanged = true }
    }
    if isChanged { try output.finish() }
    try records.clear(unmade)
    try records.remove(stale)
    if run != nil { try PageRun.finish(in: container) }
    progress(.finished("made it durable, and took note of it"))
    // A page that was made too early is written twice.
    if early != nil { written.writtenPaths = Array(Set(written.writtenPaths)) }
    written.writtenPaths.sort()
    return written
  }

  /// Makes files.
  ///
  /// - Returns: The paths of those that could not be made.
  private func make(
    _ due: [DuePages], _ run: Int, _ records: PageRecords, in output: OutputFolder,
    _ written: inout WrittenOutput, _ progress: (BuildProgress) -> Void
  ) throws -> [String] {
    // From the end: the pages of all trips together take longest, and no core should wait for them.
    var rest = Array(due.reversed())[...]
    var size = Self.batchSize
    // What is to be written is noted first, beside the writing of what comes before it.
    func next() -> (pages: ArraySlice<DuePages>, noted: Background<Void>)? {
      guard !rest.isEmpty else { return nil }
      let pages = rest.prefix(size)
      rest = rest.dropFirst(size)
      return (pages, Background { try records.note(pages, run) })
    }
    let clock = ContinuousClock()
    var problems = ProblemSet(theme)
    var unmade: [String] = []
    var done = 0
    var upcoming = next()
    while let (batch, noted) = upcoming {
      if environment.isCancelled() { throw CancellationError() }
      try noted.value()
      upcoming = next()
      let start = clock.now
      for made in try maker.make(batch, writingTo: output) {
        problems.add(made.problems)
        written.writtenPaths += made.writtenPaths
        if made.isMade {
          written.madeCount += made.due.places.count
        } else {
          unmade += made.due.paths
        }
      }
      size = Self.batchSize(after: size, thatTook: clock.now - start)
      done += batch.count
      progress(.rendering(done: done, of: due.count))
    }
    written.diagnostics = problems.diagnostics
    return unmade
  }

  /// Brings the folder's own list of the site's files up to date.
  ///
  /// - Returns: Whether it differs from what was there.
  func list(in output: OutputFolder) throws(FileError) -> Bool {
    try output.write(
      Manifest.bytes(of: plans.lazy.flatMap(\.paths)), to: Manifest.name, slot: 0)
  }

  /// Renders every page and keeps none.
  ///
  /// - Parameter progress: Told how far the work is.
  /// - Returns: What is wrong with the templates.
  /// - Throws: `CancellationError`, and what the store throws.
  func check(progress: (BuildProgress) -> Void) throws -> [Diagnostic] {
    let pages = plans.filter { $0.isPage && $0.canBeMade }.map(DuePages.init(all:))
    var problems = ProblemSet(theme)
    var done = 0
    for batch in pages.chunks(of: Self.batchSize) {
      if environment.isCancelled() { throw CancellationError() }
      for made in try maker.make(batch, writingTo: nil) { problems.add(made.problems) }
      done += batch.count
      progress(.rendering(done: done, of: pages.count))
    }
    return problems.diagnostics
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
