/// Who an item is, whatever else changes about it.
public enum ItemIdentity {
  /// The identity of an item: the same while its list is re-ordered, its weight changes or its box
  /// is ticked; another one in another category.
  ///
  /// - Parameters:
  ///   - trip: The address of its trip.
  ///   - category: Its category.
  ///   - name: Its name; case and accents do not matter.
  ///   - occurrence: The how-manieth of that name in that category, from 1.
  /// - Returns: The digits of a ``StableHash``.
  public static func text(
    trip: String, category: String, name: String, occurrence: Int
  ) -> String {
    Category(category, ofTrip: trip).text(name: name, occurrence: occurrence)
  }

  /// What the identities of a category's items have in common, worked out once for all of them.
  public struct Category {
    private let hash: StableHash

    /// The category of a trip with an address.
    public init(_ category: String, ofTrip trip: String) {
      var hash = StableHash()
      hash.add(trip)
      hash.add(foldedName(category))
      self.hash = hash
    }

    /// The identity of one of its items, as ``ItemIdentity/text(trip:category:name:occurrence:)`` has it.
    public func text(name: String, occurrence: Int) -> String {
      var hash = hash
      hash.add(foldedName(name))
      hash.add(String(occurrence))
      return hash.text
    }
  }
}
