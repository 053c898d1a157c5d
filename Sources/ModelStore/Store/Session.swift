import Foundation
import SQLite

/// A connection that one context, or all contexts of a store in memory, use in turn.
final class Session: @unchecked Sendable {
  // Unchecked because the connection is only reached while the lock is held. It is recursive: a row
  // being made may ask for another.
  private let connection: Connection
  private let lock = NSRecursiveLock()

  init(_ connection: Connection) throws {
    self.connection = connection
    try TextFunctions.add(to: connection)
  }

  func run<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    do {
      return try body(connection)
    } catch let error as SQLiteError {
      throw StoreError.database(error)
    }
  }
}
