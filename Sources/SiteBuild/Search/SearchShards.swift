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

  /// A word's beginning, and the entry that it belongs to.
  private struct Place: Sendable {
    let word: WordBeginning
    let entry: Int32
  }

  /// How many entries are looked at by one core at a time.
  private static let batchSize = 1_000
  /// How many first letters are cut at once: bounds the memory.
  private static let lettersAtOnce = 16

  /// Makes the files, on all cores.
  ///
  /// - Parameters:
  ///   - isWanted: Which words to cut: an index that is too large for the memory is cut in parts.
  ///   - isWhole: Whether that is all of them.
  ///   - words: Gives the beginnings of the words of an entry.
  ///   - isKnownWhole: For a beginning and the hash of its entries, whether the file that is known
  ///     of them holds all; nil where none is known.
  ///   - take: Given each file, in the order of the beginnings.
  /// - Throws: What `take` throws.
  func cut(
    where isWanted: @escaping @Sendable (WordBeginning) -> Bool, isWhole: Bool,
    words: @escaping @Sendable (SearchEntry, inout [WordBeginning]) -> Void,
    isKnownWhole: @escaping @Sendable (String, UInt64) -> Bool? = { _, _ in nil },
    into take: (File) throws -> Void
  ) throws {
    let places = try concurrentMap(
      Array(entries.indices).chunks(of: Self.batchSize)[...], makeState: {}
    ) { indices, _ in
      var places: [Place] = []
      var found: [WordBeginning] = []
      for index in indices {
        found.removeAll(keepingCapacity: true)
        words(entries[index], &found)
        for word in found where isWanted(word) {
          places.append(Place(word: word, entry: Int32(index)))
        }
      }
      return places
    }.flatMap(\.self)
    if isWhole {
      let file = file(of: places, at: "", isKnownWhole)
      if file.isWhole { return try take(file) }
    }
    for letters in Self.groups(of: places, after: "").chunks(of: Self.lettersAtOnce) {
      let files = try concurrentMap(letters, makeState: {}) { group, _ in
        var files: [File] = []
        cut(group, isKnownWhole, into: &files)
        return files
      }
      for file in files.joined() { try take(file) }
    }
  }

  /// The words of one beginning.
  private struct Group: Sendable {
    let beginning: String
    let places: [Place]
  }

  /// The words that are longer than a beginning, by their next letter.
  private static func groups(of places: [Place], after beginning: String) -> [Group] {
    let depth = beginning.unicodeScalars.count
    var groups: [UInt32: [Place]] = [:]
    for place in places where place.word.count > depth {
      groups[place.word[depth], default: []].append(place)
    }
    return groups.sorted(by: { $0.key < $1.key }).compactMap { letter, places in
      guard let scalar = Unicode.Scalar(letter) else { return nil }
      var longer = beginning
      longer.unicodeScalars.append(scalar)
      return Group(beginning: longer, places: places)
    }
  }

  private func cut(
    _ group: Group, _ isKnownWhole: (String, UInt64) -> Bool?, into files: inout [File]
  ) {
    let file = file(of: group.places, at: group.beginning, isKnownWhole)
    files.append(file)
    guard !file.isWhole else { return }
    for deeper in Self.groups(of: group.places, after: group.beginning) {
      cut(deeper, isKnownWhole, into: &files)
    }
  }

  /// The file of a beginning: all entries, or as many as fit.
  private func file(
    of places: [Place], at beginning: String, _ isKnownWhole: (String, UInt64) -> Bool?
  ) -> File {
    // Words that end here are in no deeper file, so they come first.
    let length = beginning.unicodeScalars.count
    var order = places.filter { $0.word.count == length }
    order = order.isEmpty ? places : order + places.filter { $0.word.count > length }
    var inputs = StableHash()
    for place in order { inputs.mix(hashes[Int(place.entry)]) }
    if let isWhole = isKnownWhole(beginning, inputs.value) {
      return File(beginning: beginning, inputs: inputs.value, isWhole: isWhole, bytes: nil)
    }
    let (bytes, isWhole) = bytes(of: order, at: beginning)
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
