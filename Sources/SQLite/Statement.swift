import CSQLite

/// A prepared statement: values go in by `bind`, rows come out by `step`.
///
/// Parameters are counted from 1, columns from 0, as SQLite does. A column that holds another type
/// than the one asked for is converted by SQLite's rules; NULL reads as 0 or an empty text.
@safe public final class Statement {
  /// The text it was prepared from.
  public let sql: String
  let handle: OpaquePointer
  /// Where texts are kept until the statement has run; nil where SQLite keeps them.
  private var texts: TextBuffer?
  /// What need not be set again.
  private let bound: BoundValues

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    self.sql = sql
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else {
      throw unsafe SQLiteError(of: connection.handle, running: sql)
    }
    guard let prepared = unsafe prepared else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in the text", sql: sql)
    }
    unsafe handle = prepared
    bound = BoundValues(count: Int(unsafe sqlite3_bind_parameter_count(prepared)))
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Goes to the next row; false where there is none.
  public func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      // A statement does not hold its connection, which may hold it in its cache. SQLite keeps a
      // closed connection open until its last statement is gone.
      let error = unsafe SQLiteError(of: sqlite3_db_handle(handle), running: sql)
      unsafe sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs a statement that gives no row, and makes it ready to run again.
  public func run() throws(SQLiteError) {
    while try step() {}
    unsafe sqlite3_reset(handle)
  }

  /// Makes it ready to run again; bound values stay.
  public func reset() { unsafe sqlite3_reset(handle) }

  /// From now on texts are kept here rather than by SQLite, which allocates and frees memory for each.
  ///
  /// To be called before the parameters of each run are set: those of the last lose their texts.
  public func beginKeepingTexts() {
    if let texts { texts.removeAll() } else { texts = TextBuffer() }
  }

  /// Sets every parameter to NULL.
  public func clearBindings() {
    unsafe sqlite3_clear_bindings(handle)
    bound.becomeNull()
  }
  /// Whether it changes nothing in the database.
  public var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }
  /// The name of a column.
  public func columnName(at column: Int32) -> String {
    unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }
  /// How many columns its rows have.
  public var columnCount: Int32 { unsafe sqlite3_column_count(handle) }
}

// A parameter number beyond the statement's last is the caller's slip in SQL text; the statement
// then simply runs with NULL there, so these give no error.
extension Statement {
  /// Sets a parameter to NULL.
  public func bindNull(at index: Int32) {
    guard bound.becomesNull(index) else { return }
    if unsafe sqlite3_bind_null(handle, index) != SQLITE_OK { bound.becomesOther(index) }
  }
  /// Sets a parameter to a whole number.
  public func bind(_ value: Int64, at index: Int32) {
    guard bound.becomes(value, index) else { return }
    if unsafe sqlite3_bind_int64(handle, index, value) != SQLITE_OK { bound.becomesOther(index) }
  }
  /// Sets a parameter to a floating-point number; NaN becomes NULL.
  public func bind(_ value: Double, at index: Int32) {
    bound.becomesOther(index)
    unsafe sqlite3_bind_double(handle, index, value)
  }

  /// Sets a parameter to a text.
  public func bind(_ value: String, at index: Int32) {
    bound.becomesOther(index)
    var text = value
    text.withUTF8 { bytes in
      // An empty buffer may have no address, and no address means NULL.
      guard let start = bytes.baseAddress else {
        unsafe sqlite3_bind_text(handle, index, "", 0, csqlite_static())
        return
      }
      if let kept = unsafe texts?.keep(bytes) {
        unsafe _ = sqlite3_bind_text64(
          handle, index, kept, UInt64(bytes.count), csqlite_static(), UInt8(SQLITE_UTF8))
        return
      }
      unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
        unsafe _ = sqlite3_bind_text64(
          handle, index, characters, UInt64(bytes.count), csqlite_transient(), UInt8(SQLITE_UTF8))
      }
    }
  }

  /// Sets a parameter to bytes.
  public func bind(_ value: [UInt8], at index: Int32) {
    bound.becomesOther(index)
    if value.isEmpty {
      unsafe sqlite3_bind_zeroblob(handle, index, 0)
    } else {
      unsafe sqlite3_bind_blob64(handle, index, value, UInt64(value.count), csqlite_transient())
    }
  }

  /// Sets a parameter to a value of any kind.
  public func bind(_ value: SQLValue, at index: Int32) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let number): bind(number, at: index)
    case .real(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .blob(let bytes): bind(bytes, at: index)
    }
  }
}

extension Statement {
  /// Whether a column of the current row is NULL.
  public func isNull(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }
  /// Whether a column of the current row holds a whole number.
  public func isInteger(at column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER
  }
  /// A column of the current row as a whole number.
  public func integer(at column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }
  /// A column of the current row as a floating-point number.
  public func real(at column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  /// A column of the current row as text; bytes that are no UTF-8 are replaced by U+FFFD.
  public func text(at column: Int32) -> String {
    // The order matters: asking for the text first makes SQLite convert, then count.
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column of the current row as bytes.
  public func bytes(at column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A column of the current row, of whichever kind it is.
  public func value(at column: Int32) -> SQLValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .real(real(at: column))
    case SQLITE_TEXT: .text(text(at: column))
    case SQLITE_BLOB: .blob(bytes(at: column))
    default: .null
    }
  }
}
