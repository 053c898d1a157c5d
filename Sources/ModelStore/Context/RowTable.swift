/// Objects by row id: a hash table for keys that mostly follow one another.
///
/// Loading a row looks here once, enters once, and leaves once when the object goes, so a dictionary's
/// hashing was a fifth of a fetch. Ids of 16 rows in a row lie side by side, where the processor has them at
/// hand; these groups are scattered. Places are probed one after the other, and no entry is farther
/// from its home than the one it would push aside ("Robin Hood hashing"), so that leaving needs no
/// gravestones: what stands behind moves up until one is at home.
struct RowTable {
  /// Unowned references: the record of each object takes it out when it goes, so an entry never
  /// outlives its object, and loading a row costs no side table.
  struct Entry {
    let id: Int64
    unowned(unsafe) let object: AnyObject
    unowned(unsafe) let record: ModelRecord
  }

  private(set) var count = 0
  /// A power of two of places, at least 64; none before the first entry.
  private var places: [Entry?] = []

  /// The objects, in no order.
  var objects: [AnyObject] { places.compactMap { $0?.object } }

  /// The entry of a row.
  func find(_ id: Int64) -> Entry? {
    guard count > 0 else { return nil }
    var place = home(of: id)
    while let entry = places[place] {
      if entry.id == id { return entry }
      place = next(place)
    }
    return nil
  }

  /// Enters an object; the one that the row had is forgotten.
  mutating func insert(_ entry: Entry) {
    if (count + 1) * 2 > places.count { grow() }
    var entry = entry
    var place = home(of: entry.id)
    var distance = 0
    while let other = places[place] {
      if other.id == entry.id {
        places[place] = entry
        return
      }
      let otherDistance = self.distance(of: other.id, at: place)
      if otherDistance < distance {
        places[place] = entry
        entry = other
        distance = otherDistance
      }
      place = next(place)
      distance += 1
    }
    places[place] = entry
    count += 1
  }

  /// Takes a row's entry out, if it is that record's.
  mutating func remove(_ id: Int64, _ record: ModelRecord) {
    guard count > 0 else { return }
    var place = home(of: id)
    while let entry = places[place], entry.id != id { place = next(place) }
    guard let entry = places[place], entry.record === record else { return }
    var behind = next(place)
    while let entry = places[behind], home(of: entry.id) != behind {
      places[place] = entry
      place = behind
      behind = next(behind)
    }
    places[place] = nil
    count -= 1
  }

  private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

  /// Where an id would stand if it were alone.
  private func home(of id: Int64) -> Int {
    // Multiplied by 2⁶⁴ over the golden ratio, the upper bits of near numbers differ.
    let group = UInt64(bitPattern: id >> 4) &* 0x9E37_79B9_7F4A_7C15
    return Int((group >> 20) << 4 | UInt64(bitPattern: id & 15)) & (places.count - 1)
  }

  private func distance(of id: Int64, at place: Int) -> Int {
    (place - home(of: id)) & (places.count - 1)
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: nil, count: max(64, old.count * 2))
    count = 0
    for case let entry? in old { insert(entry) }
  }
}
