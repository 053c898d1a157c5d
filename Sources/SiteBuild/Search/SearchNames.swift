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
    let hash: UInt64
    let ids: Range<Int>
  }

  private(set) var names: [Name] = []
  private var numbers: [Name: UInt32] = [:]
  private var ids: [UInt32] = []
  private var trips: [String: Trip] = [:]

  /// Knows no trip.
  init() {}

  /// The hash of what a trip was entered with; nil for a trip that is not known.
  func hash(of slug: String) -> UInt64? { trips[slug]?.hash }

  /// The numbers of what is on a trip: things by their names, then activities by theirs.
  func numbers(of slug: String) -> ArraySlice<UInt32> {
    trips[slug].map { ids[$0.ids] } ?? []
  }

  /// Enters a trip, in place of what was known of it.
  ///
  /// - Parameters:
  ///   - slug: Its address.
  ///   - hash: Tells one state of what is found on it from another.
  ///   - things: The names of its items, sorted.
  ///   - activities: Those of its activities, sorted.
  mutating func enter(_ slug: String, hash: UInt64, things: [String], activities: [String]) {
    let start = ids.count
    for (kind, texts) in [(SearchEntry.Kind.item, things), (.activity, activities)] {
      for text in texts { ids.append(number(of: Name(kind: kind, text: text))) }
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
  private static let mark = Array("valise names 2\n".utf8)

  /// All that is known, with a check sum.
  var bytes: [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(ids.count * 4 + trips.count * 64 + names.count * 32)
    Self.append(names.count, to: &bytes)
    for name in names {
      bytes.append(name.kind.rawValue)
      Self.append(name.text, to: &bytes)
    }
    Self.append(trips.count, to: &bytes)
    for (slug, trip) in trips {
      Self.append(slug, to: &bytes)
      withUnsafeBytes(of: trip.hash) { bytes.append(contentsOf: $0) }
      Self.append(trip.ids.count, to: &bytes)
      ids[trip.ids].withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    let sum = Self.sum(of: bytes[...])
    withUnsafeBytes(of: sum) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(number)) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.count, to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }

  /// A check sum, of eight bytes at a time: megabytes are read and written by each build.
  private static func sum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum = StableHash()
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        sum.mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place += 8
      }
      for byte in bytes[place...] { sum.mix(UInt64(byte)) }
    }
    return sum.value
  }

  /// Reads what ``bytes`` wrote on this machine; nil for anything else.
  ///
  /// Where most of the names are on no trip any more, it is nil too: then they are gathered anew.
  init?(bytes: [UInt8]) {
    guard bytes.count >= Self.mark.count + 8, bytes.starts(with: Self.mark) else { return nil }
    var sum = ByteReader(bytes: bytes.suffix(8))
    guard sum.word() == Self.sum(of: bytes.dropLast(8)) else { return nil }
    var reader = ByteReader(bytes: bytes[Self.mark.count..<bytes.count - 8])
    guard let nameCount = reader.number() else { return nil }
    for _ in 0..<nameCount {
      guard let kind = reader.byte().flatMap(SearchEntry.Kind.init(rawValue:)),
        let text = reader.text()
      else { return nil }
      names.append(Name(kind: kind, text: text))
    }
    guard let tripCount = reader.number() else { return nil }
    trips.reserveCapacity(tripCount)
    ids.reserveCapacity(reader.bytes.count / 4)
    for _ in 0..<tripCount {
      guard let slug = reader.text(), let hash = reader.word(), let count = reader.number(),
        reader.append(count, to: &ids)
      else { return nil }
      trips[slug] = Trip(hash: hash, ids: ids.count - count..<ids.count)
    }
    guard ids.allSatisfy({ $0 < names.count }) else { return nil }
    var isUsed = [Bool](repeating: false, count: names.count)
    for id in ids { isUsed[Int(id)] = true }
    if isUsed.count(where: \.self) * 2 < names.count { return nil }
  }
}

/// Takes numbers and texts from the beginning of some bytes, as far as there are any.
private struct ByteReader {
  var bytes: ArraySlice<UInt8>

  mutating func byte() -> UInt8? { bytes.popFirst() }

  mutating func number() -> Int? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes.removeFirst(4) }
    return bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
  }

  mutating func word() -> UInt64? {
    guard bytes.count >= 8 else { return nil }
    defer { bytes.removeFirst(8) }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
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
        numbers.append(all.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
      }
    }
    bytes.removeFirst(count * 4)
    return true
  }
}
