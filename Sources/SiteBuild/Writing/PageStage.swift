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
  ///   - recorded: What is known of the files there, if somebody looks at it already.
  ///   - isForced: Whether everything is rendered anew.
  ///   - progress: Told how far the work is.
  /// - Returns: What was done, and what is wrong with the templates.
  /// - Throws: `FileError`, `CancellationError`, and what the store throws.
  func write(
    to output: OutputFolder, recorded: Background<RecordedPages>? = nil, isForced: Bool,
    progress: (BuildProgress) -> Void
  ) throws -> WrittenOutput {
    let folder = output.path
    let context = SiteStore.context(of: container)
    var recorded = try recorded?.value() ?? RecordedPages(of: folder, in: container)
    try recorded.noteListed(in: output, container)
    var hashes = recorded.hashes

    var written = WrittenOutput(pageCount: plans.reduce(0) { $0 + $1.pageCount })
    var due: [DuePages] = []
    // Nearly always the site has the files that it had.
    var (recordedCount, plannedCount) = (0, 0)
    for plan in plans {
      plannedCount += plan.paths.count
      var isDue: [Bool] = []
      for (place, path) in plan.paths.enumerated() {
        let hash = hashes[path]
        if hash != nil { recordedCount += 1 }
        isDue.append(isForced || hash == nil || hash != plan.hash(at: place))
      }
      if plan.inputsHash != nil, isDue.contains(true) { due.append(DuePages(plan, isDue: isDue)) }
    }
    let newFolders = due.lazy.flatMap(\.paths).map { Path.join(folder, Path.folder(of: $0)) }
    written.folders = recorded.folders.union([folder]).union(newFolders)
    let stale = recordedCount == hashes.count ? [] : self.stale(hashes)
    var records = try records(
      of: due.flatMap(\.paths).filter { hashes[$0] != nil }, folder, context)
    var missing: [String] = []
    for path in due.flatMap(\.paths) {
      if let record = records[path] {
        record.inputsHash = ""
      } else {
        missing.append(path)
        hashes[path] = ""
      }
    }
    try context.save()
    try note(missing, of: folder, in: context, &records)

    progress(.finished("compared \(plans.count) plans of the site, \(due.count) of them to make"))

    var problems = ProblemSet(theme)
    var done = 0
    // From the end: the pages of all trips together take longest, and no core should wait for them.
    for batch in Array(due.reversed()).chunks(of: Self.batchSize) {
      if environment.isCancelled() { throw CancellationError() }
      for made in try maker.make(batch, writingTo: output) {
        problems.add(made.problems)
        written.writtenPaths += made.writtenPaths
        guard made.isMade else { continue }
        for place in made.due.places {
          written.madeCount += 1
          let plan = made.due.plan
          records[plan.paths[place]]?.inputsHash = plan.hash(at: place) ?? ""
        }
      }
      done += batch.count
      progress(.rendering(done: done, of: due.count))
    }

    progress(.finished("made \(due.count) of them, wrote \(written.writtenPaths.count)"))

    let staleRecords = try self.records(of: stale, folder, context)
    for path in stale {
      if try output.has(path) { written.removedPaths.append(path) }
      try output.remove(path)
      if let record = staleRecords[path] { context.delete(record) }
    }
    var isChanged = !due.isEmpty || !stale.isEmpty
    if recordedCount < plannedCount || !stale.isEmpty || !recorded.hasManifest {
      if try list(in: output) { isChanged = true }
    }
    if isChanged { try output.finish() }
    try context.save()
    progress(.finished("made it durable, and took note of it"))
    written.writtenPaths.sort()
    written.diagnostics = problems.diagnostics
    return written
  }

  /// Brings the folder's own list of the site's files up to date.
  ///
  /// - Returns: Whether it differs from what was there.
  func list(in output: OutputFolder) throws(FileError) -> Bool {
    try output.write(
      Manifest.bytes(of: plans.lazy.flatMap(\.paths)), to: Manifest.name, slot: 0)
  }

  /// The files that no plan has any more, in the order of their paths.
  private func stale(_ hashes: [String: String]) -> [String] {
    let planned = Set(plans.lazy.flatMap(\.paths))
    return hashes.keys.filter { !planned.contains($0) }.sorted()
  }

  /// The records of some files, by path.
  private func records(
    of paths: [String], _ folder: String, _ context: ModelContext
  ) throws -> [String: WrittenPage] {
    var records: [String: WrittenPage] = [:]
    for some in paths.chunks(of: Self.batchSize) {
      let keys = some.map { WrittenPage.key(output: folder, path: $0) }
      let wanted = FetchDescriptor<WrittenPage>(predicate: #Predicate { keys.contains($0.key) })
      for record in try context.fetch(wanted) { records[record.path] = record }
    }
    return records
  }

  /// Makes records of files that are to be written.
  private func note(
    _ paths: [String], of folder: String, in context: ModelContext,
    _ records: inout [String: WrittenPage]
  ) throws {
    guard !paths.isEmpty else { return }
    try context.importing { importer in
      for path in paths { try importer.add(WrittenPage(output: folder, path: path)) }
    }
    let new = Set(paths)
    let unwritten = FetchDescriptor<WrittenPage>(
      predicate: #Predicate { $0.output == folder && $0.inputsHash == "" })
    for record in try context.fetch(unwritten) where new.contains(record.path) {
      records[record.path] = record
    }
  }

  /// Renders every page and keeps none.
  ///
  /// - Parameter progress: Told how far the work is.
  /// - Returns: What is wrong with the templates.
  /// - Throws: `CancellationError`, and what the store throws.
  func check(progress: (BuildProgress) -> Void) throws -> [Diagnostic] {
    let pages = plans.filter { $0.isPage && $0.inputsHash != nil }.map(DuePages.init(all:))
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
