import CSQLite

/// One connection to one database.
///
/// Not Sendable: one thread at a time may use a connection and its statements. Whoever shares one
/// brings a lock.
@safe public final class Connection {
  /// Where a database lies.
  public enum Location: Sendable, Hashable {
    /// In memory, gone with the connection.
    case memory
    /// In a file, given by its path.
    case file(String)
  }

  let handle: OpaquePointer
  private var idle: [String: Statement] = [:]
  private var depth = 0

  /// Opens a database, making the file where there is none.
  ///
  /// - Parameters:
  ///   - location: The file, or memory.
  ///   - readOnly: Whether writes are refused; the file must then exist.
  ///   - busyMilliseconds: How long a call waits for another connection's lock before it throws.
  /// - Throws: Where the file cannot be opened. A file that is no database is only noticed by the
  ///   first statement.
  public init(
    _ location: Location, readOnly: Bool = false, busyMilliseconds: Int32 = 10_000
  ) throws(SQLiteError) {
    let path: String
    switch location {
    case .memory: path = ":memory:"
    case .file(let name): path = name
    }
    _ = Self.isSetUp
    // The owner's lock makes SQLite's own per-call locking superfluous.
    let mode = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else {
      throw SQLiteError(code: code, message: "out of memory while opening \(path)")
    }
    guard code == SQLITE_OK else {
      let error = unsafe SQLiteError(
        code: sqlite3_extended_errcode(opened),
        message: String(cString: sqlite3_errmsg(opened)))
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = opened
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
  }

  /// Whether SQLite took its settings: only the speed depends on it.
  private static let isSetUp = csqlite_count_no_memory() == SQLITE_OK

  deinit {
    // close_v2 waits for statements that someone still holds.
    unsafe sqlite3_close_v2(handle)
  }

  /// Prepares one statement.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// Lends a statement that is prepared once for each text, and takes it back reset.
  ///
  /// A statement in use is not lent twice: a nested call with the same text gets one of its own.
  public func withStatement<Result>(
    _ sql: String, _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try borrow(sql)
    defer { giveBack(statement) }
    return try body(statement)
  }

  /// Takes a statement out of the cache, for use in a loop; ``giveBack(_:)`` returns it.
  public func borrow(_ sql: String) throws(SQLiteError) -> Statement {
    if let cached = idle.removeValue(forKey: sql) { return cached }
    return try prepare(sql)
  }

  /// Returns a statement to the cache, reset and without values.
  public func giveBack(_ statement: Statement) {
    statement.reset()
    statement.clearBindings()
    if idle.count >= 256 { idle.removeAll() }
    idle[statement.sql] = statement
  }

  /// Drops every cached statement, as a change of the tables demands.
  public func forgetStatements() { idle.removeAll() }

  /// Runs statements that give no rows, separated by semicolons.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(running: sql) }
  }

  /// Runs one statement with values for its question marks, and gives all its rows.
  public func rows(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> [[SQLValue]] {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }

  /// Runs a block in a transaction, which is committed at its end and undone where it throws.
  ///
  /// A transaction inside another is a savepoint of it.
  ///
  /// - Parameters:
  ///   - kind: `immediate` takes the write lock at once, so that no later statement can fail because
  ///     someone else wrote in between.
  ///   - body: What to run.
  /// - Returns: What the block gave.
  /// - Throws: What the block threw, or ``SQLiteError`` where the transaction cannot begin or end.
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    let name = "valise_\(depth)"
    try execute(depth == 0 ? "BEGIN \(kind.rawValue)" : "SAVEPOINT \(name)")
    depth += 1
    do {
      let result = try body()
      try execute(depth == 1 ? "COMMIT" : "RELEASE \(name)")
      depth -= 1
      return result
    } catch {
      depth -= 1
      undo(to: depth == 0 ? nil : name)
      throw error
    }
  }

  /// Runs a block in a transaction and undoes all it wrote, whether it throws or not.
  public func rehearsal<Result>(_ body: () throws -> Result) throws -> Result {
    let name = "valise_\(depth)"
    try execute(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT \(name)")
    depth += 1
    defer {
      depth -= 1
      undo(to: depth == 0 ? nil : name)
    }
    return try body()
  }

  // A failed COMMIT may have ended the transaction already; there is nothing left to undo then.
  private func undo(to savepoint: String?) {
    guard unsafe sqlite3_get_autocommit(handle) == 0 else { return }
    let sql = savepoint.map { "ROLLBACK TO \($0); RELEASE \($0)" } ?? "ROLLBACK"
    unsafe sqlite3_exec(handle, sql, nil, nil, nil)
  }

  /// How a transaction begins.
  public enum TransactionKind: String, Sendable {
    case deferred = "DEFERRED"
    case immediate = "IMMEDIATE"
  }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  public var changes: Int { Int(unsafe sqlite3_changes64(handle)) }
  /// The row id that the last INSERT made.
  public var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  func error(running sql: String) -> SQLiteError {
    unsafe SQLiteError(of: handle, running: sql)
  }
}

extension SQLiteError {
  /// What the last call on a connection said.
  init(of connection: OpaquePointer?, running sql: String) {
    unsafe self.init(
      code: sqlite3_extended_errcode(connection),
      message: String(cString: sqlite3_errmsg(connection)), sql: sql)
  }
}
