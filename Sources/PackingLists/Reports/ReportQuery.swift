/// A question about all trips that a site asks for itself, in words that are known.
public struct ReportQuery: Sendable, Hashable {
  /// What a row of the answer is about, unless rows are grouped.
  public enum Model: String, Sendable, CaseIterable {
    /// A thing on a trip.
    case items
    /// A trip.
    case trips
  }

  /// What programs and addresses call it.
  public var name: String
  /// What people call it.
  public var title: String
  /// What it is about.
  public var model = Model.items
  /// What has to hold, all of it.
  public var conditions: [Condition] = []
  /// What comes first, by the first field, then by the next.
  public var order: [Order] = []
  /// What rows are put together by; nil for a row each.
  public var group: ReportField?
  /// What is shown, with a title of the site's own where it gives one.
  public var columns: [Column] = []
  /// How many rows at most.
  public var limit = 100
  /// The template that shows it; nil for that of all reports.
  public var template: String?

  /// Makes a question about all things.
  public init(name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// What a field has to be.
  public struct Condition: Sendable, Hashable {
    /// The field.
    public var field: ReportField
    /// How it compares.
    public var comparison: Comparison
    /// With what; one of them is enough.
    public var values: [Value]

    /// Makes a condition.
    public init(_ field: ReportField, _ comparison: Comparison, _ values: [Value]) {
      self.field = field
      self.comparison = comparison
      self.values = values
    }
  }

  /// How two values compare.
  public enum Comparison: String, Sendable, CaseIterable {
    case isAtLeast = ">="
    case isAtMost = "<="
    case isNot = "!="
    case isMore = ">"
    case isLess = "<"
    case contains = "~"
    case equals = "="
  }

  /// A place in an order.
  public struct Order: Sendable, Hashable {
    /// The field.
    public var field: ReportField
    /// Whether the greatest comes first.
    public var isReversed: Bool

    /// Makes a place.
    public init(_ field: ReportField, isReversed: Bool) {
      self.field = field
      self.isReversed = isReversed
    }
  }

  /// A column of the answer.
  public struct Column: Sendable, Hashable {
    /// What stands in it.
    public var field: ReportField
    /// What stands above it; nil for the field's own title.
    public var title: String?

    /// Makes a column.
    public init(_ field: ReportField, title: String? = nil) {
      self.field = field
      self.title = title
    }
  }

  /// What a field can be.
  public enum Value: Sendable, Hashable {
    case text(String)
    case number(Int)
    case weight(Weight)
    /// Hundredths of the site's currency.
    case money(Int)
    case day(CalendarDay)
    case flag(Bool)
  }
}

/// What can be asked of trips and of things.
public enum ReportField: String, Sendable, CaseIterable {
  case name, category, quantity, weight, price, traveller, bag, packed, worn, consumable, essential
  case buy, unused, note, trip, destination, start, end, nights, collection, archived, complete
  case things
  case pieceWeight = "piece-weight"
  case leftBehind = "left-behind"
  case packedThings = "packed-things"
  /// How many rows a group has.
  case count
  /// On how many trips a group is.
  case trips

  /// What its values are.
  public enum Kind: Sendable {
    case text, number, weight, money, day, flag
  }

  /// What its values are.
  public var kind: Kind {
    switch self {
    case .name, .category, .traveller, .bag, .note, .trip, .destination, .collection: .text
    case .quantity, .worn, .nights, .things, .packedThings, .count, .trips: .number
    case .weight, .pieceWeight: .weight
    case .price: .money
    case .start, .end: .day
    case .packed, .consumable, .essential, .buy, .unused, .archived, .complete, .leftBehind: .flag
    }
  }

  /// Whether a row of a model has it.
  public func belongs(to model: ReportQuery.Model) -> Bool {
    switch self {
    case .trip, .destination, .start, .end, .nights, .collection, .archived, .weight: true
    case .complete, .things, .packedThings: model == .trips
    case .count, .trips: false
    default: model == .items
    }
  }

  /// Whether a group of rows of a model has it: what it is grouped by, and sums.
  public func belongs(toGroupsBy group: ReportField, of model: ReportQuery.Model) -> Bool {
    switch self {
    case .count, .trips, group: true
    case .weight: true
    case .quantity, .price: model == .items
    case .nights, .things, .packedThings: model == .trips
    default: false
    }
  }
}
