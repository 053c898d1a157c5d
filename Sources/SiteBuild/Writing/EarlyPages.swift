import Files
import ModelStore
import PackingLists
import Pages
import Synchronization

/// Makes the pages of new trips while what was read of them is still in memory: to fetch it from the
/// store again takes a sixth of a first build.
///
/// What pages know of all trips, such as whether any has days, is not known yet. It is taken from the
/// trips so far, and every page is recorded with the hash of what it was made from. A page for which
/// that was wrong is made again when all pages are planned, as if an earlier build had made it.
final class EarlyPages: Sendable {
  /// A trip on its way from the thread that read it, past the one that stores it, and back.
  final class Candidate: @unchecked Sendable {
    // Unchecked because models are not Sendable, and the files are set by another thread: the queue of
    // results between these threads hands it from one to the other.
    let trip: NewTrip
    let fingerprint: String
    fileprivate var order: Order?

    init(_ trip: NewTrip, fingerprint: String) {
      self.trip = trip
      self.fingerprint = fingerprint
    }
  }

  /// What is to be made of a trip.
  fileprivate struct Order {
    let kinds: [TripFile]
    let hashes: [String]
    let frame: SiteFrame
  }

  /// What was made.
  struct Made: Sendable {
    /// What each file was made from.
    fileprivate(set) var hashes = PageHashes()
    /// How many were made.
    fileprivate(set) var count = 0
    /// Those that differ from what was there, and were written.
    var writtenPaths: [String] {
      written.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    /// Their paths, with a zero after each: of a large site there are very many.
    private var written: [UInt8] = []
    /// Of which kinds they are.
    fileprivate(set) var kinds: Set<TripFile> = []

    fileprivate mutating func noteWritten(_ path: String) {
      written += path.utf8
      written.append(0)
    }
  }

  /// The run that makes them.
  let run: Int

  private let inputs: SiteFrame.Inputs
  private let entries: SiteFrame.Entries
  private let output: OutputFolder
  /// Whether nothing at all was there.
  private let isEmptyOutput: Bool
  private let files: TripFiles
  private let made = Mutex(Made())
  private let guess = Mutex(Guess())
  private let toolbox: PageToolbox

  /// What is taken for true of the site.
  private struct Guess {
    var facts: TripFacts = []
    var frame: SiteFrame?
  }

  /// Begins to make pages.
  ///
  /// - Parameters:
  ///   - inputs: What the site's frame is made from.
  ///   - scan: The files of the site.
  ///   - output: Where to write; no file that a build made may be there.
  ///   - container: The store, in which no page is recorded.
  /// - Throws: What the store throws.
  init(
    _ inputs: SiteFrame.Inputs, _ scan: SourceScan, to output: OutputFolder,
    in container: ModelContainer
  ) throws {
    self.inputs = inputs
    self.output = output
    isEmptyOutput = try output.isEmpty()
    files = TripFiles(inputs.theme)
    toolbox = PageToolbox(inputs.theme)
    entries = SiteFrame.Entries(
      hasGoals: scan.entryFiles[Site.goals] != nil,
      hasReading: scan.entryFiles[Site.reading] != nil, hasLists: !scan.lists.isEmpty)
    run = try PageRun.begin(in: container)
  }

  /// Says what is to be made of some trips, and records it.
  ///
  /// - Parameters:
  ///   - candidates: The trips, which are being stored.
  ///   - importer: Where they are stored.
  /// - Throws: What the store throws.
  func order(_ candidates: [Candidate], _ importer: ObjectImporter) throws {
    let chosen = candidates.filter { Self.standsAlone($0.trip) }
    let frame = frame(for: chosen)
    for candidate in chosen {
      let trip = candidate.trip.trip
      let kinds = files.kinds(isDated: trip.start != nil, hasStops: false)
      let hashes = kinds.map {
        files.hash(of: $0, showing: [candidate.fingerprint], in: frame).text
      }
      candidate.order = Order(kinds: kinds, hashes: hashes, frame: frame)
      for (kind, hash) in zip(kinds, hashes) {
        try importer.add(
          WrittenPage(
            output: output.path, path: kind.path(of: trip.slug), inputsHash: hash, run: run))
      }
    }
  }

  /// Whether a trip's pages show nothing but the trip: no picture, no collection, nothing that hangs
  /// on the trip by the store alone; and whether everybody may see it.
  private static func standsAlone(_ new: NewTrip) -> Bool {
    let trip = new.trip
    return !trip.isDraft && !trip.isArchived && trip.photoPath == nil && trip.collection == nil
      && new.stops.isEmpty && new.activities.isEmpty
  }

  private func frame(for candidates: [Candidate]) -> SiteFrame {
    let facts = TripFacts(of: candidates.map { TripCard($0.trip.trip) })
    return guess.withLock { guess in
      if let known = guess.frame, guess.facts.isSuperset(of: facts) { return known }
      guess.facts.formUnion(facts)
      let new = SiteFrame(inputs, guess.facts, entries)
      guess.frame = new
      return new
    }
  }

  /// Makes the pages of a trip, if any were ordered.
  ///
  /// - Parameters:
  ///   - candidate: The trip, which is in the store by now.
  ///   - slot: A number that no other thread uses at the same time.
  /// - Throws: `FileError`
  func make(_ candidate: Candidate, slot: Int) throws(FileError) {
    guard let order = candidate.order else { return }
    let trip = candidate.trip.trip
    let tools = toolbox.tools(slot)
    let context = tools.context(for: order.frame)
    let shown = TripPage.render(
      trip, items: candidate.trip.items, for: order.kinds.compactMap(\.medium),
      with: tools.theme.library, in: context)
    let contents = TripFile.contents(
      order.kinds, order.kinds.map { _ in true }, of: trip, shown, tools.theme, context)
    var results: [(path: String, hash: String, isWritten: Bool)] = []
    for (place, content) in contents.enumerated() {
      let path = order.kinds[place].path(of: trip.slug)
      // What is wrong with a template is found again, and reported, when all pages are planned.
      guard let bytes = content.bytes, content.problems.isEmpty else {
        results.append((path, "", false))
        continue
      }
      let isWritten = try output.write(bytes, to: path, slot: slot, isNew: isEmptyOutput)
      results.append((path, order.hashes[place], isWritten))
    }
    made.withLock { made in
      for (path, hash, isWritten) in results {
        made.hashes.note(path, madeFrom: hash)
        if !hash.isEmpty { made.count += 1 }
        if isWritten { made.noteWritten(path) }
      }
      made.kinds.formUnion(order.kinds)
    }
  }

  /// What was made, once all trips are read.
  func result() -> Made { made.withLock { $0 } }
}
