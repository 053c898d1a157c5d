import ContentReading
import Files
import PackingLists

extension TripEditor {
  /// Who an item is, as pages name it.
  public func identity(of item: TripItem) -> String {
    ItemIdentity.text(
      trip: trip.slug, category: item.item.category, name: item.item.name,
      occurrence: item.item.occurrence)
  }

  /// Which items are packed, by their identities.
  public var packedStates: [String: Bool] {
    Dictionary(items.map { (identity(of: $0), $0.item.isPacked) }) { first, _ in first }
  }

  /// The items with some identities, by them; those that are not there are left out.
  public func items(identifiedBy identities: Set<String>) -> [String: TripItem] {
    var found: [String: TripItem] = [:]
    for item in items {
      let identity = identity(of: item)
      if identities.contains(identity), found[identity] == nil { found[identity] = item }
    }
    return found
  }
}

extension SiteEditor {
  /// What a trip's file says now, without a thought of changing it.
  ///
  /// - Throws: `FileError` where it cannot be read, `Diagnostic` where it is no text.
  public func read(_ trip: EditedTrip) throws -> TripEditor {
    try TripEditor(trip, bytes: try readFile(site.path(trip.path)), in: self)
  }
}
