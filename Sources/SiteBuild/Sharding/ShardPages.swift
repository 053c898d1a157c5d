import Files
import ModelStore
import PackingLists
import Pages
import SQLite
import Synchronization

/// Takes the pages that shards made into the output folder: those that a build would make of what it
/// has now, and does not have yet.
struct ShardPages {
  let site: Site
  let container: ModelContainer
  let set: ShardSet
  /// The addresses of trips whose pages are not taken.
  let withheld: Set<String>
  let environment: BuildEnvironment

  /// How many files are copied before anybody looks whether to stop.
  private static let batchSize = 2_000

  /// A page in a shard.
  private struct Page: Sendable {
    let hash: String
    /// The place of its shard.
    let shard: Int
  }

  /// A file to copy.
  private struct Copying: Sendable {
    let path: String
    let source: String
    let hash: String
  }

  /// Takes the pages in.
  ///
  /// As with every build, the records of what will be written are cleared first, and filled when the
  /// files are on the disk.
  ///
  /// - Parameters:
  ///   - plans: The files of the site.
  ///   - output: The output folder.
  ///   - progress: Told how far the work is.
  /// - Returns: The paths of the files that were written.
  /// - Throws: `FileError`, `CancellationError`, `SQLiteError`
  func take(
    _ plans: [PagePlan], to output: OutputFolder, _ progress: (BuildProgress) -> Void
  ) throws -> [String] {
    let store = try Connection(.file(site.storePath))
    try store.execute("PRAGMA synchronous = NORMAL")
    var known = try RecordedPages(of: output.path, in: container)
    try known.noteListed(in: output, container)
    let due = try due(plans, known.hashes)
    guard !due.isEmpty else { return [] }
    try note(due, hash: { _ in "" }, of: output, in: store)
    var written: [String] = []
    var copied: [Copying] = []
    for batch in due.chunks(of: Self.batchSize) {
      if environment.isCancelled() { throw CancellationError() }
      let results = try copy(batch, to: output)
      for (copying, isWritten) in zip(batch, results) {
        guard let isWritten else { continue }
        copied.append(copying)
        if isWritten { written.append(copying.path) }
      }
      progress(.copying(done: copied.count, of: due.count))
    }
    try output.finish()
    try note(copied, hash: \.hash, of: output, in: store)
    progress(.finished("took \(copied.count) files from \(set.shards.count) shards"))
    return written
  }

  /// The files that a shard has as they should be, and the output has not.
  private func due(
    _ plans: [PagePlan], _ known: PageHashes
  ) throws -> [Copying] {
    let pages = try pages()
    let withheld = Set(withheld.map { PageAddress.trip($0).path })
    var due: [Copying] = []
    for plan in plans {
      guard let first = plan.paths.first, !withheld.contains(first) else { continue }
      for (place, path) in plan.paths.enumerated() {
        guard let page = pages[path] else { continue }
        // Of a trip with an error the last good page is taken, whatever it was made of.
        let hash = plan.hash(at: place) ?? page.hash
        guard page.hash == hash else { continue }
        if known.isCurrent(path, madeFrom: hash) == true { continue }
        due.append(
          Copying(path: path, source: Path.join(set.shards[page.shard].output, path), hash: hash))
      }
    }
    return due
  }

  /// The pages of all shards, by path.
  private func pages() throws -> [String: Page] {
    var pages: [String: Page] = [:]
    for (place, built) in set.shards.enumerated() {
      let store = try Connection(.file(built.store), readOnly: true)
      let rows = try store.prepare(
        "SELECT path, inputsHash FROM WrittenPage WHERE output = ? AND inputsHash <> ''")
      rows.bind(built.record.output, at: 1)
      while try rows.step() {
        pages[rows.text(at: 0)] = Page(hash: rows.text(at: 1), shard: place)
      }
    }
    return pages
  }

  private func note(
    _ files: [Copying], hash: (Copying) -> String, of output: OutputFolder, in store: Connection
  ) throws {
    try store.transaction {
      let record = try store.prepare(
        """
        INSERT INTO WrittenPage (key, output, path, inputsHash, run) VALUES (?, ?, ?, ?, 0)
        ON CONFLICT (key) DO UPDATE SET inputsHash = excluded.inputsHash, run = 0
        """)
      for file in files {
        record.bind(WrittenPage.key(output: output.path, path: file.path), at: 1)
        record.bind(output.path, at: 2)
        record.bind(file.path, at: 3)
        record.bind(hash(file), at: 4)
        try record.run()
      }
    }
  }

  /// Copies files on all cores.
  ///
  /// - Returns: Whether each was written since it differs from what was there; nil for one that is
  ///   not in its shard any more: it is made here then.
  private func copy(
    _ files: ArraySlice<Copying>, to output: OutputFolder
  ) throws -> [Bool?] {
    let slots = Atomic<Int>(0)
    return try concurrentMap(
      files, makeState: { slots.add(1, ordering: .relaxed).oldValue }
    ) { file, slot -> Bool? in
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try readFile(file.source)
      } catch {
        guard error.isMissing else { throw error }
        return nil
      }
      return try output.write(bytes, to: file.path, slot: slot)
    }
  }
}
