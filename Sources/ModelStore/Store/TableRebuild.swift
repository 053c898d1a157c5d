import SQLite

/// Makes a table anew in another shape, with the rows of the old one.
struct TableRebuild {
  typealias ColumnShape = StoreLayout.ColumnShape

  private let entity: Entity
  /// Whether code of a migration plan follows, which fills what has no value.
  private let isCustom: Bool
  private let connection: Connection

  init(_ entity: Entity, isCustom: Bool, _ connection: Connection) {
    self.entity = entity
    self.isCustom = isCustom
    self.connection = connection
  }

  static func name(_ entity: Entity) -> String { "_new_\(entity.name)" }

  func run(
    from stored: [ColumnShape], to expected: [ColumnShape], create: String
  ) throws {
    let old = Dictionary(stored.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let rowCount = try count("SELECT count(*) FROM \(entity.table)")
    var names: [String] = []
    var sources: [String] = []
    for column in expected {
      let property = entity.tableColumns.first { $0.name == column.name }?.property
      let hidden = entity.hidden.first { $0.name == column.name }
      let originalName = property?.originalName ?? hidden?.originalName
      let source = old[column.name] ?? originalName.flatMap { old[$0] }
      let value =
        try source.map { source in
          try copy(source, to: column, property)
        } ?? fill(column, property, rowCount)
      if let value {
        names.append(quoted(column.name))
        sources.append(value)
      }
    }
    let temporary = Self.name(entity)
    try connection.execute(create)
    try connection.execute(
      """
      INSERT INTO \(quoted(temporary)) (\(names.joined(separator: ", ")))
        SELECT \(sources.joined(separator: ", ")) FROM \(entity.table);
      DROP TABLE \(entity.table);
      ALTER TABLE \(quoted(temporary)) RENAME TO \(entity.table);
      """)
  }

  private func copy(
    _ source: ColumnShape, to column: ColumnShape, _ property: ModelProperty?
  ) throws -> String {
    let name = quoted(source.name)
    guard source.type == column.type else {
      if isCustom {
        let cast = "CAST(\(name) AS \(column.type))"
        return column.isRequired ? "coalesce(\(cast), \(column.zero))" : cast
      }
      throw StoreError.incompatibleSchema(
        model: entity.name,
        reason: "\(column.name) is kept as \(source.type), and is now \(column.type)")
    }
    guard column.isRequired, !source.isRequired, column.name != "_model" else { return name }
    if let value = try property?.defaultSQL { return "coalesce(\(name), \(value))" }
    if isCustom { return "coalesce(\(name), \(column.zero))" }
    let gaps = try count("SELECT count(*) FROM \(entity.table) WHERE \(name) IS NULL")
    guard gaps == 0 else {
      throw StoreError.incompatibleSchema(
        model: entity.name,
        reason: "\(column.name) is no longer optional, has no default, and \(gaps) rows have none")
    }
    return name
  }

  private func fill(
    _ column: ColumnShape, _ property: ModelProperty?, _ rowCount: Int64
  ) throws -> String? {
    // The table held one class before; its rows are of the root class.
    if column.name == "_model", property == nil { return "'\(entity.name)'" }
    if let value = try property?.defaultSQL { return value }
    guard column.isRequired, rowCount > 0 else { return nil }
    if isCustom { return column.zero }
    throw StoreError.incompatibleSchema(
      model: entity.name,
      reason:
        "\(column.name) is new, neither optional nor with a default, and there are \(rowCount) rows"
    )
  }

  private func count(_ sql: String) throws -> Int64 {
    guard case .integer(let number)? = try connection.rows(sql).first?.first else { return 0 }
    return number
  }
}

extension StoreLayout.ColumnShape {
  /// An empty value of the column's type, as SQL.
  fileprivate var zero: String {
    switch type {
    case "TEXT": "''"
    case "BLOB": "x''"
    default: "0"
    }
  }
}

extension ModelProperty {
  /// The default value as SQL; nil where there is none.
  var defaultSQL: String? {
    get throws {
      guard case .attribute(let shape) = kind, let value = try shape.defaultValue?() else {
        return nil
      }
      switch value {
      case .null: return nil
      case .integer(let number): return String(number)
      case .real(let number): return String(number)
      case .text(let text): return "'" + doubled("'", in: text) + "'"
      case .blob(let bytes):
        let digits = bytes.map { byte in
          String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return "x'" + digits.joined() + "'"
      }
    }
  }
}
