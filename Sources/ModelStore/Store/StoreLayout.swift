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

  func prepare(_ connection: Connection) throws {
    // Most openings find everything in place: look without taking the write lock.
    if try isPrepared(connection) { return }
    try connection.transaction(.immediate) {
      // Another process may have been faster.
      if try isPrepared(connection) { return }
      for entity in schema.entities where entity.root === entity {
        try prepareTable(entity, connection)
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
      try connection.execute(
        "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format)")
    }
    connection.forgetStatements()
  }

  private func isPrepared(_ connection: Connection) throws -> Bool {
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
    for entity in schema.entities where entity.root === entity {
      guard try knownColumns(of: entity, connection) == expectedColumns(of: entity),
        try storedIndexes(of: entity, connection) == Set(expectedIndexes(of: entity).keys)
      else { return false }
    }
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return schema.joins.allSatisfy { names.contains([.text($0)]) }
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

  private func prepareTable(_ entity: Entity, _ connection: Connection) throws {
    let stored = try storedColumns(of: entity, connection)
    let expected = expectedColumns(of: entity)
    if stored.isEmpty {
      try connection.execute(createSQL(entity, as: entity.name))
    } else if try knownColumns(of: entity, connection) != expected {
      try rebuild(entity, from: stored, connection)
    }
    let indexes = expectedIndexes(of: entity)
    let present = try storedIndexes(of: entity, connection)
    for name in present.subtracting(indexes.keys).sorted() {
      try connection.execute("DROP INDEX \(quoted(name))")
    }
    for name in indexes.keys.sorted() where !present.contains(name) {
      try makeIndex(indexes[name] ?? "", of: entity, connection)
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

  private func rebuild(
    _ entity: Entity, from stored: [ColumnShape], _ connection: Connection
  ) throws {
    let old = Dictionary(stored.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let rowCount = try number("SELECT count(*) FROM \(entity.table)", connection)
    var names: [String] = []
    var sources: [String] = []
    for column in expectedColumns(of: entity) {
      let property = entity.tableColumns.first { $0.name == column.name }?.property
      let hidden = entity.hidden.first { $0.name == column.name }
      let originalName = property?.originalName ?? hidden?.originalName
      let source = old[column.name] ?? originalName.flatMap { old[$0] }
      let value =
        try source.map { source in
          try copy(source, to: column, property, entity, rowCount, connection)
        } ?? fill(column, property, entity, rowCount)
      if let value {
        names.append(quoted(column.name))
        sources.append(value)
      }
    }
    let temporary = "_new_\(entity.name)"
    try connection.execute(createSQL(entity, as: temporary))
    try connection.execute(
      """
      INSERT INTO \(quoted(temporary)) (\(names.joined(separator: ", ")))
        SELECT \(sources.joined(separator: ", ")) FROM \(entity.table);
      DROP TABLE \(entity.table);
      ALTER TABLE \(quoted(temporary)) RENAME TO \(entity.table);
      """)
  }

  private func copy(
    _ source: ColumnShape, to column: ColumnShape, _ property: ModelProperty?, _ entity: Entity,
    _ rowCount: Int64, _ connection: Connection
  ) throws -> String {
    let name = quoted(source.name)
    guard source.type == column.type else {
      throw StoreError.incompatibleSchema(
        model: entity.name,
        reason: "\(column.name) is kept as \(source.type), and is now \(column.type)")
    }
    guard column.isRequired, !source.isRequired, column.name != "_model" else { return name }
    if let value = try property?.defaultSQL { return "coalesce(\(name), \(value))" }
    let gaps = try number(
      "SELECT count(*) FROM \(entity.table) WHERE \(name) IS NULL", connection)
    guard gaps == 0 else {
      throw StoreError.incompatibleSchema(
        model: entity.name,
        reason: "\(column.name) is no longer optional, has no default, and \(gaps) rows have none")
    }
    return name
  }

  private func fill(
    _ column: ColumnShape, _ property: ModelProperty?, _ entity: Entity, _ rowCount: Int64
  ) throws -> String? {
    // The table held one class before; its rows are of the root class.
    if column.name == "_model", property == nil { return "'\(entity.name)'" }
    if let value = try property?.defaultSQL { return value }
    guard column.isRequired, rowCount > 0 else { return nil }
    throw StoreError.incompatibleSchema(
      model: entity.name,
      reason:
        "\(column.name) is new, neither optional nor with a default, and there are \(rowCount) rows"
    )
  }
}

extension ModelProperty {
  /// The default value as SQL; nil where there is none.
  fileprivate var defaultSQL: String? {
    get throws {
      guard case .attribute(let shape) = kind, let value = try shape.defaultValue?() else {
        return nil
      }
      switch value {
      case .null: return nil
      case .integer(let number): return String(number)
      case .real(let number): return String(number)
      case .text(let text): return "'" + text.replacing("'", with: "''") + "'"
      case .blob(let bytes):
        let digits = bytes.map { byte in
          String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return "x'" + digits.joined() + "'"
      }
    }
  }
}
