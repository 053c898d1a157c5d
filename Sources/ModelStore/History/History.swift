public import Foundation
import SQLite

/// One save of a store that keeps its history.
public struct HistoryTransaction: Sendable, Hashable {
  /// Its place among all saves.
  public let token: HistoryToken
  /// What ``ModelContext/author`` was.
  public let author: String?
  /// When it was.
  public let timestamp: Date
  /// What it changed: new objects, then changed ones, then those that went.
  public let changes: [HistoryChange]
}

/// One thing that a save changed.
public enum HistoryChange: Sendable, Hashable {
  /// A new row.
  case insert(PersistentIdentifier)
  /// A row with other values, and the names of the properties.
  case update(PersistentIdentifier, properties: [String])
  /// A row that went, by itself or by a delete rule.
  case delete(PersistentIdentifier)
}

/// The place of a save in the history of its store; later ones are greater.
public struct HistoryToken: Sendable, Hashable, Comparable, Codable {
  let number: Int64

  /// Orders by time.
  public static func < (left: HistoryToken, right: HistoryToken) -> Bool {
    left.number < right.number
  }
}

extension ModelContext {
  /// The saves of a store whose configuration keeps its history, oldest first.
  ///
  /// - Parameters:
  ///   - token: Only later ones; nil for all.
  ///   - author: Only those of an author; nil for all.
  /// - Returns: Nothing for a store that keeps no history.
  /// - Throws: What SQLite says.
  public func fetchHistory(
    after token: HistoryToken? = nil, author: String? = nil
  ) throws -> [HistoryTransaction] {
    let core = try opened.get()
    guard core.store.keepsHistory else { return [] }
    let rows = try core.session.run { connection in
      try connection.storedRows(
        """
        SELECT save, author, time, kind, model, row, properties FROM _history
        WHERE save > ?1 AND (?2 IS NULL OR author = ?2) ORDER BY save, rowid
        """, [.integer(token?.number ?? 0), author._sqlValue])
    }
    var transactions: [HistoryTransaction] = []
    var (changes, last): ([HistoryChange], StoredRow?) = ([], nil)
    func finish() {
      guard let last, case .integer(let number) = last["save"], case .real(let time) = last["time"]
      else { return }
      var author: String?
      if case .text(let name) = last["author"] { author = name }
      transactions.append(
        HistoryTransaction(
          token: HistoryToken(number: number), author: author,
          timestamp: Date(timeIntervalSinceReferenceDate: time), changes: changes))
      changes = []
    }
    for row in rows {
      if let last, last["save"] != row["save"] { finish() }
      last = row
      if let change = HistoryChange(row, store: core.store.identifier) { changes.append(change) }
    }
    finish()
    return transactions
  }

  /// Forgets the history up to a save, that one included.
  public func deleteHistory(through token: HistoryToken) throws {
    let core = try opened.get()
    guard core.store.keepsHistory else { return }
    _ = try core.session.run { connection in
      try connection.rows("DELETE FROM _history WHERE save <= ?", [.integer(token.number)])
    }
  }
}

extension HistoryChange {
  fileprivate init?(_ row: StoredRow, store: String) {
    guard case .integer(let kind) = row["kind"], case .text(let model) = row["model"],
      case .integer(let id) = row["row"]
    else { return nil }
    let identifier = PersistentIdentifier(
      entityName: model, storeIdentifier: store, key: .saved(id))
    switch kind {
    case 0: self = .insert(identifier)
    case 1:
      var names: [String] = []
      if case .text(let text) = row["properties"] {
        names = text.split(separator: ",").map(String.init)
      }
      self = .update(identifier, properties: names)
    default: self = .delete(identifier)
    }
  }
}
