public import Foundation
public import SQLite

/// A type that is kept in one column as it is.
///
/// Besides these, a model may hold enums and structs with a raw value of one of these types (kept as
/// the raw value, filtered and sorted by it), any `Codable` value (kept as JSON, neither filtered nor
/// sorted), and other models.
public protocol ColumnValue: FetchableValue {
  /// The declared type of the column.
  static var _sqlType: String { get }
  /// Whether the column may be NULL.
  static var _isOptional: Bool { get }
  /// Reads a column of the current row.
  static func _read(_ statement: Statement, at column: Int32) -> Self
  /// Sets a parameter.
  func _bind(to statement: Statement, at index: Int32)
  /// The value as SQLite holds it.
  var _sqlValue: SQLValue { get }
}

extension ColumnValue {
  /// Whether the column may be NULL.
  @inlinable public static var _isOptional: Bool { false }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { Wrapped._sqlType }
  /// Whether the column may be NULL.
  @inlinable public static var _isOptional: Bool { true }
  /// Reads a column, NULL as nil.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> Wrapped? {
    statement.isNull(at: column) ? nil : Wrapped._read(statement, at: column)
  }
  /// Sets a parameter, nil as NULL.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    if let self { self._bind(to: statement, at: index) } else { statement.bindNull(at: index) }
  }
  /// The value as SQLite holds it.
  @inlinable public var _sqlValue: SQLValue { self?._sqlValue ?? .null }
}

extension String: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "TEXT" }
  /// Reads text.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> String {
    statement.text(at: column)
  }
  /// Sets a parameter to the text in Unicode NFC.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(_canonical, at: index)
  }
  /// The text in Unicode NFC.
  @inlinable public var _sqlValue: SQLValue { .text(_canonical) }
}

/// A whole number that fits into SQLite's 64 bits.
public protocol _ColumnInteger: ColumnValue, FixedWidthInteger {}

extension _ColumnInteger {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "INTEGER" }
  /// Reads a number; one that is too large for the type is cut to its nearest.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> Self {
    Self(clamping: statement.integer(at: column))
  }
  /// Sets a parameter.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(Int64(self), at: index)
  }
  /// The value as SQLite holds it.
  @inlinable public var _sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int: _ColumnInteger {}
extension Int8: _ColumnInteger {}
extension Int16: _ColumnInteger {}
extension Int32: _ColumnInteger {}
extension Int64: _ColumnInteger {}
extension UInt8: _ColumnInteger {}
extension UInt16: _ColumnInteger {}
extension UInt32: _ColumnInteger {}

extension Bool: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "INTEGER" }
  /// Reads 0 as false, all else as true.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> Bool {
    statement.integer(at: column) != 0
  }
  /// Sets a parameter to 0 or 1.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(self ? 1 as Int64 : 0, at: index)
  }
  /// 0 or 1.
  @inlinable public var _sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "REAL" }
  /// Reads a number.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> Double {
    statement.real(at: column)
  }
  /// Sets a parameter.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(self, at: index)
  }
  /// The value as SQLite holds it.
  @inlinable public var _sqlValue: SQLValue { .real(self) }
}

extension Float: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "REAL" }
  /// Reads a number.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> Float {
    Float(statement.real(at: column))
  }
  /// Sets a parameter.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(Double(self), at: index)
  }
  /// The value as SQLite holds it.
  @inlinable public var _sqlValue: SQLValue { .real(Double(self)) }
}

extension Date: ColumnValue {
  /// The declared type of the column: seconds since 2001-01-01 UTC, so that nothing is rounded.
  @inlinable public static var _sqlType: String { "REAL" }
  /// Reads a point in time.
  @inlinable public static func _read(_ statement: Statement, at column: Int32) -> Date {
    Date(timeIntervalSinceReferenceDate: statement.real(at: column))
  }
  /// Sets a parameter.
  @inlinable public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(timeIntervalSinceReferenceDate, at: index)
  }
  /// Seconds since 2001-01-01 UTC.
  @inlinable public var _sqlValue: SQLValue { .real(timeIntervalSinceReferenceDate) }
}

extension UUID: ColumnValue {
  /// The declared type of the column: the 36 characters.
  @inlinable public static var _sqlType: String { "TEXT" }
  /// Reads an identifier; a text that is none reads as all zeros.
  public static func _read(_ statement: Statement, at column: Int32) -> UUID {
    UUID(uuidString: statement.text(at: column))
      ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  /// Sets a parameter.
  public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(uuidString, at: index)
  }
  /// The 36 characters.
  public var _sqlValue: SQLValue { .text(uuidString) }
}

extension URL: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "TEXT" }
  /// Reads an address; a text that is none reads as the file of that name.
  public static func _read(_ statement: Statement, at column: Int32) -> URL {
    let text = statement.text(at: column)
    return URL(string: text) ?? URL(fileURLWithPath: text)
  }
  /// Sets a parameter.
  public func _bind(to statement: Statement, at index: Int32) {
    statement.bind(absoluteString, at: index)
  }
  /// The address, absolute.
  public var _sqlValue: SQLValue { .text(absoluteString) }
}

extension Data: ColumnValue {
  /// The declared type of the column.
  @inlinable public static var _sqlType: String { "BLOB" }
  /// Reads bytes.
  public static func _read(_ statement: Statement, at column: Int32) -> Data {
    Data(statement.bytes(at: column))
  }
  /// Sets a parameter.
  public func _bind(to statement: Statement, at index: Int32) {
    statement.bind([UInt8](self), at: index)
  }
  /// The bytes.
  public var _sqlValue: SQLValue { .blob([UInt8](self)) }
}
