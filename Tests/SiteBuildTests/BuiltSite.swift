import Foundation
import ModelStore
import PackingLists
import SiteBuild
import Synchronization
import TestSupport

/// A site in a folder of its own, built in this process with a fixed day.
struct BuiltSite {
  let folder: TemporaryFolder
  var today = "2027-01-15"
  var searchPath = "/usr/bin:/bin"

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "Content/trips/.keep")
    for (path, text) in files { try folder.write(text, to: path) }
  }

  private var builder: SiteBuilder {
    get throws { SiteBuilder(site: site, environment: environment, searchPath: searchPath) }
  }

  private var site: Site { Site(root: folder.url.path) }

  private var environment: BuildEnvironment {
    BuildEnvironment(today: CalendarDay(iso: today) ?? CalendarDay(rawValue: 0), version: "test")
  }

  /// A build that is told to stop when it has asked so many times whether to go on.
  func build(stoppedAfter checks: Int) throws {
    try stopping(after: checks) { _ = try $0.build() }
  }

  /// Builds all shards and merges them.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - checks: How often each of these builds, and the merge, may ask whether to go on; nil for always.
  /// - Throws: What they throw, but for being stopped.
  func buildShards(_ count: Int, stoppedAfter checks: Int? = nil) throws {
    for number in 1...count {
      guard let shard = Shard(number, of: count) else { continue }
      try stopping(after: checks ?? .max) { _ = try $0.build(shard) }
    }
    let folders = (1...count).map { "\(folder.url.path)/\(Site.shards)/\($0)-of-\(count)" }
    try stopping(after: checks ?? .max) { _ = try $0.merge(folders) }
  }

  private func stopping(after checks: Int, _ work: (SiteBuilder) throws -> Void) throws {
    let left = Mutex(checks)
    var environment = environment
    environment.isCancelled = {
      left.withLock { left in
        left -= 1
        return left < 0
      }
    }
    do {
      try work(SiteBuilder(site: site, environment: environment, searchPath: searchPath))
    } catch is CancellationError {
      // As it should, if it came so far.
    } catch is MergeRefusal where checks != .max {
      // Of shards that were stopped.
    }
  }

  @discardableResult
  func build(_ options: BuildOptions = BuildOptions()) throws -> BuildReport {
    try builder.build(options)
  }

  /// A build some time after all that changed, so that times can be trusted.
  ///
  /// - Returns: What it reports, and whether it saw at a glance that nothing has changed.
  func buildLater(
    _ options: BuildOptions = BuildOptions()
  ) throws -> (report: BuildReport, sawNothingChanged: Bool) {
    usleep(60_000)
    let steps = Mutex<[String]>([])
    let builder = SiteBuilder(site: site, environment: environment, searchPath: searchPath) {
      if case .finished(let step) = $0 { steps.withLock { $0.append(step) } }
    }
    let report = try builder.build(options)
    return (report, steps.withLock { $0 } == ["found nothing changed since the last build"])
  }

  /// Asks the store, in step with the files.
  func ask<Answer>(_ question: (ModelContext) throws -> Answer) throws -> Answer {
    let content = try builder.loadContent()
    return try question(ModelContext(content.container))
  }

  func page(_ path: String) throws -> String { try folder.read("Output/\(path)") }

  /// The bytes of all files of the output, by path.
  func outputFiles() throws -> [String: Data] {
    let output = folder.url.appendingPathComponent("Output")
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: output.path) {
      let url = output.appendingPathComponent(path)
      let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
      if !isFolder { found[path] = try Data(contentsOf: url) }
    }
    return found
  }

  /// Removes a file or folder.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(path))
  }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(path).path)
  }
}
