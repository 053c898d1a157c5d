import Files
import ModelStore

/// What is known of the files in an output folder before a build changes any.
struct RecordedPages: Sendable {
  /// What each file was made from.
  private(set) var hashes = PageHashes()
  /// The folders that these files lie in, absolute.
  let folders: Set<String>
  /// Whether the folder's own list of them is there.
  let hasManifest: Bool

  private let folder: String

  /// Looks at the records and the folder.
  ///
  /// - Parameters:
  ///   - folder: The output folder, absolute.
  ///   - listing: What is known of it already.
  ///   - container: The store.
  /// - Throws: What the store throws, and `FileError` where a folder cannot be listed.
  init(
    of folder: String, _ listing: OutputFolder.Listing? = nil, in container: ModelContainer
  ) throws {
    var listing = listing ?? OutputFolder.Listing(of: folder)
    let context = SiteStore.context(of: container)
    let unfinished = try PageRun.unfinished(in: context)
    let records = Self.records(of: folder)
    var hashes = PageHashes()
    hashes.reserveCapacity(try context.fetchCount(records))
    // Plain values, of which none is kept, for there may be many.
    try context.eachRow(records, [\.path, \.inputsHash, \.run]) { row in
      let path: String = try row.next()
      let hash: String = try row.next()
      let run: Int = try row.next()
      hashes.note(path, madeFrom: try run != unfinished && listing.has(path) ? hash : "")
    }
    self.folder = folder
    self.hashes = hashes
    hasManifest = try listing.has(Manifest.name)
    folders = listing.folders
  }

  private static func records(of folder: String) -> FetchDescriptor<WrittenPage> {
    FetchDescriptor<WrittenPage>(predicate: #Predicate { $0.output == folder })
  }

  /// Whether no build is known to have made a file there.
  var isEmpty: Bool { hashes.isEmpty && !hasManifest }

  /// Takes note of the files that were made while the trips were read, which is done only where there
  /// was none.
  mutating func note(_ made: EarlyPages.Made) { hashes = made.hashes }

  /// Takes note of the files that the output folder's own list names, where the store knows of none.
  ///
  /// - Throws: What the store throws, and `FileError` where the list cannot be read.
  mutating func noteListed(in output: OutputFolder, _ container: ModelContainer) throws {
    guard hashes.isEmpty else { return }
    let context = SiteStore.context(of: container)
    for path in try Manifest.paths(in: output) {
      context.insert(WrittenPage(output: output.path, path: path))
      hashes.note(path, madeFrom: "")
    }
    try context.save()
  }

  /// The files that no plan has any more.
  ///
  /// - Parameters:
  ///   - plans: All files of the site.
  ///   - container: The store.
  /// - Returns: Their paths, in order.
  /// - Throws: What the store throws.
  func stale(_ plans: [PagePlan], in container: ModelContainer) throws -> [String] {
    let planned = Set(plans.lazy.flatMap(\.paths))
    let paths = try SiteStore.context(of: container).fetchRows(
      Self.records(of: folder), [\.path]
    ) { try $0.next() as String }
    return paths.filter { !planned.contains($0) }.sorted()
  }
}
