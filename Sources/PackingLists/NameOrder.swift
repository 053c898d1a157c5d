/// A name with what it is ordered by, worked out once.
///
/// The store orders by bytes, where `Zebra` comes before `apple`; people expect neither case nor
/// accents to matter.
public struct NameOrder: Comparable, Sendable {
  private let key: String
  private let name: String
  private let position: Int

  /// Makes the place of a name; the position decides between equal ones.
  public init(_ name: String, position: Int = 0) {
    key = foldedName(name)
    self.name = name
    self.position = position
  }

  /// Compares the folded names, then the names, then the positions.
  public static func < (left: NameOrder, right: NameOrder) -> Bool {
    if left.key != right.key { return left.key < right.key }
    return (left.name, left.position) < (right.name, right.position)
  }
}

/// Whether a name comes before another, case and accents aside.
public func comesBefore(_ left: String, _ right: String) -> Bool {
  NameOrder(left) < NameOrder(right)
}

extension Sequence {
  /// The elements in the order of names that a function gives them; equal ones stay as they were.
  public func sortedByName(_ name: (Element) -> NameOrder) -> [Element] {
    map { (order: name($0), element: $0) }.sorted { $0.order < $1.order }.map(\.element)
  }
}
