/// How the categories and items of a trip are ordered on a page.
public enum ItemOrder: String, Sendable, Codable, CaseIterable {
  /// Categories by title, items by name, as a sectioned query gives them.
  case name
  /// As the author wrote them.
  case file
}
