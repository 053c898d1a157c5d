import Foundation
public import SQLite

extension ModelContext {
  /// Some properties of the objects that a descriptor picks, in its order; no object is loaded.
  ///
  /// - Parameters:
  ///   - descriptor: Which objects.
  ///   - properties: The properties, as in `\.name, \.count`. Those of what a relationship leads to may be
  ///     named too.
  /// - Returns: A tuple for each object.
  /// - Throws: ``StoreError`` where a property has no column, or holds a raw value that its type has
  ///   not.
  @inlinable public func fetchValues<Model: PersistentModel, each Value: FetchableValue>(
    _ descriptor: FetchDescriptor<Model>, _ properties: repeat KeyPath<Model, each Value>
  ) throws -> [(repeat each Value)] {
    var paths: [AnyKeyPath] = []
    for property in repeat each properties { paths.append(property) }
    var rows: [(repeat each Value)] = []
    // Compiled where it is called, since reading a value without knowing its type costs ten times as much.
    try _eachRow(descriptor, paths) { row in
      rows.append((repeat try row.next((each Value).self)))
    }
    return rows
  }

  @usableFromInline func _eachRow<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, _ properties: [AnyKeyPath],
    _ body: (inout ValueRow) throws -> Void
  ) throws {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(descriptor, columns: properties, in: core.store.schema)
    try core.withPending(of: query.pendingTables) { connection in
      try connection.withStatement(query.valuesSQL) { statement in
        query.bind(to: statement)
        while try statement.step() {
          var row = ValueRow(statement: statement, model: query.entity.name, columns: query.columns)
          try body(&row)
        }
      }
    }
  }
}

/// The columns of a row that was asked for single values, from the first to the last.
@usableFromInline struct ValueRow {
  @usableFromInline let statement: Statement
  @usableFromInline var column: Int32 = 0
  let model: String
  let columns: [String]

  init(statement: Statement, model: String, columns: [String]) {
    self.statement = statement
    self.model = model
    self.columns = columns
  }

  /// Reads a value and goes on to the next.
  @inlinable mutating func next<One: FetchableValue>(_ type: One.Type) throws -> One {
    guard let value = One._fetch(statement, at: column) else { throw invalidValue(One.self) }
    column += 1
    return value
  }

  @usableFromInline func invalidValue(_ type: Any.Type) -> StoreError {
    StoreError.invalidValue(
      model: model, property: columns[Int(column)], value: statement.text(at: column),
      type: "\(type)")
  }
}

/// A type whose values ``ModelContext/fetchValues(_:_:)`` reads: any that is kept in one column, and
/// types with such a raw value that say so.
///
/// ```swift
/// extension CalendarDay: FetchableValue {}
/// ```
public protocol FetchableValue {
  /// Reads a column of the current row; nil where the type has no such value.
  static func _fetch(_ statement: Statement, at column: Int32) -> Self?
}

extension ColumnValue {
  /// Reads a column of the current row.
  @inlinable public static func _fetch(_ statement: Statement, at column: Int32) -> Self? {
    _read(statement, at: column)
  }
}

extension FetchableValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// Reads a raw value; nil where the type has no such value.
  @inlinable public static func _fetch(_ statement: Statement, at column: Int32) -> Self? {
    Self(rawValue: RawValue._read(statement, at: column))
  }
}

extension Optional: FetchableValue where Wrapped: FetchableValue {
  /// Reads a column, NULL as nil.
  @inlinable public static func _fetch(_ statement: Statement, at column: Int32) -> Wrapped?? {
    if statement.isNull(at: column) { return .some(nil) }
    return Wrapped._fetch(statement, at: column).map { .some($0) }
  }
}
