public import ContentReading
import Diagnostics
import Files

/// What came of publishing.
public struct PublishReport: Sendable {
  /// What was done, or would be.
  public var plan = PublishPlan()
  /// Whether anything had to be done.
  public var isUpToDate: Bool { plan.isEmpty && !changesBesides }
  /// Whether the target changed in a way that no file of the site shows.
  var changesBesides = false
}

/// Brings a built site to where it is published.
public struct Publisher {
  private let settings: PublishSettings
  private let root: String
  private let scratch: String
  private let searchPath: String
  private let isCancelled: () -> Bool
  private let onWait: () -> Void
  private let progress: (_ done: Int, _ total: Int) -> Void

  /// Makes a publisher.
  ///
  /// - Parameters:
  ///   - settings: Where to.
  ///   - root: The site's root: paths in the settings are relative to it.
  ///   - scratch: A folder for what the work needs; made if it is missing.
  ///   - searchPath: Where programs are looked for, as in `PATH`.
  ///   - isCancelled: Whether the person wants it to stop; asked between steps.
  ///   - onWait: Called before waiting for the end of another publish of the site.
  ///   - progress: Told how many of the files are sent.
  public init(
    _ settings: PublishSettings, root: String, scratch: String, searchPath: String,
    isCancelled: @escaping () -> Bool = { false }, onWait: @escaping () -> Void = {},
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.settings = settings
    self.root = root
    self.scratch = scratch
    self.searchPath = searchPath
    self.isCancelled = isCancelled
    self.onWait = onWait
    self.progress = progress
  }

  /// Publishes a built site.
  ///
  /// - Parameters:
  ///   - folder: The folder of the built site.
  ///   - isDryRun: Whether nothing is changed at the target.
  ///   - isForced: Whether all files are sent, whatever the target's list says.
  /// - Returns: What was done, or would be.
  /// - Throws: `Diagnostic` where the program is missing or fails, `FileError` where the site cannot
  ///   be read, `CancellationError` where the person wants it to stop.
  public func publish(
    _ folder: String, isDryRun: Bool = false, isForced: Bool = false
  ) throws -> PublishReport {
    try makeFolder(scratch)
    let scratch = try Path.resolved(scratch)
    // Two at once would each take the other's files for ready.
    let lock = try FileLock(at: Path.join(scratch, "lock"), onWait: onWait)
    defer { withExtendedLifetime(lock) {} }
    try ExternalProgram.waitForOthers(in: scratch, onWait: onWait)
    let site = try BuiltSite(in: folder)
    switch settings.target {
    case .git(let target):
      let branch = try GitBranch(
        target, root: root.isEmpty ? "." : root, scratch: scratch, searchPath: searchPath)
      return try branch.publish(site, isDryRun: isDryRun, progress: progress)
    case .rsync(let place):
      let target = try RsyncTarget(place, root: root, scratch: scratch, searchPath: searchPath)
      return try publish(site, to: target, isDryRun: isDryRun, isForced: isForced)
    case .rclone(let place):
      let target = try RcloneTarget(place, root: root, scratch: scratch, searchPath: searchPath)
      return try publish(site, to: target, isDryRun: isDryRun, isForced: isForced)
    }
  }

  /// Sends files one round after the other.
  ///
  /// The list at the target says first what will be touched, and at last what is there: wherever
  /// this stops, the next run knows what to look after.
  private func publish(
    _ site: BuiltSite, to target: some FileTarget, isDryRun: Bool, isForced: Bool
  ) throws -> PublishReport {
    let known = try target.list()
    let plan = PublishPlan(site.files, over: known ?? PublishedList(), isForced: isForced)
    let report = PublishReport(plan: plan)
    guard !isDryRun, !plan.isEmpty else { return report }
    let total = plan.added.count + plan.changed.count
    var done = 0
    do {
      var list = known ?? PublishedList()
      for path in plan.added + plan.changed + plan.removed { list.files[path] = .some(nil) }
      try target.write(list, isFirst: known == nil)
      for round in SendingRound.allCases {
        try checkCancelled()
        let paths = plan.sent(in: round)
        let before = done
        if !paths.isEmpty {
          try target.send(paths, from: site.folder) { count in
            done = before + min(count, paths.count)
            progress(done, total)
          }
        }
        done = before + paths.count
        progress(done, total)
      }
      try checkCancelled()
      if !plan.removed.isEmpty { try target.remove(plan.removed, keeping: site.files) }
      try target.write(PublishedList(of: site.files), isFirst: false)
    } catch let failure as ExternalProgram.Failure {
      if isCancelled() { throw CancellationError() }
      throw Diagnostic.publishFailed(failure, done: done, of: total)
    }
    return report
  }

  private func checkCancelled() throws {
    if isCancelled() { throw CancellationError() }
  }
}

/// A place that takes files.
protocol FileTarget {
  /// The list of what was published there; nil where there is none.
  ///
  /// - Throws: `Diagnostic` where the place cannot be reached.
  func list() throws -> PublishedList?

  /// Replaces the list.
  func write(_ list: PublishedList, isFirst: Bool) throws

  /// Sends files, each whole or not at all.
  ///
  /// - Parameters:
  ///   - paths: Their paths in the site.
  ///   - folder: The folder of the site.
  ///   - onSent: Told how many are there.
  /// - Throws: ``ExternalProgram/Failure`` where not all could be sent.
  func send(_ paths: [String], from folder: String, onSent: (Int) -> Void) throws

  /// Removes files, and folders in which nothing of the site is left.
  func remove(_ paths: [String], keeping files: [SiteFile]) throws
}

extension Diagnostic {
  /// A program could not bring everything to its place.
  static func publishFailed(
    _ failure: ExternalProgram.Failure, done: Int, of total: Int
  ) -> Diagnostic {
    let state =
      total == 0
      ? "the files that are gone from the site are still there in part"
      : "\(done) of \(total) files are there, the others are as they were"
    return Diagnostic(
      .error, .publishFailed, "\(failure.program) failed: \(failure.reason)",
      hint: "\(state); publish again to finish it")
  }

  /// A place could not be looked at.
  static func publishUnreachable(_ failure: ExternalProgram.Failure, _ place: String) -> Diagnostic
  {
    Diagnostic(
      .error, .publishFailed, "\(failure.program) cannot reach \(place): \(failure.reason)",
      hint: "nothing was sent; see \"publish\" in valise.yml, and whether you may write there")
  }
}
