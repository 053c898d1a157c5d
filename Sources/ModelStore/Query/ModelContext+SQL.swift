import Foundation
public import SQLite

extension ModelContext {
  /// The rows of a SELECT, for what no descriptor can say; see ``sql(for:)`` for the names of tables and
  /// columns.
  ///
  /// Pending changes of this context are seen. A model's table has its name, with `_id` and a column
  /// for each property; subclasses are in the table of their root class, by `_model`.
  ///
  /// - Parameters:
  ///   - sql: One statement, with question marks for its values. Never put a text of other people into
  ///     it: that is what the question marks are for.
  ///   - values: The values, in order.
  ///   - allowsWriting: Whether the statement may change rows. Objects are then read again when a query
  ///     meets them; nothing may be pending, and relationships have to be kept in order by hand.
  /// - Returns: All rows; none for a statement that gives none.
  /// - Throws: ``StoreError/readOnlySQL(_:)`` for a statement that would write, and what SQLite says of the
  ///   text.
  public func rows(
    _ sql: String, _ values: [any ColumnValue] = [], allowsWriting: Bool = false
  ) throws -> [StoredRow] {
    let core = try opened.get()
    try core.throwDeferred()
    let values = values.map { $0._sqlValue }
    if allowsWriting { return try core.write(sql, values) }
    try core.lookForOthers()
    return try core.withPending(of: Set(0..<core.store.schema.tableCount)) { connection in
      try connection.withStatement(sql) { statement in
        // BEGIN and the like write nothing, and give no rows.
        guard statement.isReadOnly, statement.columnCount > 0 else {
          throw StoreError.readOnlySQL(sql)
        }
      }
      return try connection.storedRows(sql, values)
    }
  }

  /// What the database does to answer a fetch.
  public func explain<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> QueryExplanation {
    let core = try opened.get()
    let query = try SelectQuery(descriptor, in: core.store.schema)
    let rows = try core.session.run { connection in
      try connection.withStatement("EXPLAIN QUERY PLAN " + query.sql) { statement in
        query.bind(to: statement)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(at: 3)) }
        return lines
      }
    }
    return QueryExplanation(sql: query.sql, values: query.condition?.values ?? [], steps: rows)
  }
}

extension ContextCore {
  fileprivate func write(_ sql: String, _ values: [SQLValue]) throws -> [StoredRow] {
    guard store.allowsSave else { throw StoreError.savingNotAllowed }
    guard !hasChanges else { throw StoreError.pendingChanges }
    let rows = try session.run { connection in
      try connection.transaction(.immediate) { try connection.storedRows(sql, values) }
    }
    noteOwnSave()
    ObservationBatch.run { invalidate(nil) }
    return rows
  }
}

/// What the database does to answer a fetch, for people to read.
public struct QueryExplanation: Sendable, Hashable, CustomStringConvertible {
  /// The statement.
  public let sql: String
  /// The values of its question marks, but for the limit.
  public let values: [SQLValue]
  /// SQLite's plan, a line for each step, such as `SEARCH t0 USING INDEX Item.tripID.index (tripID=?)`.
  public let steps: [String]

  /// Whether rows are found by an index or their id, and no table is read from end to end.
  public var usesIndex: Bool {
    steps.contains { $0.hasPrefix("SEARCH") } && !steps.contains { $0.hasPrefix("SCAN") }
  }

  /// The names of the indexes.
  public var indexes: [String] {
    steps.compactMap { step in
      guard let range = step.range(of: "INDEX ") else { return nil }
      return step[range.upperBound...].split(separator: " ").first.map(String.init)
    }
  }

  /// The statement, and the plan under it.
  public var description: String { ([sql] + steps.map { "  \($0)" }).joined(separator: "\n") }
}
