import ModelStore

/// The records of the files in an output folder, as a build changes them.
struct PageRecords: Sendable {
  private let folder: String
  private let container: ModelContainer
  /// What the store has of the folder's files.
  private let known: PageHashes

  /// How many records are changed at once: bounds the memory.
  private static let batchSize = 500

  init(of folder: String, in container: ModelContainer, known: PageHashes) {
    self.folder = folder
    self.container = container
    self.known = known
  }

  /// Notes what files are about to be made from.
  ///
  /// - Parameters:
  ///   - due: The files, none of which is noted at the same time by another thread.
  ///   - run: The run that makes them.
  /// - Throws: What the store throws.
  func note(_ due: ArraySlice<DuePages>, _ run: Int) throws {
    let context = SiteStore.context(of: container)
    var old: [String: String] = [:]
    try context.importing { importer in
      for pages in due {
        for place in pages.places {
          let (path, hash) = (pages.plan.paths[place], pages.plan.hash(at: place) ?? "")
          if known.has(path) {
            old[path] = hash
          } else {
            try importer.add(
              WrittenPage(output: folder, path: path, inputsHash: hash, run: run))
          }
        }
      }
    }
    try change(Array(old.keys), in: context) { page in
      page.inputsHash = old[page.path] ?? ""
      page.run = run
    }
  }

  /// Notes of files that they could not be made.
  ///
  /// - Throws: What the store throws.
  func clear(_ paths: [String]) throws {
    try change(paths, in: SiteStore.context(of: container)) { $0.inputsHash = "" }
  }

  /// Forgets files that are gone.
  ///
  /// - Throws: What the store throws.
  func remove(_ paths: [String]) throws {
    let context = SiteStore.context(of: container)
    try change(paths, in: context) { context.delete($0) }
  }

  private func change(
    _ paths: [String], in context: ModelContext, _ change: (WrittenPage) -> Void
  ) throws {
    for some in paths.chunks(of: Self.batchSize) {
      let keys = some.map { WrittenPage.key(output: folder, path: $0) }
      let wanted = FetchDescriptor<WrittenPage>(predicate: #Predicate { keys.contains($0.key) })
      for page in try context.fetch(wanted) { change(page) }
      try context.save()
    }
  }
}
