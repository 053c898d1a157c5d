import PackingLists

/// Something that can be found: a trip, a thing, an activity.
///
/// What several trips share is one entry.
struct SearchEntry: Sendable {
  /// What it is; its raw value is what the page's script knows it by.
  enum Kind: UInt8, Sendable {
    case trip = 0
    case item, activity
  }

  /// How many trips of an entry are told by name; of the others only how many there are.
  static let mostTrips = 12
  /// How much of a name is told, in characters.
  static let longestName = 120

  let kind: Kind
  /// As it is shown.
  let name: String
  /// What it is found by besides: where a trip goes, its tags.
  let more: String
  /// In how many trips it is.
  private(set) var tripCount = 0
  /// The first of them in the order of the index.
  private(set) var trips: [Int32] = []

  init(kind: Kind, name: String, more: String = "") {
    self.kind = kind
    // Bytes are counted faster, and there are never more characters.
    let isLong = name.utf8.count > Self.longestName && name.count > Self.longestName
    self.name = isLong ? name.prefix(Self.longestName) + "…" : name
    self.more = more
  }

  /// Takes note of a trip that it is in; trips come in the order of the index.
  mutating func add(trip: Int32) {
    // The same thing twice on one list.
    if lastCounted == trip { return }
    lastCounted = trip
    tripCount += 1
    if trips.count < Self.mostTrips { trips.append(trip) }
  }

  private var lastCounted: Int32 = -1
}

/// A trip as results of a search name it.
struct SearchTrip: Sendable {
  let slug: String
  let title: String
  var start: CalendarDay?
  var end: CalendarDay?
  /// Where it goes; empty for nowhere.
  let destination: String

  /// Takes all that it shows into a hash.
  func add(to hash: inout StableHash) {
    for text in [slug, title, destination] { hash.add(text) }
    for day in [start, end] { hash.add(day?.rawValue ?? .min) }
  }
}
