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
  /// - Returns: 16 hexadecimal digits.
  public static func text(
    trip: String, category: String, name: String, occurrence: Int
  ) -> String {
    var hash = StableHash()
    hash.add(trip)
    hash.add(foldedName(category))
    hash.add(foldedName(name))
    hash.add(String(occurrence))
    return hash.text
  }
}
