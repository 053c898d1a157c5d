/// Items in their categories.
public enum ItemGroups {
  /// The items of a trip by category.
  ///
  /// - Parameters:
  ///   - items: All items, in the file's order.
  ///   - order: `name` sorts categories by title and items by name; `file` keeps the author's order,
  ///     each category where it first stands.
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
    return groups.sorted { $0.category < $1.category }.map { group in
      (group.category, group.items.sorted { ($0.name, $0.position) < ($1.name, $1.position) })
    }
  }
}
