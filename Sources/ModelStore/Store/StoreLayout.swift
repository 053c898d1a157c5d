import SQLite

/// Makes the tables of a schema, and brings those of an older file to its shape.
struct StoreLayout {
  /// Marks a file as ours in its header: "MoSt".
  static let applicationID: Int64 = 0x4D6F_5374
  /// Grows when the way tables are laid changes so that older programs cannot read them.
  static let format: Int64 = 1

  let schema: ResolvedSchema
  let path: String

  init(_ schema: ResolvedSchema, _ location: Connection.Location) {
    self.schema = schema
    if case .file(let path) = location { self.path = path } else { path = ":memory:" }
  }

  /// Makes and changes tables, within a transaction that someone else ends.
  ///
  /// In a custom stage code of a plan follows, which fills what has no value and after which the indexes
  /// are made.
  func bring(_ connection: Connection, isCustom: Bool = false) throws {
    for entity in schema.entities where entity.root === entity {
      try prepareTable(entity, connection, isCustom: isCustom)
    }
    for join in schema.joins {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS \(quoted(join)) (
          first INTEGER NOT NULL, second INTEGER NOT NULL, first_order INTEGER,
          second_order INTEGER, PRIMARY KEY (first, second)) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS \(quoted(join + ".second")) ON \(quoted(join)) (second);
        """)
    }
    if !isCustom { try makeIndexes(connection) }
    try connection.execute(
      "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format)")
  }

  /// Makes the indexes that are missing and drops those that no model asks for any more.
  func makeIndexes(_ connection: Connection) throws {
    for entity in schema.entities where entity.root === entity {
      let indexes = expectedIndexes(of: entity)
      let present = try storedIndexes(of: entity, connection)
      for name in present.subtracting(indexes.keys).sorted() {
        try connection.execute("DROP INDEX \(quoted(name))")
      }
      for name in indexes.keys.sorted() where !present.contains(name) {
        try makeIndex(indexes[name] ?? "", of: entity, connection)
      }
    }
  }

  /// The tables of the models and of their many-to-many relationships.
  var tableNames: [String] {
    schema.entities.filter { $0.root === $0 }.map(\.name) + schema.joins
  }

  /// Whether nothing was ever written to the file.
  func isEmpty(_ connection: Connection) throws -> Bool { try !isOurs(connection) }

  /// Whether the file is a store of ours that this program can read; false for a new one.
  func isOurs(_ connection: Connection) throws -> Bool {
    let application = try number("PRAGMA application_id", connection)
    let version = try number("PRAGMA user_version", connection)
    if application != Self.applicationID {
      let tables = try number("SELECT count(*) FROM sqlite_master", connection)
      guard tables == 0, application == 0 else { throw StoreError.notAStore(path: path) }
      return false
    }
    guard version <= Self.format else {
      throw StoreError.newerFormat(
        path: path, found: Int(version), supported: Int(Self.format))
    }
    return true
  }

  /// Whether the tables have the columns of these models, and no others.
  func hasColumns(_ connection: Connection) throws -> Bool {
    try schema.entities.filter { $0.root === $0 }.allSatisfy { entity in
      try knownColumns(of: entity, connection) == expectedColumns(of: entity)
    }
  }

  func isPrepared(_ connection: Connection) throws -> Bool {
    if try isAsWritten(connection) { return true }
    guard try isOurs(connection) else { return false }
    for entity in schema.entities where entity.root === entity {
      guard try knownColumns(of: entity, connection) == expectedColumns(of: entity),
        try storedIndexes(of: entity, connection) == Set(expectedIndexes(of: entity).keys)
      else { return false }
    }
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return schema.joins.allSatisfy { names.contains([.text($0)]) }
  }

  /// Whether the file describes its tables and indexes word by word as this schema does.
  ///
  /// That is the usual case, and one statement finds it out. A file with a history may differ in words and
  /// still be prepared.
  private func isAsWritten(_ connection: Connection) throws -> Bool {
    let texts = schema.createTexts(createTexts)
    var found = 0
    let stored = try connection.prepare(
      "SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    while try stored.step() {
      let name = stored.text(at: 0)
      if let text = texts[name] {
        guard text.isEmpty || text == stored.text(at: 2) else { return false }
        found += 1
      } else if let text = texts[stored.text(at: 1)], !text.isEmpty {
        // An index that no model asks for any more.
        return false
      }
    }
    return found == texts.count
  }

  /// The SQL of each table and index; empty for the table of a join, of which there is only one shape.
  private func createTexts() -> [String: String] {
    var texts: [String: String] = [:]
    for join in schema.joins { texts[join] = "" }
    for entity in schema.entities where entity.root === entity {
      texts[entity.name] = createSQL(entity, as: entity.name)
      texts.merge(expectedIndexes(of: entity)) { first, _ in first }
    }
    return texts
  }

  private func number(_ sql: String, _ connection: Connection) throws -> Int64 {
    guard case .integer(let number)? = try connection.rows(sql).first?.first else { return 0 }
    return number
  }

  // MARK: What there should be

  /// A column, by name, type and whether it must have a value.
  struct ColumnShape: Hashable {
    let name: String
    let type: String
    let isRequired: Bool
  }

  private func expectedColumns(of entity: Entity) -> [ColumnShape] {
    var columns: [ColumnShape] = [ColumnShape(name: "_id", type: "INTEGER", isRequired: false)]
    if entity.isShared {
      columns.append(ColumnShape(name: "_model", type: "TEXT", isRequired: true))
    }
    columns += entity.tableColumns.map { column in
      ColumnShape(
        name: column.name, type: Self.type(of: column), isRequired: Self.isRequired(column, entity))
    }
    columns += entity.hidden.map { ColumnShape(name: $0.name, type: "INTEGER", isRequired: false) }
    return columns
  }

  private static func type(of column: Entity.Column) -> String {
    String(column.property.columnType?.prefix(while: { $0 != " " }) ?? "INTEGER")
  }

  // A column that a subclass adds is NULL in the rows of the others.
  private static func isRequired(_ column: Entity.Column, _ entity: Entity) -> Bool {
    column.index < entity.description.storedCount
      && column.property.columnType?.hasSuffix("NOT NULL") == true
      && entity.columns.contains { $0.name == column.name }
  }

  private func expectedIndexes(of entity: Entity) -> [String: String] {
    var indexes: [String: String] = [:]
    func add(_ column: String, isUnique: Bool) {
      let name = "\(entity.name).\(column)\(isUnique ? ".unique" : "")"
      indexes[name] =
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(quoted(name)) ON \(entity.table) (\(quoted(column)))"
    }
    for column in entity.tableColumns {
      if column.isUnique {
        add(column.name, isUnique: true)
      } else if case .toOne = column.property.kind {
        add(column.name, isUnique: false)
      }
    }
    for column in entity.hidden where column.isKey { add(column.name, isUnique: false) }
    for kind in entity.kinds {
      for names in kind.indexedColumns {
        let name = "\(entity.name).\(names.joined(separator: "+")).index"
        let columns = names.map(quoted).joined(separator: ", ")
        indexes[name] = "CREATE INDEX \(quoted(name)) ON \(entity.table) (\(columns))"
      }
      for together in kind.uniqueColumns where together.count > 1 || !together[0].isUnique {
        let name = "\(entity.name).\(together.map(\.name).joined(separator: "+")).unique"
        let columns = together.map(\.sql).joined(separator: ", ")
        indexes[name] = "CREATE UNIQUE INDEX \(quoted(name)) ON \(entity.table) (\(columns))"
      }
    }
    return indexes
  }

  // MARK: What there is

  private func storedColumns(
    of entity: Entity, _ connection: Connection
  ) throws -> [ColumnShape] {
    try connection.rows(
      "SELECT name, type, \"notnull\" FROM pragma_table_info(?)", [.text(entity.name)]
    )
    .compactMap { row in
      guard case .text(let name) = row[0], case .text(let type) = row[1] else { return nil }
      return ColumnShape(name: name, type: type, isRequired: row[2] == .integer(1))
    }
  }

  /// The stored columns without the keys of arrays that this schema does not know: a program that
  /// opens the file with fewer models leaves them alone.
  private func knownColumns(of entity: Entity, _ connection: Connection) throws -> [ColumnShape] {
    let expected = Set(expectedColumns(of: entity).map(\.name))
    return try storedColumns(of: entity, connection)
      .filter { expected.contains($0.name) || !$0.name.hasPrefix("_") }
  }

  private func storedIndexes(of entity: Entity, _ connection: Connection) throws -> Set<String> {
    let rows = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      [.text(entity.name)])
    return Set(rows.compactMap { if case .text(let name) = $0[0] { name } else { nil } })
  }

  // MARK: From one to the other

  private func prepareTable(
    _ entity: Entity, _ connection: Connection, isCustom: Bool
  ) throws {
    let stored = try storedColumns(of: entity, connection)
    let expected = expectedColumns(of: entity)
    if stored.isEmpty {
      try connection.execute(createSQL(entity, as: entity.name))
    } else if try knownColumns(of: entity, connection) != expected {
      try TableRebuild(entity, isCustom: isCustom, connection)
        .run(from: stored, to: expected, create: createSQL(entity, as: TableRebuild.name(entity)))
    }
  }

  private func makeIndex(_ sql: String, of entity: Entity, _ connection: Connection) throws {
    do {
      try connection.execute(sql)
    } catch {
      guard error.isConstraint else { throw error }
      throw StoreError.incompatibleSchema(
        model: entity.name,
        reason: "a property became unique, and rows have the same value (\(error.message))")
    }
  }

  private func createSQL(_ entity: Entity, as name: String) -> String {
    let columns = expectedColumns(of: entity).map { column in
      column.name == "_id"
        ? "_id INTEGER PRIMARY KEY"
        : "\(quoted(column.name)) \(column.type)\(column.isRequired ? " NOT NULL" : "")"
    }
    return "CREATE TABLE \(quoted(name)) (\(columns.joined(separator: ", ")))"
  }
}
