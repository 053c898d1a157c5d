/// How lists are put on paper.
public struct SheetOptions: Sendable, Hashable {
  /// What gets a sheet of its own.
  public enum Division: String, Sendable, CaseIterable {
    /// The whole trip.
    case trip
    /// Each category.
    case category
    /// Each bag, and what goes into none.
    case bag
    /// Each traveller, and what is nobody's.
    case traveller
  }

  /// A size of paper.
  public enum Paper: String, Sendable, CaseIterable {
    /// 210 × 297 mm.
    case a4
    /// 8.5 × 11 inches.
    case letter
    /// 148 × 210 mm.
    case a5

    /// As many columns as are readable on it.
    public var columns: Int { self == .a5 ? 1 : 2 }
  }

  /// What gets a sheet of its own.
  public var division = Division.trip
  /// The paper.
  public var paper = Paper.a4
  /// How many columns a list has; nil for as many as suit the paper.
  public var columns: Int?
  /// Whether only what is not packed is shown.
  public var showsOnlyUnpacked = false
  /// Whether all boxes are empty, whatever is packed.
  public var isBlank = false
  /// Whether what is said about items is shown.
  public var showsNotes = false
  /// Whether weights are shown, of items and together.
  public var showsWeights = false
  /// Whether what is marked private is shown.
  public var showsPrivate = false

  /// Makes the options of a plain sheet.
  public init() {}

  /// How many columns a list has.
  var columnCount: Int { columns ?? paper.columns }
}
