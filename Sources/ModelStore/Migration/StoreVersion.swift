import SQLite

/// The version of the models, as the store keeps it.
enum StoreVersion {
  static func read(_ connection: Connection) throws -> Schema.Version? {
    guard try !connection.columns(of: "_schema").isEmpty else { return nil }
    guard case .text(let text)? = try connection.rows("SELECT version FROM _schema").first?.first
    else { return nil }
    return Schema.Version(text)
  }

  /// Notes a version; nil takes it away.
  static func write(_ version: Schema.Version?, _ connection: Connection) throws {
    if version == nil, try connection.columns(of: "_schema").isEmpty { return }
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS _schema (version TEXT NOT NULL); DELETE FROM _schema")
    guard let version else { return }
    _ = try connection.rows(
      "INSERT INTO _schema (version) VALUES (?)", [.text(version.description)])
  }
}

extension Connection {
  /// The names of a table's columns; none where there is no such table.
  func columns(of table: String) throws -> [String] {
    try rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).compactMap { row in
      if case .text(let name)? = row.first { name } else { nil }
    }
  }

  /// Grows with each commit of another connection.
  func dataVersion() throws -> Int64 {
    guard case .integer(let number)? = try rows("PRAGMA data_version").first?.first else {
      return 0
    }
    return number
  }
}

/// The tables of a store at one time.
struct TableShapes {
  private var tables: [String: (rows: Int, columns: [String])] = [:]

  init(_ connection: Connection) throws {
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    for case .text(let name)? in names.map(\.first)
    where !name.hasPrefix("_") && !name.hasPrefix("sqlite_") {
      let count = try connection.rows("SELECT count(*) FROM \(quoted(name))").first?.first
      guard case .integer(let rows)? = count else { continue }
      let columns = try connection.columns(of: name).filter { !$0.hasPrefix("_") }
      tables[name] = (Int(rows), columns)
    }
  }

  func changes(to other: TableShapes) -> [MigrationReport.Table] {
    Set(tables.keys).union(other.tables.keys).sorted().compactMap { name in
      let (before, after) = (tables[name], other.tables[name])
      let (old, new) = (Set(before?.columns ?? []), Set(after?.columns ?? []))
      guard old != new || before?.rows != after?.rows else { return nil }
      return MigrationReport.Table(
        name: name, rowsBefore: before?.rows, rowsAfter: after?.rows,
        addedColumns: new.subtracting(old).sorted(), removedColumns: old.subtracting(new).sorted())
    }
  }
}
