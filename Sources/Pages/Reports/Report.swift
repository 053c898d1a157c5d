public import PackingLists

/// The answer to a question about all trips: a table.
public struct Report: Sendable, Hashable {
  /// A column of the table.
  public struct Column: Sendable, Hashable {
    /// What programs call it.
    public var name: String
    /// What people read above it.
    public var title: String
    /// Whether it holds numbers, which stand below each other by their ends.
    public var isNumber = false

    /// Describes a column.
    public init(_ name: String, _ title: String, isNumber: Bool = false) {
      self.name = name
      self.title = title
      self.isNumber = isNumber
    }
  }

  /// What stands in a cell.
  public enum Value: Sendable, Hashable {
    case text(String)
    /// A trip, by its address and title.
    case trip(slug: String, title: String)
    case count(Int)
    case weight(Weight)
    case day(CalendarDay)
    /// Hundredths of the site's currency.
    case money(Int)
    case none
  }

  /// What programs and addresses call it: `heaviest`.
  public var name: String
  /// What people call it.
  public var title: String
  /// What it counts, in a sentence; empty where the title says it.
  public var explanation = ""
  /// Its columns.
  public var columns: [Column]
  /// Its rows, a value for each column.
  public var rows: [[Value]]
  /// The columns that a chart of it shows; nil for no chart.
  public var chart: Chart?

  /// Which columns a chart shows.
  public struct Chart: Sendable, Hashable {
    /// The column that names a bar, from 0.
    var label: Int
    /// The column that says how long it is.
    var length: Int
    /// The column that says how long it could be; nil where bars are compared with each other.
    var whole: Int?
  }

  /// Makes a report.
  public init(_ name: String, title: String, columns: [Column], rows: [[Value]]) {
    self.name = name
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}

extension PageContext {
  /// A value of a report as people read it.
  public func text(_ value: Report.Value) -> String {
    switch value {
    case .text(let text): text
    case .trip(_, let title): title
    case .count(let count): numbers.count(count)
    case .weight(let weight): text(weight)
    case .day(let day): dates.day(day)
    case .money(let cents): numbers.price(cents)
    case .none: ""
    }
  }
}
