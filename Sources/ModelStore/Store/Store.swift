import Foundation
import SQLite
import Synchronization

/// A database, its tables and the way to them.
final class Store: Sendable {
  let schema: ResolvedSchema
  let location: Connection.Location
  let identifier: String
  let allowsSave: Bool
  let keepsHistory: Bool
  /// What was done to bring it to the models' shape.
  let migration: MigrationReport
  /// The files beside it; nil for a store in memory.
  let files: ExternalFiles?
  /// Whether the store is within a migration, which may still be taken back.
  let isMigrating: Bool
  private let shared: Session?
  /// The connection that opened a file, for the first context that asks.
  private let spare: Mutex<Session?>
  private let saves = Atomic<Int>(1)
  private let lastIDs: Mutex<[Int64]>
  private let listeners = Mutex<[ObjectIdentifier: StoreListener]>([:])

  /// Opens the store, makes its tables, or brings them to the schema's shape.
  init(
    _ models: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ location: Connection.Location,
    allowsSave: Bool, keepsHistory: Bool
  ) throws {
    schema = try ResolvedSchema.of(models.models)
    self.location = location
    self.allowsSave = allowsSave
    files = ExternalFiles(location)
    isMigrating = false
    self.keepsHistory = keepsHistory
    lastIDs = Mutex(Array(repeating: 0, count: schema.tableCount))
    let upgrade = StoreUpgrade(models, schema, plan, location)
    let connection = try Self.open(location, check: upgrade)
    do {
      migration = try upgrade.run(connection)
      if allowsSave { try files?.sweep(connection) }
      if keepsHistory { try HistoryWriter.prepare(connection) }
    } catch let error as SQLiteError {
      throw Self.explain(error, location)
    }
    switch location {
    case .memory:
      identifier = "memory-\(UUID().uuidString)"
      shared = try Session(connection)
      spare = Mutex(nil)
    case .file(let path):
      identifier = path
      shared = nil
      spare = Mutex(try Session(connection))
    }
  }

  /// The store of one version while a migration runs, within its transaction.
  init(
    _ schema: ResolvedSchema, migrating connection: Connection, _ location: Connection.Location
  ) throws {
    self.schema = schema
    self.location = location
    allowsSave = true
    files = ExternalFiles(location)
    isMigrating = true
    keepsHistory = false
    lastIDs = Mutex(Array(repeating: 0, count: schema.tableCount))
    if case .file(let path) = location { identifier = path } else { identifier = "memory" }
    shared = try Session(connection)
    spare = Mutex(nil)
    migration = MigrationReport()
  }

  /// What opening a store would do to it; nothing is changed.
  static func rehearseMigration(
    _ models: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ location: Connection.Location
  ) throws -> MigrationReport {
    let upgrade = StoreUpgrade(models, try ResolvedSchema.of(models.models), plan, location)
    let connection = try open(location, check: upgrade)
    do {
      return try upgrade.rehearse(connection)
    } catch let error as SQLiteError {
      throw explain(error, location)
    }
  }

  /// A way to the database for one context.
  func makeSession() throws -> Session {
    if let shared { return shared }
    let opened = spare.withLock { session in
      defer { session = nil }
      return session
    }
    if let opened { return opened }
    return try Session(try Self.open(location, check: nil))
  }

  /// Moves all that was saved from the log into the file itself.
  ///
  /// - Returns: False where another connection reads or writes just now; then some may stay in the log.
  func checkpoint() throws -> Bool {
    guard case .file = location else { return true }
    do throws(SQLiteError) {
      let rows = try Connection(location, busyMilliseconds: 0)
        .rows("PRAGMA wal_checkpoint(TRUNCATE)")
      return rows.first?.first == .integer(0)
    } catch {
      if error.isBusy { return false }
      throw Self.explain(error, location)
    }
  }

  /// Grows with every save, so that a context knows when what it holds may be old.
  var version: Int { saves.load(ordering: .acquiring) }

  /// Takes note of a save and tells who shows results of the other contexts.
  func noteSave(by core: ContextCore) {
    saves.add(1, ordering: .acquiringAndReleasing)
    let all = listeners.withLock { listeners in
      listeners = listeners.filter { $0.value.isAlive }
      return listeners
    }
    let saver = ObjectIdentifier(core)
    for listener in all.values where listener.core != saver { listener.storeDidChange() }
  }

  func add(_ listener: StoreListener) {
    listeners.withLock { $0[ObjectIdentifier(listener)] = listener }
  }

  /// The first of a row of unused ids; those of rows deleted in this process are not used again.
  func firstFreeID(in table: Int, largestStored: Int64) -> Int64 {
    lastIDs.withLock { max($0[table], largestStored) + 1 }
  }

  func noteUsed(_ id: Int64, in table: Int) {
    lastIDs.withLock { $0[table] = max($0[table], id) }
  }

  private static func open(
    _ location: Connection.Location, check: StoreUpgrade?
  ) throws -> Connection {
    do {
      let connection = try Connection(location)
      try check?.refuseForeign(connection)
      var pragmas = "PRAGMA temp_store = MEMORY"
      if case .file = location {
        // With WAL readers and the one writer do not wait for each other; a process that is killed
        // loses nothing that was saved.
        // A new database has pages of 16 KB: a quarter as many are written, and the log is emptied less often.
        pragmas = """
          PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; \(pragmas)
          """
      }
      try connection.execute(pragmas)
      return connection
    } catch let error as SQLiteError {
      throw explain(error, location)
    }
  }

  /// What is thrown where a row is not what a store writes.
  func damaged(_ reason: String) -> StoreError {
    guard case .file(let path) = location else { return .corrupt(path: "memory", reason: reason) }
    return .corrupt(path: path, reason: reason)
  }

  private static func explain(
    _ error: SQLiteError, _ location: Connection.Location
  ) -> StoreError {
    guard case .file(let path) = location else { return .database(error) }
    if error.isNotADatabase { return .notAStore(path: path) }
    if error.isCorrupt { return .corrupt(path: path, reason: error.message) }
    // CANTOPEN, READONLY, PERM, IOERR and FULL.
    if [14, 8, 3, 10, 13].contains(error.primaryCode) {
      return .cannotOpen(path: path, reason: error.message)
    }
    return .database(error)
  }
}
