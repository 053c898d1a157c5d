import Files
import ModelStore

/// What is known of the files in an output folder before a build changes any.
struct RecordedPages: Sendable {
  /// What each file was made from, by its path; empty for one that is not there any more, or may not
  /// be whole.
  private(set) var hashes: [String: String]
  /// The folders that these files lie in, absolute.
  let folders: Set<String>
  /// Whether the folder's own list of them is there.
  let hasManifest: Bool

  /// Looks at the records and the folder.
  ///
  /// - Parameters:
  ///   - folder: The output folder, absolute.
  ///   - container: The store.
  /// - Throws: What the store throws, and `FileError` where a folder cannot be listed.
  init(of folder: String, in container: ModelContainer) throws {
    let ofThisFolder = FetchDescriptor<WrittenPage>(predicate: #Predicate { $0.output == folder })
    var listing = OutputFolder.Listing(of: folder)
    let context = SiteStore.context(of: container)
    let unfinished = try PageRun.unfinished(in: context)
    // Plain values, for there may be many.
    let rows = try context.fetchRows(ofThisFolder, [\.path, \.inputsHash, \.run]) { row in
      let path: String = try row.next()
      let hash: String = try row.next()
      let run: Int = try row.next()
      return (path, try run != unfinished && listing.has(path) ? hash : "")
    }
    hashes = Dictionary(rows) { first, _ in first }
    hasManifest = try listing.has(Manifest.name)
    folders = listing.folders
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
      hashes[path] = ""
    }
    try context.save()
  }
}
