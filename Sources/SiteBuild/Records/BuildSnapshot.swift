import Diagnostics
import Files
import Foundation
import PackingLists

/// What a site was like when a build was done with it.
///
/// Where everything that a build looks at is as it was then, there is nothing to do, and this says
/// so before the store is opened or a page is planned. It is kept in a file of its own, one for the
/// last output folder, and is only a shortcut: without it, the records of the store come to the
/// same answer.
struct BuildSnapshot: Codable {
  /// The hash of the settings, the program, the day, and of each list with its status.
  private var facts: String
  /// What else a build looks at, as the file system showed it.
  ///
  /// Templates, pictures, what lists link to, and the folders of the output, whose times change with
  /// the names in them. Paths are relative to the site's root or absolute.
  private var statuses: [String: String]
  /// What the build found.
  private var tripCount: Int
  private var itemCount: Int
  private var leftOutCount: Int
  private var pageCount: Int
  private var diagnostics: [Diagnostic]

  /// What the same build would report once more.
  func report(of locked: LockedSite) -> BuildReport {
    var report = BuildReport(diagnostics: diagnostics, configuration: locked.configuration)
    report.tripCount = tripCount
    report.itemCount = itemCount
    report.leftOutCount = leftOutCount
    report.pageCount = pageCount
    return report
  }

  /// Takes note of a build.
  ///
  /// There is nothing to note where something is wrong, so that the next build has to look again, or
  /// where something changed in the moment in which it was looked at, or cannot be looked at: a list
  /// may name what no disk can hold.
  /// - Parameters:
  ///   - look: What the build began with.
  ///   - report: What came of it.
  ///   - paths: Files and folders that it looked at besides.
  init?(_ look: BuildLook, _ report: BuildReport, lookedAt paths: Set<String>) {
    // That the store had to be made again is told once.
    guard !report.diagnostics.contains(where: { $0.severity == .error || $0.code == .storeFailed }),
      look.newest + FileStatus.clockGrain < look.time
    else { return nil }
    facts = look.facts
    statuses = [:]
    var newest = Int.min
    for path in paths {
      let status: FileStatus?
      do throws(FileError) {
        status = try FileStatus.ifPresent(look.site.path(path))
      } catch {
        return nil
      }
      newest = max(newest, status?.changed ?? .min)
      statuses[path] = Self.stamp(status)
    }
    guard newest + FileStatus.clockGrain < look.environment.now() else { return nil }
    tripCount = report.tripCount
    itemCount = report.itemCount
    leftOutCount = report.leftOutCount
    pageCount = report.pageCount
    diagnostics = report.diagnostics
  }

  /// Whether everything is as it was; not where something cannot be looked at any more.
  func holds(_ look: BuildLook) -> Bool {
    guard facts == look.facts else { return false }
    do throws(FileError) {
      for (path, status) in statuses {
        if Self.stamp(try FileStatus.ifPresent(look.site.path(path))) != status { return false }
      }
      return true
    } catch {
      return false
    }
  }

  private static func stamp(_ status: FileStatus?) -> String { status?.stamp ?? "none" }

  // MARK: The file

  /// The snapshot of the last build; nil where there is none that this program understands.
  ///
  /// - Throws: `FileError` where it is there and cannot be read.
  static func read(of site: Site) throws(FileError) -> BuildSnapshot? {
    let path = site.path(Site.snapshot)
    guard try FileStatus.ifPresent(path) != nil else { return nil }
    let bytes = try readFile(path)
    // One of another version, or half of one: the build goes its ordinary way and writes a new one.
    return try? JSONDecoder().decode(BuildSnapshot.self, from: Data(bytes))
  }

  /// Writes it down.
  ///
  /// - Throws: `FileError`
  func write(of site: Site) throws {
    let bytes = Array(try JSONEncoder().encode(self))
    try replaceFile(with: bytes, at: site.path(Site.snapshot), durability: .generated)
  }

  /// Removes the snapshot: a build that changes something begins with it.
  static func remove(of site: Site) throws(FileError) {
    try removeFile(site.path(Site.snapshot))
  }
}

/// What a build finds before it opens anything but the settings.
struct BuildLook {
  let site: Site
  let environment: BuildEnvironment
  /// The lists and their statuses; nil once they were taken.
  private var scan: SourceScan?
  /// When they were looked at, in nanoseconds since 1970.
  let time: Int
  /// The hash of all that.
  let facts: String
  /// When the last of the lists changed, in nanoseconds since 1970.
  let newest: Int

  /// Looks at a site.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - locked: Its settings.
  ///   - environment: The program, the day.
  ///   - output: The output folder, absolute.
  ///   - options: What is asked.
  ///   - tool: What makes pictures; nil where it is not installed.
  /// - Throws: `FileError` where `Content/` cannot be read.
  init(
    at site: Site, _ locked: LockedSite, _ environment: BuildEnvironment, output: String,
    _ options: BuildOptions, tool: PictureTool?
  ) throws {
    self.site = site
    self.environment = environment
    time = environment.now()
    let scan = try SourceScan(of: site)
    self.scan = scan
    var hash = StableHash()
    for text in [
      environment.version, environment.edition, environment.today.description, output,
      options.baseURL ?? "\n", "\(options.audience)", tool?.program ?? "", locked.configurationHash,
      StoredDiagnostics.encode(scan.diagnostics),
    ] { hash.add(text) }
    var newest = Int.min
    let others = scan.lists.sorted { $0.key < $1.key } + scan.entryFiles.sorted { $0.key < $1.key }
    for entry in scan.trips + others.map(\.value) {
      hash.add(entry.path)
      entry.status.addStamp(to: &hash)
      newest = max(newest, entry.status.changed)
    }
    facts = hash.text
    self.newest = newest
  }

  /// Gives away the lists and their statuses, which only reading them needs.
  mutating func takeScan() -> SourceScan? { scan.take() }
}
