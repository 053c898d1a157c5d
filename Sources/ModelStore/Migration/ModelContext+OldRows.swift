public import SQLite

/// The copies of the old tables while a custom stage runs.
enum OldRows {
  static let prefix = "_old_"
}

/// A row as it lies in a table, by the names of its columns.
public struct StoredRow: Sendable, Hashable {
  /// The columns, in their order.
  public let columns: [String]
  /// Their values.
  public let values: [SQLValue]

  /// The value of a column; NULL where there is no column of that name.
  public subscript(column: String) -> SQLValue {
    columns.firstIndex(of: column).map { values[$0] } ?? .null
  }

  /// The number of the row, where it was read with the rest.
  public var id: Int64? {
    if case .integer(let id) = self["_id"] { id } else { nil }
  }
}

extension Connection {
  /// All rows of a statement, with the names of their columns.
  func storedRows(_ sql: String, _ values: [SQLValue]) throws -> [StoredRow] {
    try withStatement(sql) { statement in
      for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
      let columns = (0..<statement.columnCount).map { statement.columnName(at: $0) }
      var rows: [StoredRow] = []
      while try statement.step() {
        let values = columns.indices.map { statement.value(at: Int32($0)) }
        rows.append(StoredRow(columns: columns, values: values))
      }
      return rows
    }
  }
}

extension ModelContext {
  /// The row of an object as it was before the custom stage that runs; nil for an object that is new.
  ///
  /// - Throws: ``StoreError/notMigrating`` outside `didMigrate`.
  public func oldRow(of model: some PersistentModel) throws -> StoredRow? {
    guard let entity = model._$record.entity, model._$record.isSaved else { return nil }
    return try oldRows(of: entity.root.name, "WHERE _id = ?", [.integer(model._$record.rowID)])
      .first
  }

  /// The rows of a table as they were before the custom stage that runs, in order of their age.
  ///
  /// - Parameter model: The name of the old model.
  /// - Returns: The rows, with all their columns.
  /// - Throws: ``StoreError/notMigrating`` outside `didMigrate`, ``StoreError/unknownModel(_:)`` where
  ///   the old version has no such model.
  public func oldRows(of model: String) throws -> [StoredRow] {
    try oldRows(of: model, "ORDER BY _id", [])
  }

  private func oldRows(
    of model: String, _ rest: String, _ values: [SQLValue]
  ) throws -> [StoredRow] {
    let core = try opened.get()
    guard core.hasOldRows else { throw StoreError.notMigrating }
    return try core.session.run { connection in
      guard try !connection.columns(of: OldRows.prefix + model).isEmpty else {
        throw StoreError.unknownModel(model)
      }
      let sql = "SELECT * FROM \(quoted(OldRows.prefix + model)) \(rest)"
      return try connection.storedRows(sql, values)
    }
  }

  /// The object of a row, by its number, such as one of ``oldRows(of:)`` has; nil where there is none.
  public func model<Model: PersistentModel>(
    _ type: Model.Type = Model.self, ofRow id: Int64
  ) throws -> Model? { try opened.get().find(type, id) }
}
