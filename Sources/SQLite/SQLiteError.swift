/// What SQLite said when a call failed.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The extended result code, such as 2067 for a broken UNIQUE constraint.
  public var code: Int32
  /// SQLite's own words.
  public var message: String
  /// The SQL that was being prepared or run; empty where no SQL was involved.
  public var sql: String

  /// Makes an error.
  public init(code: Int32, message: String, sql: String = "") {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The primary result code: the extended one without its detail.
  public var primaryCode: Int32 { code & 0xff }

  /// Whether another connection held a lock for longer than the busy timeout.
  public var isBusy: Bool { primaryCode == 5 || primaryCode == 6 }
  /// Whether the file is damaged.
  public var isCorrupt: Bool { primaryCode == 11 }
  /// Whether the file is no database at all.
  public var isNotADatabase: Bool { primaryCode == 26 }
  /// Whether a constraint was broken.
  public var isConstraint: Bool { primaryCode == 19 }

  /// Whether two rows would have had the same value in a unique column.
  public var isUniqueViolation: Bool { code == 2067 }
  /// Whether a column that must have a value would have had none.
  public var isNullViolation: Bool { code == 1299 }

  /// The message, the code and the SQL in one line.
  public var description: String {
    sql.isEmpty
      ? "SQLite: \(message) (code \(code))" : "SQLite: \(message) (code \(code)) in: \(sql)"
  }
}
