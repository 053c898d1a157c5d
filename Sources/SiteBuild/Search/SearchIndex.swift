import ContentReading
import Files
import ModelStore
import PackingLists
import Pages

/// The files that the search page reads, kept in `.valise/search` between builds.
///
/// They are made again only where something that can be found has changed: a tick changes nothing.
/// Then the store is asked for the names on the trips that changed, and only files whose entries
/// changed are made.
struct SearchIndex: Sendable {
  /// A file of the index.
  struct Shard: Sendable {
    /// Its name, without the folder.
    let name: String
    /// The hash of its bytes.
    let version: String
    /// The hash of the entries that it was cut from.
    let inputs: String
    /// Whether it holds all of them.
    let isWhole: Bool
  }

  /// Where the files are, below the output folder.
  static let folder = "search"
  /// Where they are kept.
  private static let cache = Path.join(Site.derived, "search")
  private static let state = Path.join(cache, "state")
  private static let names = Path.join(cache, "names")
  /// The file that lists the beginnings of all others.
  private static let list = "index.js"
  /// How many things and activities are cut at once: bounds the memory.
  private static let mostAtOnce = 400_000
  /// How many trips are asked for at once.
  private static let batchSize = 500
  /// Changes with what the files look like.
  private static let form = "3"

  private let site: Site
  private let environment: BuildEnvironment
  /// The store, of which it takes a context of its own: it works beside the rest of a build.
  private let container: ModelContainer
  private let cards: [TripCard]
  private let info: SiteInfo

  /// The index of a site.
  init(of planned: PlannedSite) {
    site = planned.site
    environment = planned.environment
    container = planned.store.container
    cards = planned.cards
    info = planned.info
  }

  /// A trip as far as searches find it.
  private struct Found: Sendable {
    let slug: String
    /// Tells one state of what is found on it from another.
    let hash: UInt64
    let text: String
  }

  /// Brings the kept files in step with the store.
  ///
  /// - Returns: All of them, the list of beginnings first.
  /// - Throws: What the store throws, and `FileError`.
  func update() throws -> [Shard] {
    let store = SiteStore.context(of: container)
    let found = try store.fetchRows(
      FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.slug)]), [\.slug, \.searchHash, \.searchText]
    ) { row in
      let slug: String = try row.next()
      let hash: String = try row.next()
      return Found(slug: slug, hash: StableHash(of: hash).value, text: try row.next())
    }.filter { !info.leftOut.contains($0.slug) }
    let kept = try keptState()
    let fingerprint = fingerprint(of: found)
    if let kept, kept.fingerprint == fingerprint { return kept.shards }
    try makeFolder(site.path(Self.cache))
    // A build that ends in the middle finds no state, and begins anew.
    try removeFile(site.path(Self.state))
    // Megabytes, which are read and written while trips are sorted. By this thread, since a thread that
    // waits for another is one less for what that one shares out among the cores.
    let trips = Background { tripsToFind(found) }
    let names = try updatedNames(found)
    let known = Dictionary(
      (kept?.program == program ? kept?.shards ?? [] : []).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    var shards: [Shard] = []
    var beginnings: [String: String] = [:]
    try cut(trips.take(), names, known) { file in
      let name = Self.name(of: file.beginning)
      beginnings[name] = file.beginning
      guard let bytes = file.bytes else {
        if let shard = known[name] { shards.append(shard) }
        return
      }
      shards.append(try write(bytes, to: name, Self.text(of: file.inputs), file.isWhole))
    }
    shards.sort { $0.name < $1.name }
    let list = Self.list(of: shards.map { beginnings[$0.name] ?? "" })
    shards.insert(try write(list, to: Self.list, "-", true), at: 0)
    try forgetOthers(than: shards)
    let lines =
      [fingerprint, program]
      + shards.map { "\($0.name) \($0.version) \($0.inputs) \($0.isWhole ? "whole" : "part")" }
    // What the state says has to be there even after the power went.
    try syncFileSystem(of: site.path(Self.cache))
    try replaceFile(
      with: Array((lines.joined(separator: "\n") + "\n").utf8), at: site.path(Self.state),
      durability: .generated)
    return shards
  }

  /// The plan of a kept file.
  static func plan(of shard: Shard) -> PagePlan {
    .copy(
      Path.join(folder, shard.name), of: Path.join(cache, shard.name), version: shard.version)
  }

  // MARK: What is kept

  /// What all files depend on: the program and the language.
  private var program: String {
    var hash = StableHash()
    for text in [Self.form, environment.version, environment.edition] { hash.add(text) }
    hash.add(info.language)
    return hash.text
  }

  private func fingerprint(of found: [Found]) -> String {
    var hash = StableHash()
    hash.add(program)
    for trip in found {
      hash.add(trip.slug)
      hash.mix(trip.hash)
    }
    return hash.text
  }

  private func keptState() throws -> (fingerprint: String, program: String, shards: [Shard])? {
    guard try FileStatus.ifPresent(site.path(Self.state)) != nil else { return nil }
    let text = String(decoding: try readFile(site.path(Self.state)), as: UTF8.self)
    let lines = text.split(separator: "\n")
    guard lines.count >= 2 else { return nil }
    let there = Set(try namesInFolder(site.path(Self.cache)))
    var shards: [Shard] = []
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 4, there.contains(parts[0]) else { return nil }
      shards.append(
        Shard(name: parts[0], version: parts[1], inputs: parts[2], isWhole: parts[3] == "whole"))
    }
    return (String(lines[0]), String(lines[1]), shards)
  }

  private func forgetOthers(than shards: [Shard]) throws {
    let wanted = Set(shards.map(\.name) + [Path.name(of: Self.names)])
    for name in try namesInFolder(site.path(Self.cache)) where !wanted.contains(name) {
      try removeFile(site.path(Path.join(Self.cache, name)))
    }
  }

  private func write(
    _ bytes: [UInt8], to name: String, _ inputs: String, _ isWhole: Bool
  ) throws -> Shard {
    try updateFile(
      with: bytes, at: site.path(Path.join(Self.cache, name)), durability: .generated)
    return Shard(
      name: name, version: StableHash(of: bytes).text, inputs: inputs, isWhole: isWhole)
  }

  private static func list(of beginnings: [String]) -> [UInt8] {
    var list = Array("valiseSearch(null,[".utf8)
    for (index, beginning) in beginnings.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      appendJSON(beginning, to: &list)
    }
    return list + "]);\n".utf8
  }

  /// The name of a beginning's file: safe on every disk and in every address.
  private static func name(of beginning: String) -> String {
    if beginning.isEmpty { return "all.js" }
    let digits = Array("0123456789abcdef".utf8)
    let name = beginning.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: name, as: UTF8.self) + ".js"
  }

  private static func text(of hash: UInt64) -> String { String(hash, radix: 16) }

  // MARK: What is in it

  private func cut(
    _ found: (trips: [SearchTrip], entries: [SearchEntry]), _ names: SearchNames,
    _ known: [String: Shard], into take: (SearchShards.File) throws -> Void
  ) throws {
    let pages = PageContext(site: info)
    let trips = found.trips
    let entries = found.entries + Self.sharedEntries(of: trips, names)
    let shards = SearchShards(trips: trips, entries: entries) { trip in
      pages.days(from: trip.start, to: trip.end) ?? ""
    }
    let partCount = max(1, (entries.count + Self.mostAtOnce - 1) / Self.mostAtOnce)
    for part in 0..<partCount {
      try shards.cut(
        part, of: partCount, words: Self.words,
        isKnownWhole: { beginning, inputs in
          known[Self.name(of: beginning)].flatMap {
            $0.inputs == Self.text(of: inputs) ? $0.isWhole : nil
          }
        }, into: take)
    }
  }

  private static func words(of entry: SearchEntry, into words: inout WordBeginnings) {
    words.append(of: entry.name)
    if !entry.more.isEmpty { words.append(of: entry.more) }
  }

  /// The trips, the newest first, and the entries of them.
  private func tripsToFind(
    _ found: [Found]
  ) -> (trips: [SearchTrip], entries: [SearchEntry]) {
    let trips = cards.newestPlaces.map { place in
      SearchTrip(
        slug: cards[place].slug, title: cards[place].title, start: cards[place].start,
        end: cards[place].end, destination: cards[place].destination ?? "")
    }
    let texts = Dictionary(
      found.map { ($0.slug, $0.text) }, uniquingKeysWith: { first, _ in first })
    var entries: [SearchEntry] = []
    entries.reserveCapacity(trips.count)
    for (number, trip) in trips.enumerated() {
      var entry = SearchEntry(kind: .trip, name: trip.title, more: texts[trip.slug] ?? "")
      entry.add(trip: Int32(number))
      entries.append(entry)
    }
    return (trips, entries)
  }

  /// What is on the trips, that of most trips first.
  private static func sharedEntries(
    of trips: [SearchTrip], _ names: SearchNames
  ) -> [SearchEntry] {
    var shared = SharedEntries(of: names.names)
    for (number, trip) in trips.enumerated() {
      names.eachNumber(of: trip.slug) { shared.add($0, trip: Int32(number)) }
    }
    return shared.entries.sorted {
      $0.tripCount == $1.tripCount
        ? ($0.name, $0.kind.rawValue) < ($1.name, $1.kind.rawValue) : $0.tripCount > $1.tripCount
    }
  }

  /// What is on each trip, in step with the store.
  private func updatedNames(_ found: [Found]) throws -> SearchNames {
    let path = site.path(Self.names)
    var names = SearchNames()
    if try FileStatus.ifPresent(path) != nil {
      names = SearchNames(bytes: try readFile(path)) ?? SearchNames()
    }
    let changed = found.filter { names.hash(of: $0.slug) != $0.hash }
    if changed.count == found.count {
      names.reserve(tripCount: found.count, thingCount: cards.reduce(0) { $0 + $1.itemCount })
    }
    // In parts, so that no more than some of the names are in memory twice.
    for part in changed.chunks(of: Self.batchSize * 8) {
      let read = try concurrentMap(
        Array(part).chunks(of: Self.batchSize)[...],
        makeState: { SiteStore.context(of: container) },
        Self.names)
      for (trip, texts) in zip(part, read.joined()) {
        names.enter(
          trip.slug, hash: trip.hash, things: texts.things, activities: texts.activities)
      }
    }
    names.keep(only: Set(found.map(\.slug)))
    try replaceFile(with: names.bytes, at: path, durability: .generated)
    return names
  }

  /// What is on some trips, in their order; sorted by bytes.
  private static func names(
    on trips: ArraySlice<Found>, _ store: ModelContext
  ) throws -> [(things: [String], activities: [String])] {
    let slugs = trips.map(\.slug)
    let items = try store.fetchRows(
      FetchDescriptor<PackingItem>(
        predicate: #Predicate { item in
          !item.isPrivate && (item.trip.flatMap { slugs.contains($0.slug) } ?? false)
        }),
      [\.tripSlug, \.name]
    ) { row in (trip: try row.next() as String, name: try row.next() as String) }
    let things = Dictionary(grouping: items, by: \.trip)
    let done = try store.fetchValues(
      FetchDescriptor<Activity>(
        predicate: #Predicate { activity in
          activity.trip.flatMap { slugs.contains($0.slug) } ?? false
        }), \.trip?.slug, \.name)
    let activities = Dictionary(grouping: done) { $0.0 ?? "" }
    return slugs.map { slug in
      ((things[slug] ?? []).map(\.name).sorted(), (activities[slug] ?? []).map(\.1).sorted())
    }
  }
}

/// Things and activities, each once though many trips have it.
private struct SharedEntries {
  private(set) var entries: [SearchEntry] = []
  private let names: [SearchNames.Name]
  /// The entry of each name, as far as one was met.
  private var places: [Int?]
  /// The entries by folded names: the same name in another spelling of case or accents is the same
  /// thing.
  private var folded: [SearchNames.Name: Int] = [:]

  init(of names: [SearchNames.Name]) {
    self.names = names
    places = Array(repeating: nil, count: names.count)
  }

  /// Takes in a name that a trip has; trips come in the order of the index, and the first spelling
  /// is shown.
  mutating func add(_ number: Int, trip: Int32) {
    if let place = places[number] {
      entries[place].add(trip: trip)
      return
    }
    let name = names[number]
    let key = SearchNames.Name(kind: name.kind, text: foldedName(name.text))
    let place = folded[key] ?? entries.count
    if place == entries.count {
      entries.append(SearchEntry(kind: name.kind, name: name.text))
      folded[key] = place
    }
    places[number] = place
    entries[place].add(trip: trip)
  }
}
