import PackingLists

/// What counts as a quantity in an item's words.
public enum QuantityReading: String, Sendable, CaseIterable {
  /// Only what nobody could mean otherwise: `3x socks`, `socks x3`.
  case strict
  /// Also `5 shirts` and `socks (3)`.
  case generous
}

/// How a site wants its lists to be read.
public struct ReadingOptions: Sendable, Hashable {
  /// What kind of file is read.
  public enum FileKind: Sendable, Hashable {
    /// A trip: its quantities are worked out.
    case trip
    /// A list for trips to include: its quantities wait for the trip.
    case baseList
  }

  /// What kind of file is read.
  public var kind = FileKind.trip
  /// What counts as a quantity where the file itself does not say.
  public var quantities = QuantityReading.strict
  /// Who travels where the trip itself does not say.
  public var travellers: [String] = []
  /// The names of the bags that every trip may use.
  public var bags: [String] = []
  /// The level of the highest heading inside prose: 1 to 6.
  public var proseHeadingLevel = 3

  /// Headings, folded, whose lists are activities.
  public private(set) var activityHeadings: Set<String> = Self.standardActivityHeadings
  /// Headers of table columns, folded, beyond those that are known anyway.
  private(set) var columnNames: [String: TableColumn] = [:]

  private static let standardActivityHeadings: Set<String> = [
    "activities", "to do", "things to do",
  ]

  /// Makes the options of a site that says nothing.
  public init() {}

  /// Makes the options that a site's configuration asks for.
  public init(_ configuration: SiteConfiguration) {
    quantities = configuration.quantities
    travellers = configuration.travellers
    bags = configuration.bags.map(\.name)
    addActivityHeadings(configuration.activityHeadings)
    for (column, names) in configuration.columnNames {
      for name in names { columnNames[foldedName(name)] = column }
    }
  }

  /// Adds headings whose lists are activities, besides Activities, To do and Things to do.
  public mutating func addActivityHeadings(_ names: [String]) {
    activityHeadings.formUnion(names.map(foldedName))
  }
}
