import PackingLists

/// What can be found on each trip, kept between builds: a build asks the store only for the trips that
/// changed, and counts the names of all others here.
///
/// Names are numbered, since trips have most of them in common, and numbers take as many bytes as they
/// need: half a million things are one megabyte.
struct SearchNames {
  /// A name as some list spells it.
  struct Name: Hashable {
    let kind: SearchEntry.Kind
    let text: String
  }

  private struct Trip {
    let hash: UInt64
    /// Its numbers among all.
    let bytes: Range<Int>
  }

  private(set) var names: [Name] = []
  private var numbers: [Name: UInt32] = [:]
  /// Seven bits of a number in each byte, the lowest first; all but a number's last have the eighth set.
  private var ids: [UInt8] = []
  private var trips: [String: Trip] = [:]

  /// Knows no trip.
  init() {}

  /// The hash of what a trip was entered with; nil for a trip that is not known.
  func hash(of slug: String) -> UInt64? { trips[slug]?.hash }

  /// Calls a function with the number of each thing on a trip: things by their names, then activities by
  /// theirs.
  func eachNumber(of slug: String, _ body: (Int) -> Void) {
    guard let trip = trips[slug] else { return }
    Self.eachNumber(in: ids[trip.bytes], body)
  }

  private static func eachNumber(in bytes: ArraySlice<UInt8>, _ body: (Int) -> Void) {
    var (number, shift) = (0, 0)
    for byte in bytes {
      number |= Int(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      body(number)
      (number, shift) = (0, 0)
    }
  }

  private mutating func append(_ number: Int) {
    var number = number
    while number >= 0x80 {
      ids.append(UInt8(number & 0x7F) | 0x80)
      number >>= 7
    }
    ids.append(UInt8(number))
  }

  /// Makes room for trips with so many things in all.
  mutating func reserve(tripCount: Int, thingCount: Int) {
    trips.reserveCapacity(tripCount)
    ids.reserveCapacity(thingCount * 2)
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
      for text in texts { append(Int(number(of: Name(kind: kind, text: text)))) }
    }
    trips[slug] = Trip(hash: hash, bytes: start..<ids.count)
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
  private static let mark = Array("valise names 3\n".utf8)

  /// All that is known, with a check sum.
  var bytes: [UInt8] {
    var bytes = Self.mark
    bytes.reserveCapacity(ids.count + trips.count * 40 + names.count * 32)
    Self.append(names.count, to: &bytes)
    for name in names {
      bytes.append(name.kind.rawValue)
      Self.append(name.text, to: &bytes)
    }
    Self.append(trips.count, to: &bytes)
    for (slug, trip) in trips {
      Self.append(slug, to: &bytes)
      withUnsafeBytes(of: trip.hash) { bytes.append(contentsOf: $0) }
      Self.append(trip.bytes.count, to: &bytes)
      bytes.append(contentsOf: ids[trip.bytes])
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
    ids.reserveCapacity(reader.bytes.count)
    for _ in 0..<tripCount {
      guard let slug = reader.text(), let hash = reader.word(), let count = reader.number(),
        reader.append(count, to: &ids)
      else { return nil }
      trips[slug] = Trip(hash: hash, bytes: ids.count - count..<ids.count)
    }
    var isUsed = [Bool](repeating: false, count: names.count)
    var isSound = true
    Self.eachNumber(in: ids[...]) { number in
      if isUsed.indices.contains(number) { isUsed[number] = true } else { isSound = false }
    }
    guard isSound else { return nil }
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

  /// Appends so many bytes to others.
  mutating func append(_ count: Int, to others: inout [UInt8]) -> Bool {
    guard bytes.count >= count else { return false }
    others.append(contentsOf: bytes.prefix(count))
    bytes.removeFirst(count)
    return true
  }
}
