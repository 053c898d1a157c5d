import ContentReading
import Diagnostics
import Files
import PackingLists
import SQLite

/// Compares what shards were built from with what the site is now.
struct MergeCheck {
  let set: ShardSet
  let site: Site
  let configuration: SiteConfiguration
  let configurationHash: String
  let environment: BuildEnvironment

  /// What is known of files that are the same here under other times or numbers.
  struct Known {
    /// The present status of such files, by path.
    var statuses: [String: FileStatus] = [:]
    /// When they were looked at.
    var readAt = 0
    /// The trips, by the paths of their files, that cannot stay since another shard's trip has
    /// their booking.
    var conflicting: Set<String> = []
  }

  /// Compares all shards.
  ///
  /// - Returns: What their records lack to be this site's own.
  /// - Throws: ``MergeRefusal`` where any was built from something else, ``FileError``, and
  ///   `SQLiteError` where a store is damaged.
  func run() throws -> Known {
    let readAt = environment.now()
    let theme = try Theme(of: site, alsoUsing: configuration.reports.compactMap(\.template))
    let scan = try SourceScan(of: site)
    let lists = ShardRecord.lists(
      BaseLists(of: scan, site: site, options: ReadingOptions(configuration)).loaded)
    var problems: [Diagnostic] = []
    var known = Known(readAt: readAt)
    var bookings: [(path: String, booking: String)] = []
    for built in set.shards {
      problems += settings(of: built, theme: theme.hash, lists: lists)
      let stored = try ShardSources(of: built)
      problems += try compare(stored, of: built, scan, &known.statuses)
      bookings += stored.bookings
    }
    guard problems.isEmpty else { throw MergeRefusal(diagnostics: problems) }
    // As one build finds them: the first in the order of files has it.
    let order = Dictionary(
      uniqueKeysWithValues: scan.trips.enumerated().map { ($1.path, $0) })
    var owners: Set<String> = []
    for (path, booking) in bookings.sorted(by: { (order[$0.path] ?? 0) < (order[$1.path] ?? 0) })
    where !owners.insert(booking).inserted {
      known.conflicting.insert(path)
    }
    return known
  }

  // MARK: What all trips have in common

  private func settings(
    of built: BuiltShard, theme: String, lists: [String: String]
  ) -> [Diagnostic] {
    let record = built.record
    if record.version != environment.version {
      return [
        differs(
          built, "was built by valise \(record.version), and this is \(environment.version)",
          hint: "build all shards with the program that merges them")
      ]
    }
    if record.edition != environment.edition {
      return [
        differs(
          built, "was built by another build of valise \(record.version)",
          hint: """
            build all shards with the program that merges them; a copy of it has to keep its \
            time, as with \"cp -p\"
            """)
      ]
    }
    var problems: [Diagnostic] = []
    if record.configuration != configurationHash {
      problems.append(differs(built, "was built with another \(Site.configuration)"))
    }
    if record.templates != theme {
      problems.append(differs(built, "was built with other templates"))
    }
    if let first = set.shards.first, first.record.baseURL != record.baseURL {
      let (one, other) = (address(record), address(first.record))
      problems.append(differs(built, "was built for \(one), and shard \(first.shard) for \(other)"))
    }
    let paths = Set(lists.keys).union(record.lists.keys)
    let others = paths.filter { lists[$0] != record.lists[$0] }.sorted()
    if let first = others.first {
      problems.append(differs(built, "was built from another \(first)\(more(others.count - 1))"))
    }
    return problems
  }

  private func address(_ record: ShardRecord) -> String {
    record.baseURL.isEmpty ? "no base URL" : record.baseURL
  }

  // MARK: The files of trips, and pictures

  private func compare(
    _ stored: ShardSources, of built: BuiltShard, _ scan: SourceScan,
    _ statuses: inout [String: FileStatus]
  ) throws -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var unsure: [(ShardSources.File, FileStatus)] = []
    var missing: [String] = []
    var gone = Set(stored.trips.keys)
    for entry in scan.trips where built.shard.owns(entry.name) {
      gone.remove(entry.path)
      guard let file = stored.trips[entry.path] else {
        missing.append(entry.path)
        continue
      }
      if !file.isSurely(entry.status) { unsure.append((file, entry.status)) }
    }
    for picture in stored.pictures {
      guard let status = try FileStatus.ifPresent(site.path(picture.path)) else {
        gone.insert(picture.path)
        continue
      }
      // One that was too large to be told by its bytes is made anew.
      if picture.contentHash.isEmpty { continue }
      if !picture.isSurely(status) { unsure.append((picture, status)) }
    }
    gone = gone.filter { path in
      !scan.unreadable.contains { Path.isInside(path, folder: $0) }
    }
    let site = site
    let isSame = try concurrentMap(unsure[...], makeState: {}) { pair, _ in
      PictureStage.contentHash(of: site.path(pair.0.path)) == pair.0.contentHash
    }
    var changed: [String] = []
    for ((file, status), isSame) in zip(unsure, isSame) {
      if isSame { statuses[file.path] = status } else { changed.append(file.path) }
    }
    if let first = changed.min() {
      problems.append(differs(built, "was built from another \(first)\(more(changed.count - 1))"))
    }
    if let first = missing.first {
      problems.append(
        differs(built, "was built before there was \(first)\(more(missing.count - 1))"))
    }
    if let first = gone.min() {
      problems.append(
        differs(built, "was built from \(first)\(more(gone.count - 1)), which is no longer there"))
    }
    return problems
  }

  private func more(_ count: Int) -> String {
    count == 0 ? "" : " and \(count) other file\(count == 1 ? "" : "s")"
  }

  private func differs(
    _ built: BuiltShard, _ what: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, .shardDiffers, "shard \(built.shard) in \(built.path) \(what)",
      hint: hint ?? BuiltShard.again(built.shard))
  }
}

/// What a shard's store says of the files that it was made from.
private struct ShardSources {
  /// A file as it was.
  struct File: Sendable {
    var path: String
    var size: Int
    var modified: Int
    var changed: Int?
    var inode: Int
    var readAt: Int
    var contentHash: String

    /// Whether it is that file of this machine, unchanged, as far as can be told without opening it.
    func isSurely(_ status: FileStatus) -> Bool {
      status.isSurely(
        size: size, modified: modified, inode: inode, change: changed.map { ($0, readAt) })
    }
  }

  /// The files of its trips, by path.
  var trips: [String: File] = [:]
  /// The pictures that they show.
  var pictures: [File] = []
  /// The bookings of trips that could be read.
  var bookings: [(path: String, booking: String)] = []

  init(of built: BuiltShard) throws {
    let store = try Connection(.file(built.store), readOnly: true)
    let files = try store.prepare(
      """
      SELECT path, size, modified, changed, inode, readAt, contentHash, isFailed, booking
      FROM SourceFile
      """)
    while try files.step() {
      let path = files.text(at: 0)
      trips[path] = File(
        path: path, size: Int(files.integer(at: 1)), modified: Int(files.integer(at: 2)),
        changed: Int(files.integer(at: 3)), inode: Int(files.integer(at: 4)),
        readAt: Int(files.integer(at: 5)), contentHash: files.text(at: 6))
      if files.integer(at: 7) == 0, !files.isNull(at: 8) {
        bookings.append((path, files.text(at: 8)))
      }
    }
    let shown = try store.prepare(
      "SELECT source, size, modified, inode, contentHash FROM StoredPicture ORDER BY source")
    while try shown.step() {
      pictures.append(
        File(
          path: shown.text(at: 0), size: Int(shown.integer(at: 1)),
          modified: Int(shown.integer(at: 2)), changed: nil, inode: Int(shown.integer(at: 3)),
          readAt: 0, contentHash: shown.text(at: 4)))
    }
  }
}
