import PackingLists

/// What can be found on each trip, kept between builds: a build asks the store only for the trips that
/// changed, and counts the names of all others here.
///
/// Names are numbered, since trips have most of them in common: half a million things are two
/// megabytes.
struct SearchNames {
  /// A name as some list spells it.
  struct Name: Hashable {
    let kind: SearchEntry.Kind
    let text: String
  }

  private struct Trip {
    let hash: String
    let ids: Range<Int>
  }

  private(set) var names: [Name] = []
  private var numbers: [Name: UInt32] = [:]
  private var ids: [UInt32] = []
  private var trips: [String: Trip] = [:]

  /// Knows no trip.
  init() {}

  /// The hash of what a trip was entered with; nil for a trip that is not known.
  func hash(of slug: String) -> String? { trips[slug]?.hash }

  /// The numbers of what is on a trip: things by their names, then activities by theirs.
  func numbers(of slug: String) -> ArraySlice<UInt32> {
    trips[slug].map { ids[$0.ids] } ?? []
  }

  /// Enters a trip, in place of what was known of it.
  ///
  /// - Parameters:
  ///   - slug: Its address.
  ///   - hash: Tells one state of what is found on it from another.
  ///   - things: The names of its items, in any order.
  ///   - activities: Those of its activities.
  mutating func enter(_ slug: String, hash: String, things: [String], activities: [String]) {
    let start = ids.count
    for (kind, texts) in [(SearchEntry.Kind.item, things), (.activity, activities)] {
      for text in texts.sorted() { ids.append(number(of: Name(kind: kind, text: text))) }
    }
    trips[slug] = Trip(hash: hash, ids: start..<ids.count)
  }

  /// Forgets all trips but some.
  mutating func keep(only slugs: Set<String>) {
    if slugs.count < trips.count { trips = trips.filter { slugs.contains($0.key) } }
  }

  private mutating func number(of name: Name) -> UInt32 {
    if numbers.isEmpty, !names.isEmpty {
      // What was read from a file is only numbered again where something new is entered.
      for (number, name) in names.enumerated() { numbers[name] = UInt32(number) }
    }
    if let number = numbers[name] { return number }
    let number = UInt32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}

// MARK: As bytes

extension SearchNames {
  private static let mark = Array("valise names 1\n".utf8)

  /// All that is known, with a check sum; names that no trip has any more are left out.
  var bytes: [UInt8] {
    var renumbered = [UInt32?](repeating: nil, count: names.count)
    var used: [Name] = []
    var table: [UInt8] = []
    table.reserveCapacity(ids.count * 4 + trips.count * 48)
    Self.append(trips.count, to: &table)
    for (slug, trip) in trips.sorted(by: { $0.value.ids.lowerBound < $1.value.ids.lowerBound }) {
      Self.append(slug, to: &table)
      Self.append(trip.hash, to: &table)
      Self.append(trip.ids.count, to: &table)
      for id in ids[trip.ids] {
        let number = renumbered[Int(id)] ?? UInt32(used.count)
        if number == used.count {
          renumbered[Int(id)] = number
          used.append(names[Int(id)])
        }
        Self.append(Int(number), to: &table)
      }
    }
    var bytes = Self.mark
    Self.append(used.count, to: &bytes)
    for name in used {
      bytes.append(name.kind.rawValue)
      Self.append(name.text, to: &bytes)
    }
    bytes += table
    return bytes + StableHash(of: bytes).text.utf8
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.count, to: &bytes)
    bytes += text.utf8
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  init?(bytes: [UInt8]) {
    let sum = StableHash().text.utf8.count
    guard bytes.count >= Self.mark.count + sum, bytes.starts(with: Self.mark),
      StableHash(of: Array(bytes.dropLast(sum))).text.utf8.elementsEqual(bytes.suffix(sum))
    else { return nil }
    var reader = ByteReader(bytes: bytes[Self.mark.count..<bytes.count - sum])
    guard let nameCount = reader.number() else { return nil }
    for _ in 0..<nameCount {
      guard let kind = reader.byte().flatMap(SearchEntry.Kind.init(rawValue:)),
        let text = reader.text()
      else { return nil }
      names.append(Name(kind: kind, text: text))
    }
    guard let tripCount = reader.number() else { return nil }
    trips.reserveCapacity(tripCount)
    for _ in 0..<tripCount {
      guard let slug = reader.text(), let hash = reader.text(), let count = reader.number(),
        reader.append(count, to: &ids)
      else { return nil }
      trips[slug] = Trip(hash: hash, ids: ids.count - count..<ids.count)
    }
    guard ids.allSatisfy({ $0 < names.count }) else { return nil }
  }
}

/// Takes numbers and texts from the beginning of some bytes, as far as there are any.
private struct ByteReader {
  var bytes: ArraySlice<UInt8>

  mutating func byte() -> UInt8? { bytes.popFirst() }

  mutating func number() -> Int? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes.removeFirst(4) }
    return bytes.withUnsafeBytes {
      Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)))
    }
  }

  mutating func text() -> String? {
    guard let count = number(), bytes.count >= count else { return nil }
    defer { bytes.removeFirst(count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Appends so many numbers to others.
  mutating func append(_ count: Int, to numbers: inout [UInt32]) -> Bool {
    guard bytes.count / 4 >= count else { return false }
    bytes.withUnsafeBytes { all in
      for place in 0..<count {
        numbers.append(
          UInt32(littleEndian: all.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)))
      }
    }
    bytes.removeFirst(count * 4)
    return true
  }
}
