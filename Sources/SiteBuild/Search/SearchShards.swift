import Files

/// Cuts the entries of an index into files by the beginnings of their words, so that a search needs
/// only the files of the words that are typed.
///
/// A beginning with more entries than fit into a file has a file of the first of them, and its words
/// are cut again one letter further on. So the file of the longest beginning that a word has holds
/// all that begins with that word, as far as one file can.
struct SearchShards {
  /// How large a file may be, in bytes, about: three words need under 100 KB.
  private static let sizeLimit = 24_000
  /// Beyond this many characters words are alike.
  private static let longestBeginning = 10

  let trips: [SearchTrip]
  /// In the order in which they are shown where there are too many.
  let entries: [SearchEntry]

  /// A word, and the entry that it belongs to.
  private struct Place {
    let word: [Unicode.Scalar]
    let entry: Int32
  }

  /// Makes the files.
  ///
  /// - Parameters:
  ///   - isWanted: Which words to cut: an index that is too large for the memory is cut in parts.
  ///   - isWhole: Whether that is all of them.
  ///   - words: The words of an entry.
  ///   - take: Given each file's beginning and bytes.
  /// - Throws: What `take` throws.
  func cut(
    where isWanted: (String) -> Bool, isWhole: Bool, words: (SearchEntry) -> [String],
    into take: (String, [UInt8]) throws -> Void
  ) throws {
    var places: [Place] = []
    for (index, entry) in entries.enumerated() {
      var seen: [String] = []
      for word in words(entry) where isWanted(word) && !seen.contains(word) {
        seen.append(word)
        places.append(
          Place(word: Array(word.unicodeScalars.prefix(Self.longestBeginning)), entry: Int32(index))
        )
      }
    }
    if isWhole, let bytes = file(of: places, at: "").whole {
      try take("", bytes)
      return
    }
    try cut(places, depth: 0, into: take)
  }

  private func cut(
    _ places: [Place], depth: Int, into take: (String, [UInt8]) throws -> Void
  ) throws {
    var groups: [Unicode.Scalar: [Place]] = [:]
    for place in places where place.word.count > depth {
      groups[place.word[depth], default: []].append(place)
    }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      guard let first = group.first else { continue }
      var beginning = ""
      beginning.unicodeScalars.append(contentsOf: first.word.prefix(depth + 1))
      let (whole, part) = file(of: group, at: beginning)
      if let whole {
        try take(beginning, whole)
      } else {
        try take(beginning, part)
        try cut(group, depth: depth + 1, into: take)
      }
    }
  }

  /// The file of a beginning: all entries, or as many as fit.
  private func file(of places: [Place], at beginning: String) -> (whole: [UInt8]?, part: [UInt8]) {
    // Words that end here are in no deeper file, so they come first.
    let length = beginning.unicodeScalars.count
    let order = places.filter { $0.word.count == length } + places.filter { $0.word.count > length }
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
      if !entryList.isEmpty { entryList += Array(",\n".utf8) }
      entryList += Array("[\(entry.kind.rawValue),".utf8)
      appendJSON(entry.name, to: &entryList)
      entryList += Array(",\(entry.tripCount),[\(places.joined(separator: ","))]".utf8)
      if !entry.more.isEmpty {
        entryList.append(UInt8(ascii: ","))
        appendJSON(entry.more, to: &entryList)
      }
      entryList.append(UInt8(ascii: "]"))
    }
    var bytes = Array("valiseSearch(".utf8)
    appendJSON(beginning, to: &bytes)
    bytes += Array(",[\n".utf8) + tripList + Array("],[\n".utf8) + entryList + Array("]);\n".utf8)
    return (isWhole ? bytes : nil, bytes)
  }

  private func append(_ trip: SearchTrip, to list: inout [UInt8]) {
    if !list.isEmpty { list += Array(",\n".utf8) }
    list.append(UInt8(ascii: "["))
    for (index, text) in [trip.slug, trip.title, trip.dates, trip.destination].enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      appendJSON(text, to: &list)
    }
    list.append(UInt8(ascii: "]"))
  }
}
