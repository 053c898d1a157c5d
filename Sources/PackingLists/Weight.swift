public import ModelStore

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

  /// The mass in grams, for programs that read what Valise writes.
  public var grams: Double { Double(rawValue) / 1000 }

  /// Orders by mass.
  public static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }

  /// The sum of two weights; the largest weight there is where it would be more (9 million tonnes).
  public static func + (left: Weight, right: Weight) -> Weight {
    let (sum, isTooLarge) = left.rawValue.addingReportingOverflow(right.rawValue)
    return Weight(rawValue: isTooLarge ? (left.rawValue < 0 ? .min : .max) : sum)
  }

  /// The weight of so many pieces; the largest weight there is where it would be more.
  public static func * (left: Weight, pieces: Int) -> Weight {
    let (product, isTooLarge) = left.rawValue.multipliedReportingOverflow(by: pieces)
    return Weight(
      rawValue: isTooLarge ? ((left.rawValue < 0) == (pieces < 0) ? .max : .min) : product)
  }
}

extension Weight: FetchableValue {}
