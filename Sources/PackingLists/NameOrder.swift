/// A name with what it is ordered by, worked out once.
///
/// The store orders by bytes, where `Zebra` comes before `apple`; people expect neither case nor
/// accents to matter.
public struct NameOrder: Comparable, Sendable {
  private let key: String
  /// The first eight bytes of the key as a number that is ordered alike.
  ///
  /// It tells most names apart. 0 where the key is not ASCII.
  private let beginning: UInt64
  private let name: String
  private let position: Int

  /// Makes the place of a name; the position decides between equal ones.
  public init(_ name: String, position: Int = 0) {
    var key = foldedName(name)
    beginning = key.withUTF8(Self.beginning)
    self.key = key
    self.name = name
    self.position = position
  }

  private static func beginning(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var (beginning, seen): (UInt64, UInt8) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      seen |= byte
      if index < 8 { beginning |= UInt64(byte) << UInt64(56 - 8 * index) }
    }
    return seen < 0x80 ? beginning : 0
  }

  /// Compares the folded names, then the names, then the positions.
  public static func < (left: NameOrder, right: NameOrder) -> Bool {
    if left.key != right.key { return left.key < right.key }
    return (left.name, left.position) < (right.name, right.position)
  }

  /// The places of some names in their order; equal ones stay as they were.
  public static func sortedIndices(of names: [NameOrder]) -> [Int] {
    names.withUnsafeBufferPointer { names in
      names.indices.sorted { left, right in
        let (first, second) = (names[left].beginning, names[right].beginning)
        if first != second, first != 0, second != 0 { return first < second }
        return names[left] < names[right]
      }
    }
  }
}

/// Whether a name comes before another, case and accents aside.
public func comesBefore(_ left: String, _ right: String) -> Bool {
  NameOrder(left) < NameOrder(right)
}

extension Sequence {
  /// The elements in the order of names that a function gives them; equal ones stay as they were.
  @inlinable public func sortedByName(_ name: (Element) -> NameOrder) -> [Element] {
    // Inlinable, so that the caller's module makes it for its elements.
    let elements = Array(self)
    guard elements.count > 1 else { return elements }
    return NameOrder.sortedIndices(of: elements.map(name)).map { elements[$0] }
  }
}
