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
    let groups = byCategory(items)
    guard order == .name else { return groups }
    return groups.sortedByName { NameOrder($0.category) }.map { group in
      (group.category, group.items.sortedByName { NameOrder($0.name, position: $0.position) })
    }
  }

  /// Items by category, each category and item where it first stands.
  public static func byCategory(
    _ items: [PackingItem]
  ) -> [(category: String, items: [PackingItem])] {
    var places: [String: Int] = [:]
    var groups: [(category: String, items: [PackingItem])] = []
    for item in items {
      let category = item.category
      // Neighbours mostly belong to one category.
      if groups.last?.category == category {
        groups[groups.count - 1].items.append(item)
      } else if let place = places[category] {
        groups[place].items.append(item)
      } else {
        places[category] = groups.count
        groups.append((category, [item]))
      }
    }
    return groups
  }

  /// Items by a name that they carry, such as their bag; case and accents do not tell names apart.
  ///
  /// - Parameters:
  ///   - items: The items; those without the name are left out.
  ///   - name: The name; a function, since to follow a key path takes as long as all else here.
  ///   - names: Names that come first, in this order and also without items.
  /// - Returns: The names given, then the others in the order of names.
  public static func named(
    _ items: [PackingItem], by name: (PackingItem) -> String?, after names: [String]
  ) -> [(name: String, items: [PackingItem])] {
    var groups: [(name: String, items: [PackingItem])] = []
    var places: [String: Int] = [:]
    for name in names where places[foldedName(name)] == nil {
      places[foldedName(name)] = groups.count
      groups.append((name, []))
    }
    let given = groups.count
    for item in items {
      guard let own = name(item) else { continue }
      if let place = places[foldedName(own)] {
        groups[place].items.append(item)
      } else {
        places[foldedName(own)] = groups.count
        groups.append((own, [item]))
      }
    }
    return groups[..<given] + groups[given...].sortedByName { NameOrder($0.name) }
  }
}
