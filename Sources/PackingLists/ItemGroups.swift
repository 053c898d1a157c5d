/// Items in their categories.
public enum ItemGroups {
  /// The items of a trip by category.
  ///
  /// - Parameters:
  ///   - items: All items, in the file's order.
  ///   - order: `name` sorts categories by title and items by name, case and accents aside; `file`
  ///     keeps the author's order, each category where it first stands.
  /// - Returns: Each category that has items, with them.
  public static func inOrder(
    _ items: [PackingItem], _ order: ItemOrder
  ) -> [(category: String, items: [PackingItem])] {
    var places: [String: Int] = [:]
    var groups: [(category: String, items: [PackingItem])] = []
    for item in items {
      if let place = places[item.category] {
        groups[place].items.append(item)
      } else {
        places[item.category] = groups.count
        groups.append((item.category, [item]))
      }
    }
    guard order == .name else { return groups }
    return groups.sortedByName { NameOrder($0.category) }.map { group in
      (group.category, group.items.sortedByName { NameOrder($0.name, position: $0.position) })
    }
  }
}
