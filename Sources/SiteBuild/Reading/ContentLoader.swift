import ContentReading
import Diagnostics
import Files
import ModelStore
import PackingLists
import Pages

/// A trip as the build goes on with it.
struct LoadedTrip: Sendable {
  /// Its address.
  var slug: String
  /// Its file.
  var path: String
  /// Whether the store has it as its file says.
  ///
  /// Otherwise the file has an error, and what was published last stays.
  var isCurrent: Bool
  /// The hash of all that its reading depended on.
  var fingerprint: String
  /// How many items it has.
  var itemCount: Int
  /// Its picture, relative to the site's root, and where the file names it.
  var photo: Located<String>?
  /// Its links to other trips and files.
  var links: [Located<String>]
  /// The base lists that it includes, directly or through others.
  var includes: [String] = []
}

/// The content of a site, loaded.
struct LoadedContent: Sendable {
  /// The trips in the order of their files.
  var trips: [LoadedTrip] = []
  /// Those that the pages at hand do not show.
  var leftOut: [LoadedTrip] = []
  /// The base lists, by name.
  var lists: [LoadedList] = []
  /// The goals; nil where the site has none.
  var goals: LoadedEntries?
  /// The reading list; nil where the site has none.
  var reading: LoadedEntries?
  /// What pages know of trips that are not among these: a shard has but some of them.
  var otherTrips: TripFacts = []
  /// What is wrong with the content.
  var diagnostics: [Diagnostic] = []
}

/// Brings the store in step with the files: reads what changed and leaves the rest alone.
struct ContentLoader {
  let site: Site
  let configuration: SiteConfiguration
  /// The hash of the configuration's bytes.
  let configurationHash: String
  let container: ModelContainer
  let environment: BuildEnvironment
  /// Whether every file is read, changed or not.
  let isForced: Bool
  /// The part of the trips that is loaded; nil for all.
  let shard: Shard?
  /// What makes pages of new trips while they are at hand; nil where none may be written yet.
  let early: EarlyPages?
  let progress: (BuildProgress) -> Void

  /// How many files are read before their trips are saved: bounds the memory, whatever the site's
  /// size.
  private static let batchSize = 200

  /// Loads the content.
  ///
  /// - Parameter scan: The files of the site.
  /// - Returns: What there is, in step with the store.
  /// - Throws: `CancellationError`, and what the store throws.
  func load(_ scan: consuming SourceScan) throws -> LoadedContent {
    var scan = scan
    let others = shard.map { scan.keep($0) } ?? []
    var content = LoadedContent(diagnostics: scan.diagnostics)
    let reader = TripFileReader(
      of: scan, site: site, configuration: configuration, configurationHash: configurationHash,
      environment: environment)
    content.diagnostics += reader.lists.diagnostics

    let recordContext = SiteStore.context(of: container)
    let records = KnownFiles(try SourceFacts.all(in: recordContext))
    if scan.trips.count(where: { records[$0.path] != nil }) < records.all.count {
      try forget(records, missingFrom: scan, in: recordContext)
    }

    var bookings = Bookings()
    var changed: [(index: Int, entry: SourceEntry)] = []
    content.trips.reserveCapacity(scan.trips.count)
    for (index, entry) in scan.trips.enumerated() {
      if !isForced, let record = records[entry.path], isUnchanged(entry, record, reader) {
        bookings.claim(record)
        content.trips.append(LoadedTrip(record))
        content.diagnostics += record.diagnostics
      } else {
        content.trips.append(LoadedTrip(unread: entry, last: records[entry.path]))
        changed.append((index, entry))
      }
    }
    progress(
      .finished("found \(content.trips.count) trips, \(changed.count) of them to read"))
    try read(changed, records, reader, recordContext, &bookings, &content)
    content.lists = reader.lists.loaded
    var tripsHash = StableHash()
    for trip in content.trips {
      tripsHash.add(trip.slug)
      tripsHash.add(trip.fingerprint)
    }
    let entries = try EntryFilesLoader(
      site: site, container: container, tripsHash: tripsHash.text,
      programHash: reader.readingHash(content: "", includes: []), isForced: isForced
    ).load(scan)
    content.goals = entries.goals
    content.reading = entries.reading
    if shard == nil {
      content.diagnostics += entries.diagnostics
    } else {
      // What goals say of collections holds for all trips: it is told when these come together.
      content.otherTrips = try TripFacts.missing(
        among: TripCard.all(in: recordContext), in: others, reader, configuration)
    }
    progress(.finished("read \(changed.count) files into the store"))
    return content
  }

  // MARK: What changed

  /// Whether a file is what the store was made from, as far as can be told without opening it.
  private func isUnchanged(
    _ entry: SourceEntry, _ record: SourceFacts, _ reader: TripFileReader
  ) -> Bool {
    guard !record.isFailed, record.slug == entry.name,
      record.readingHash
        == reader.readingHash(content: record.contentHash, includes: record.includes)
    else { return false }
    return entry.status.isSurely(
      size: record.size, modified: record.modified, inode: record.inode,
      change: (record.changed, record.readAt))
  }

  private func forget(
    _ records: KnownFiles, missingFrom scan: SourceScan, in context: ModelContext
  ) throws {
    let present = Set(scan.trips.map(\.path))
    let addresses = Set(scan.trips.map(\.name))
    var gone: [String] = []
    for record in records.all where !present.contains(record.path) {
      // What cannot be looked at now may come back: its page stays.
      let isHidden = scan.unreadable.contains { Path.isInside(record.path, folder: $0) }
      if isHidden { continue }
      if !addresses.contains(record.slug) {
        try TripImport.remove(slug: record.slug, from: context)
      }
      gone.append(record.path)
    }
    for some in gone.chunks(of: Self.batchSize) {
      for file in try Self.files(Array(some), in: context).values { context.delete(file) }
    }
    try context.save()
  }

  /// The records of some files, to be changed, by path.
  private static func files(
    _ paths: [String], in context: ModelContext
  ) throws -> [String: SourceFile] {
    guard !paths.isEmpty else { return [:] }
    let wanted = FetchDescriptor<SourceFile>(predicate: #Predicate { paths.contains($0.path) })
    return Dictionary(
      try context.fetch(wanted).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Reading

  private func read(
    _ changed: [(index: Int, entry: SourceEntry)], _ records: KnownFiles,
    _ reader: TripFileReader, _ recordContext: ModelContext, _ bookings: inout Bookings,
    _ content: inout LoadedContent
  ) throws {
    guard !changed.isEmpty else { return }
    // Not told by the records: a build killed between saving trips and saving records leaves trips.
    let isEmptyStore = try SiteStore.hasNoTrips(container)
    let maker = TripMaker(configuration)
    // An import keeps nothing in its context. One that changes objects holds them: each batch has its own.
    let importContext = isEmptyStore ? SiteStore.context(of: container) : nil
    // Files are read and made into objects on all cores while the ones before are written here.
    try concurrentStream(
      changed.map(\.entry), batchSize: Self.batchSize, ahead: Self.batchSize * 2
    ) { entry in
      ReadTrip(entry, by: reader, isEmptyStore ? maker : nil)
    } afterwards: { [early] read, thread in
      if let new = read.new { try early?.make(new, slot: thread) }
    } consume: { range, read in
      if environment.isCancelled() { throw CancellationError() }
      let batch = zip(changed[range], read).map { ($0.index, $0.entry, $1) }
      try write(
        batch, maker, records, importContext ?? SiteStore.context(of: container), recordContext,
        &bookings, &content, isEmptyStore)
      progress(.reading(done: range.upperBound, of: changed.count))
    }
  }

  /// Brings the store in step with some files that were read.
  private func write(
    _ batch: [(index: Int, entry: SourceEntry, read: ReadTrip)], _ maker: TripMaker,
    _ records: KnownFiles, _ context: ModelContext, _ recordContext: ModelContext,
    _ bookings: inout Bookings, _ content: inout LoadedContent, _ isEmptyStore: Bool
  ) throws {
    let files = try Self.files(
      batch.map(\.entry.path).filter { records[$0] != nil }, in: recordContext)
    let stored =
      try isEmptyStore ? [:] : StoredTrip.all(batch.map(\.entry.name), in: context)
    var newTrips: [NewTrip] = []
    var candidates: [EarlyPages.Candidate] = []
    var newRecords: [SourceFile] = []
    for (index, entry, read) in batch {
      var reading = read.reading
      bookings.check(&reading)
      content.diagnostics += reading.diagnostics
      let file = files[entry.path]
      if let draft = reading.draft {
        let known = stored[entry.name]
        let make = { maker.tripImport(entry, draft, fingerprint: reading.readingHash) }
        if let known {
          make().write(over: known, in: context)
        } else if let new = read.new {
          newTrips.append(new.trip)
          candidates.append(new)
        } else {
          newTrips.append(make().newTrip())
        }
      }
      content.trips[index] = LoadedTrip(entry: entry, reading: reading, last: records[entry.path])
      let updated = file ?? SourceFile(of: entry)
      reading.note(in: updated, entry: entry)
      if file == nil { newRecords.append(updated) }
    }
    // The trips are saved before the records that say so, or together: a build killed between the two
    // reads these files once more.
    try context.save()
    try context.importing { importer in
      for trip in newTrips { try trip.write(to: importer) }
      for record in newRecords { try importer.add(record) }
      try early?.order(candidates, importer)
    }
    try recordContext.save()
  }
}

/// What the store says of files, by path.
private struct KnownFiles {
  let all: [SourceFacts]
  private let places: [String: Int]

  init(_ facts: [SourceFacts]) {
    all = facts
    places = Dictionary(
      facts.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ path: String) -> SourceFacts? { places[path].map { all[$0] } }
}

/// What came of reading a file, and the trip made of it where it is surely new.
private struct ReadTrip: Sendable {
  let reading: TripReading
  let new: EarlyPages.Candidate?

  init(_ entry: SourceEntry, by reader: TripFileReader, _ maker: TripMaker?) {
    var reading = reader.read(entry)
    if let draft = reading.draft, let maker {
      let fingerprint = reading.readingHash
      let trip = maker.tripImport(entry, draft, fingerprint: fingerprint).newTrip()
      new = EarlyPages.Candidate(trip, fingerprint: fingerprint)
      // The objects have it all. What thousands of texts take is given back by the core that took it.
      reading.draft?.items = []
      reading.draft?.prose = []
    } else {
      new = nil
    }
    self.reading = reading
  }
}

/// What trips of a site have in common.
private struct TripMaker: Sendable {
  private let configuration: SiteConfiguration
  private let bags: [Bag]

  init(_ configuration: SiteConfiguration) {
    self.configuration = configuration
    bags = configuration.bags.map { Bag(name: $0.name, limit: $0.limit) }
  }

  func tripImport(
    _ entry: SourceEntry, _ draft: TripDraft, fingerprint: String
  ) -> TripImport {
    TripImport(
      slug: entry.name, draft: draft.withoutPrivateParents, fingerprint: fingerprint,
      defaultOrder: configuration.order, siteBags: bags,
      siteTravellers: configuration.travellers)
  }
}

extension SourceFile {
  /// The record of a file that was not read yet.
  fileprivate convenience init(of entry: SourceEntry) {
    self.init(
      path: entry.path, slug: entry.name, size: 0, modified: 0, changed: 0, inode: 0, readAt: 0,
      contentHash: "", readingHash: "")
  }
}
