/// A mass, exact to the milligram.
public struct Weight: RawRepresentable, Sendable, Hashable, Codable, Comparable {
  /// Milligrams.
  public let rawValue: Int

  /// Makes a weight of that many milligrams.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Nothing at all.
  public static let zero = Weight(rawValue: 0)

  /// The mass in milligrams.
  public var milligrams: Int { rawValue }

  /// Orders by mass.
  public static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }

  /// The sum of two weights.
  public static func + (left: Weight, right: Weight) -> Weight {
    Weight(rawValue: left.rawValue + right.rawValue)
  }

  /// The weight of so many pieces.
  public static func * (left: Weight, pieces: Int) -> Weight {
    Weight(rawValue: left.rawValue * pieces)
  }
}
