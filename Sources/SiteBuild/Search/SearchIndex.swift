import ContentReading
import Files
import ModelStore
import PackingLists
import Pages

/// The files that the search page reads, kept in `.valise/search` between builds.
///
/// They are made again only where something that can be found has changed: a tick changes nothing.
struct SearchIndex {
  /// A file of the index.
  struct Shard {
    /// Its name, without the folder.
    let name: String
    /// The beginning of the words that it holds; nil for the list of all beginnings.
    let beginning: String?
    /// The hash of its bytes.
    let version: String
  }

  /// Where the files are, below the output folder.
  static let folder = "search"
  /// Where they are kept.
  private static let cache = Path.join(Site.derived, "search")
  private static let state = Path.join(cache, "state")
  /// How many things and activities are cut at once: bounds the memory.
  private static let mostAtOnce = 400_000
  /// Changes with what the files look like.
  private static let form = "1"

  let site: PlannedSite

  /// Brings the kept files in step with the store.
  ///
  /// - Returns: All of them, the list of beginnings first.
  /// - Throws: What the store throws, and `FileError`.
  func update() throws -> [Shard] {
    let fingerprint = try fingerprint()
    if let known = try knownShards(of: fingerprint) { return known }
    try makeFolder(site.site.path(Self.cache))
    // A build that ends in the middle finds no state, and begins anew.
    try removeFile(site.site.path(Self.state))
    var shards: [Shard] = []
    try cut { beginning, bytes in
      shards.append(try write(bytes, to: Self.name(of: beginning), beginning: beginning))
    }
    shards.sort { $0.name < $1.name }
    var list = Array("valiseSearch(null,[".utf8)
    for (index, shard) in shards.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      appendJSON(shard.beginning ?? "", to: &list)
    }
    list += Array("]);\n".utf8)
    shards.insert(try write(list, to: "index.js", beginning: nil), at: 0)
    let names = Set(shards.map(\.name))
    for name in try namesInFolder(site.site.path(Self.cache)) where !names.contains(name) {
      try removeFile(site.site.path(Path.join(Self.cache, name)))
    }
    let lines = [fingerprint] + shards.map { "\($0.name) \($0.version)" }
    // What the state says has to be there even after the power went.
    try syncFileSystem(of: site.site.path(Self.cache))
    try replaceFile(
      with: Array((lines.joined(separator: "\n") + "\n").utf8), at: site.site.path(Self.state),
      durability: .generated)
    return shards
  }

  /// The plan of a kept file.
  static func plan(of shard: Shard) -> PagePlan {
    .copy(
      Path.join(folder, shard.name), of: Path.join(cache, shard.name), version: shard.version)
  }

  // MARK: What is kept

  private func fingerprint() throws -> String {
    var hash = StableHash()
    for text in [Self.form, site.environment.version, site.environment.edition] { hash.add(text) }
    hash.add(site.configuration.language)
    let rows = try site.store.fetchValues(
      FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.slug)]), \.slug, \.searchHash)
    for (slug, searchHash) in rows where !site.info.leftOut.contains(slug) {
      hash.add(slug)
      hash.add(searchHash)
    }
    return hash.text
  }

  private func knownShards(of fingerprint: String) throws -> [Shard]? {
    guard try FileStatus.ifPresent(site.site.path(Self.state)) != nil else { return nil }
    let text = String(decoding: try readFile(site.site.path(Self.state)), as: UTF8.self)
    let lines = text.split(separator: "\n")
    guard lines.first.map(String.init) == fingerprint else { return nil }
    let there = Set(try namesInFolder(site.site.path(Self.cache)))
    var shards: [Shard] = []
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 2, there.contains(parts[0]) else { return nil }
      shards.append(Shard(name: parts[0], beginning: nil, version: parts[1]))
    }
    return shards
  }

  private func write(_ bytes: [UInt8], to name: String, beginning: String?) throws -> Shard {
    let path = site.site.path(Path.join(Self.cache, name))
    if try FileStatus.ifPresent(path) == nil || readFile(path) != bytes {
      try replaceFile(with: bytes, at: path, durability: .generated)
    }
    return Shard(name: name, beginning: beginning, version: StableHash(of: bytes).text)
  }

  /// The name of a beginning's file: safe on every disk and in every address.
  private static func name(of beginning: String) -> String {
    if beginning.isEmpty { return "all.js" }
    let digits = Array("0123456789abcdef".utf8)
    let name = beginning.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: name, as: UTF8.self) + ".js"
  }

  // MARK: What is in it

  private func cut(into take: (String, [UInt8]) throws -> Void) throws {
    let cards = site.cards.sorted(by: Self.comesFirst)
    let pages = PageContext(site: site.info)
    let trips = cards.map { card in
      SearchTrip(
        slug: card.slug, title: card.title,
        dates: pages.days(from: card.start, to: card.end) ?? "",
        destination: card.destination ?? "")
    }
    let entries = try entries(of: cards)
    let shards = SearchShards(trips: trips, entries: entries)
    let partCount = max(1, (entries.count + Self.mostAtOnce - 1) / Self.mostAtOnce)
    for part in 0..<partCount {
      try shards.cut(
        where: { word in
          partCount == 1 || Int(word.unicodeScalars.first?.value ?? 0) % partCount == part
        }, isWhole: partCount == 1, words: Self.words, into: take)
    }
  }

  /// Trips that are new come first, those without days last.
  private static func comesFirst(_ one: TripCard, _ other: TripCard) -> Bool {
    let (first, second) = (one.start?.rawValue ?? .min, other.start?.rawValue ?? .min)
    return first == second ? one.slug < other.slug : first > second
  }

  private static func words(of entry: SearchEntry) -> [String] {
    entry.more.isEmpty
      ? searchWords(of: entry.name)
      : searchWords(of: entry.name) + searchWords(of: entry.more)
  }

  /// All that can be found: trips first, then what is in most trips.
  private func entries(of cards: [TripCard]) throws -> [SearchEntry] {
    let texts = Dictionary(
      uniqueKeysWithValues: try site.store.fetchValues(
        FetchDescriptor<Trip>(), \.slug, \.searchText))
    var entries: [SearchEntry] = []
    for (number, card) in cards.enumerated() {
      var entry = SearchEntry(kind: .trip, name: card.title, more: texts[card.slug] ?? "")
      entry.add(trip: Int32(number))
      entries.append(entry)
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: cards.enumerated().map { ($1.slug, Int32($0)) })
    var shared = SharedEntries()
    // In parts, so that no more than some of the names are in memory twice.
    for batch in cards.chunks(of: 500) {
      let slugs = batch.map(\.slug)
      let items = try site.store.fetchValues(
        FetchDescriptor<PackingItem>(
          predicate: #Predicate { slugs.contains($0.tripSlug) && !$0.isPrivate }),
        \.tripSlug, \.name)
      shared.add(.item, items.map { (numbers[$0.0] ?? 0, $0.1) })
    }
    let activities = try site.store.fetchValues(
      FetchDescriptor<Activity>(), \.trip?.slug, \.name)
    shared.add(
      .activity,
      activities.compactMap { slug, name in slug.flatMap { numbers[$0] }.map { ($0, name) } })
    return entries
      + shared.entries.sorted {
        $0.tripCount == $1.tripCount
          ? ($0.name, $0.kind.rawValue) < ($1.name, $1.kind.rawValue) : $0.tripCount > $1.tripCount
      }
  }
}

/// Things and activities, each once though many trips have it.
private struct SharedEntries {
  private(set) var entries: [SearchEntry] = []
  private var places: [String: Int] = [:]

  /// Takes in what some trips have, in the order of the index whatever order the store has.
  mutating func add(_ kind: SearchEntry.Kind, _ found: [(trip: Int32, name: String)]) {
    for (trip, name) in found.sorted(by: <) { add(kind, name, trip: trip) }
  }

  private mutating func add(_ kind: SearchEntry.Kind, _ name: String, trip: Int32) {
    let key = (kind == .item ? "i" : "a") + name
    if let place = places[key] {
      entries[place].add(trip: trip)
      return
    }
    // The same name in another spelling of case or accents is the same thing.
    let folded = (kind == .item ? "I" : "A") + foldedName(name)
    if let place = places[folded] {
      places[key] = place
      entries[place].add(trip: trip)
      return
    }
    var entry = SearchEntry(kind: kind, name: name)
    entry.add(trip: trip)
    places[key] = entries.count
    places[folded] = entries.count
    entries.append(entry)
  }
}
