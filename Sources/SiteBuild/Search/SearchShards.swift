import Files
import PackingLists

/// Cuts the entries of an index into files by the beginnings of their words, so that a search needs
/// only the files of the words that are typed.
///
/// A beginning with more entries than fit into a file has a file of the first of them, and its words
/// are cut again one letter further on. So the file of the longest beginning that a word has holds
/// all that begins with that word, as far as one file can.
struct SearchShards: Sendable {
  /// How large a file may be, in bytes, about: three words need under 100 KB.
  private static let sizeLimit = 24_000

  /// A file of the index.
  struct File: Sendable {
    /// The beginning of the words that it holds.
    let beginning: String
    /// The hash of all entries with such words.
    let inputs: UInt64
    /// Whether it holds all of them.
    let isWhole: Bool
    /// Its bytes; nil where they are known.
    let bytes: [UInt8]?
  }

  private let trips: [SearchTrip]
  private let dates: @Sendable (SearchTrip) -> String
  /// In the order in which they are shown where there are too many.
  private let entries: [SearchEntry]
  /// The hashes of all that is told of the entries.
  private let hashes: [UInt64]

  /// Takes in what can be found.
  ///
  /// - Parameters:
  ///   - trips: The trips, in the order of the index.
  ///   - entries: In the order in which they are shown where there are too many.
  ///   - dates: The days of a trip as text; empty for none.
  init(
    trips: [SearchTrip], entries: [SearchEntry], dates: @escaping @Sendable (SearchTrip) -> String
  ) {
    self.trips = trips
    self.dates = dates
    self.entries = entries
    let hashesOfTrips = trips.map { trip in
      var hash = StableHash()
      trip.add(to: &hash)
      return hash.value
    }
    hashes = entries.map { entry in
      var hash = StableHash()
      hash.add("\(entry.kind.rawValue)")
      hash.add(entry.name)
      hash.add(entry.more)
      hash.mix(UInt64(entry.tripCount))
      for trip in entry.trips { hash.mix(hashesOfTrips[Int(trip)]) }
      return hash.value
    }
  }

  /// A word's beginning, and the entry that it belongs to: twelve bytes, for there are a million.
  private struct Place: Sendable {
    /// Where the word stands among the letters of all words.
    var start: UInt32
    let entry: Int32
    /// How many bytes it has.
    let count: UInt8
  }

  /// The words of one beginning.
  private struct Group: Sendable {
    /// In UTF-8.
    let beginning: [UInt8]
    let places: [Place]
  }

  /// How many entries are looked at by one core at a time.
  private static let batchSize = 1_000
  /// How many first letters are cut at once: bounds the memory.
  private static let lettersAtOnce = 16

  /// Makes the files, on all cores.
  ///
  /// - Parameters:
  ///   - part: Which words to cut, of an index that is too large for the memory: those whose first
  ///     letters give this remainder.
  ///   - partCount: Of how many parts; 1 for all words at once.
  ///   - words: Appends the beginnings of the words of an entry.
  ///   - isKnownWhole: For a beginning and the hash of its entries, whether the file that is known
  ///     of them holds all; nil where none is known.
  ///   - take: Given each file, in the order of the beginnings.
  /// - Throws: What `take` throws.
  func cut(
    _ part: Int = 0, of partCount: Int = 1,
    words: @escaping @Sendable (SearchEntry, inout WordBeginnings) -> Void,
    isKnownWhole: @escaping @Sendable (String, UInt64) -> Bool? = { _, _ in nil },
    into take: (File) throws -> Void
  ) throws {
    let found = try found(words) { partCount == 1 || Int($0) % partCount == part }
    let letters = found.letters
    if partCount == 1 {
      let file = file(of: found.places, at: [], isKnownWhole)
      if file.isWhole { return try take(file) }
    }
    let groups = Self.groups(of: found.places, after: [], in: letters)
    for some in groups.chunks(of: Self.lettersAtOnce) {
      let files = try concurrentMap(some, makeState: {}) { group, _ in
        var files: [File] = []
        cut(group, in: letters, isKnownWhole, into: &files)
        return files
      }
      for file in files.joined() { try take(file) }
    }
  }

  /// The words of all entries whose first letters are wanted, with the letters of all.
  private func found(
    _ words: @escaping @Sendable (SearchEntry, inout WordBeginnings) -> Void,
    where isWanted: @escaping @Sendable (UInt32) -> Bool
  ) throws -> (letters: [UInt8], places: [Place]) {
    let batches = try concurrentMap(
      Array(entries.indices).chunks(of: Self.batchSize)[...], makeState: {}
    ) { indices, _ in
      var found = WordBeginnings()
      var places: [Place] = []
      for index in indices {
        let first = found.words.count
        found.begin()
        words(entries[index], &found)
        for word in found.words[first...]
        where isWanted(Self.letter(of: found.letters, at: Int(word.start))) {
          places.append(Place(start: word.start, entry: Int32(index), count: word.count))
        }
      }
      return (letters: found.letters, places: places)
    }
    var letters: [UInt8] = []
    var places: [Place] = []
    letters.reserveCapacity(batches.reduce(0) { $0 + $1.letters.count })
    places.reserveCapacity(batches.reduce(0) { $0 + $1.places.count })
    for batch in batches {
      let base = UInt32(letters.count)
      letters += batch.letters
      for var place in batch.places {
        place.start += base
        places.append(place)
      }
    }
    return (letters, places)
  }

  /// The bytes of a letter as a number, whose order is that of the letters.
  private static func letter(of letters: [UInt8], at place: Int) -> UInt32 {
    let first = letters[place]
    let count =
      switch first {
      case ..<0x80: 1
      case ..<0xE0: 2
      case ..<0xF0: 3
      default: 4
      }
    return letters[place..<place + count].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The words that are longer than a beginning, by their next letter.
  private static func groups(
    of places: [Place], after beginning: [UInt8], in letters: [UInt8]
  ) -> [Group] {
    let depth = beginning.count
    func next(_ place: Place) -> UInt32? {
      Int(place.count) > depth ? letter(of: letters, at: Int(place.start) + depth) : nil
    }
    // Counted first, so that no array takes more memory than it needs.
    var counts: [UInt32: Int] = [:]
    for letter in places.lazy.compactMap(next) { counts[letter, default: 0] += 1 }
    var groups = counts.mapValues { count in
      var places: [Place] = []
      places.reserveCapacity(count)
      return places
    }
    for place in places {
      if let letter = next(place) { groups[letter]?.append(place) }
    }
    return groups.sorted { $0.key < $1.key }.map { letter, places in
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: letter >> $0) }
      return Group(beginning: beginning + bytes.drop { $0 == 0 }, places: places)
    }
  }

  private func cut(
    _ group: Group, in letters: [UInt8], _ isKnownWhole: (String, UInt64) -> Bool?,
    into files: inout [File]
  ) {
    let file = file(of: group.places, at: group.beginning, isKnownWhole)
    files.append(file)
    guard !file.isWhole else { return }
    for deeper in Self.groups(of: group.places, after: group.beginning, in: letters) {
      cut(deeper, in: letters, isKnownWhole, into: &files)
    }
  }

  /// The file of a beginning: all entries, or as many as fit.
  private func file(
    of places: [Place], at bytes: [UInt8], _ isKnownWhole: (String, UInt64) -> Bool?
  ) -> File {
    // Words that end here are in no deeper file, so they come first.
    var order = places.filter { $0.count == bytes.count }
    order = order.isEmpty ? places : order + places.filter { $0.count > bytes.count }
    var inputs = StableHash()
    for place in order { inputs.mix(hashes[Int(place.entry)]) }
    let beginning = String(decoding: bytes, as: UTF8.self)
    if let isWhole = isKnownWhole(beginning, inputs.value) {
      return File(beginning: beginning, inputs: inputs.value, isWhole: isWhole, bytes: nil)
    }
    let (bytes, isWhole) = self.bytes(of: order, at: beginning)
    return File(beginning: beginning, inputs: inputs.value, isWhole: isWhole, bytes: bytes)
  }

  private func bytes(of order: [Place], at beginning: String) -> (bytes: [UInt8], isWhole: Bool) {
    var numbers: [Int32: Int] = [:]
    var tripList: [UInt8] = []
    var entryList: [UInt8] = []
    var taken: Set<Int32> = []
    var isWhole = true
    for place in order where taken.insert(place.entry).inserted {
      let entry = entries[Int(place.entry)]
      if tripList.count + entryList.count > Self.sizeLimit {
        isWhole = false
        break
      }
      var places: [String] = []
      for trip in entry.trips {
        if let number = numbers[trip] {
          places.append(String(number))
        } else {
          places.append(String(numbers.count))
          numbers[trip] = numbers.count
          append(trips[Int(trip)], to: &tripList)
        }
      }
      if !entryList.isEmpty { entryList += ",\n".utf8 }
      entryList += "[\(entry.kind.rawValue),".utf8
      appendJSON(entry.name, to: &entryList)
      entryList += ",\(entry.tripCount),[\(places.joined(separator: ","))]".utf8
      if !entry.more.isEmpty {
        entryList.append(UInt8(ascii: ","))
        appendJSON(entry.more, to: &entryList)
      }
      entryList.append(UInt8(ascii: "]"))
    }
    var bytes = Array("valiseSearch(".utf8)
    appendJSON(beginning, to: &bytes)
    bytes += ",[\n".utf8
    bytes += tripList
    bytes += "],[\n".utf8
    bytes += entryList
    bytes += "]);\n".utf8
    return (bytes, isWhole)
  }

  private func append(_ trip: SearchTrip, to list: inout [UInt8]) {
    if !list.isEmpty { list += ",\n".utf8 }
    list.append(UInt8(ascii: "["))
    for (index, text) in [trip.slug, trip.title, dates(trip), trip.destination].enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      appendJSON(text, to: &list)
    }
    list.append(UInt8(ascii: "]"))
  }
}
