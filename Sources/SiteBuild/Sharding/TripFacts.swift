import ContentReading
import Files
import Glibc
import PackingLists
import Pages

/// What every page of a site knows of all its trips: of which kinds there is any.
struct TripFacts: OptionSet, Sendable {
  let rawValue: UInt8

  /// A trip with days.
  static let dated = TripFacts(rawValue: 1)
  /// A trip that belongs to a collection.
  static let collected = TripFacts(rawValue: 2)
  /// A trip with something to do.
  static let active = TripFacts(rawValue: 4)
  /// A trip with something to pack.
  static let packed = TripFacts(rawValue: 8)
  /// A trip that is put away.
  static let archived = TripFacts(rawValue: 16)

  private static let all: TripFacts = [.dated, .collected, .active, .packed, .archived]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What some trips are.
  init(of cards: [TripCard]) {
    self = []
    for card in cards {
      if card.start != nil { insert(.dated) }
      if card.collection != nil { insert(.collected) }
      if card.activityCount > 0 { insert(.active) }
      if card.itemCount > 0 { insert(.packed) }
      if card.isArchived { insert(.archived) }
    }
  }

  private init(of draft: TripDraft, _ configuration: SiteConfiguration) {
    self = []
    // No page of the site knows of it.
    if draft.isDraft || draft.isArchived && !configuration.publishesArchived { return }
    if draft.start != nil { insert(.dated) }
    if draft.collection != nil { insert(.collected) }
    if draft.activities.contains(where: { !$0.isLeftBehind }) { insert(.active) }
    if draft.items.contains(where: { !$0.isLeftBehind && !$0.isPrivate }) { insert(.packed) }
    if draft.isArchived { insert(.archived) }
  }

  // MARK: Of trips in other shards

  /// How many files are looked at before anybody asks whether all is known.
  private static let batchSize = 512

  /// What the files of other trips tell and some trips do not.
  ///
  /// Files are opened only as long as something is not known, and read as lists only where a word
  /// in them lets expect it. Should that pass over one, merging the shards makes their pages anew.
  ///
  /// - Parameters:
  ///   - cards: The trips that are known.
  ///   - others: The files of the others.
  ///   - reader: Reads them.
  ///   - configuration: Says which trips no page knows of.
  /// - Returns: What is true of any of the others, and of none that is known.
  /// - Throws: Nothing of its own: a file that cannot be read tells nothing.
  static func missing(
    among cards: [TripCard], in others: [SourceEntry], _ reader: TripFileReader,
    _ configuration: SiteConfiguration
  ) throws -> TripFacts {
    let unseen = Audience.everyone.unseen(cards, configuration: configuration)
    let known = TripFacts(of: cards.filter { !unseen.contains($0.slug) })
    var found: TripFacts = []
    for batch in others.chunks(of: batchSize) {
      let wanted = all.subtracting(known).subtracting(found)
      guard !wanted.isEmpty else { break }
      for facts in try concurrentMap(
        batch, makeState: {}, { entry, _ in Self.facts(wanted, of: entry, reader, configuration) })
      {
        found.formUnion(facts)
      }
    }
    return found.subtracting(known)
  }

  private static func facts(
    _ wanted: TripFacts, of entry: SourceEntry, _ reader: TripFileReader,
    _ configuration: SiteConfiguration
  ) -> TripFacts {
    do throws(FileError) {
      let bytes = try readFile(reader.site.path(entry.path))
      guard wanted.mayStand(in: bytes, reader.options) else { return [] }
    } catch {
      // The shard that it belongs to says so.
      return []
    }
    return reader.read(entry).draft.map { TripFacts(of: $0, configuration) } ?? []
  }

  /// Whether a file has any of the words without which it is none of this.
  private func mayStand(in bytes: [UInt8], _ options: ReadingOptions) -> Bool {
    // What is included may be anything.
    var words = ["include"]
    if contains(.packed) { return true }
    if contains(.dated) { words.append("start") }
    if contains(.collected) { words.append("collection") }
    if contains(.archived) { words.append("archived") }
    if contains(.active) { words += options.activityHeadings }
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let text = bytes.map { CChar(bitPattern: capitals.contains($0) ? $0 | 0x20 : $0) } + [0]
    return words.contains { strstr(text, $0) != nil }
  }
}
