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
  public func fetchValues<Model: PersistentModel, each Value: FetchableValue>(
    _ descriptor: FetchDescriptor<Model>, _ properties: repeat KeyPath<Model, each Value>
  ) throws -> [(repeat each Value)] {
    let core = try opened.get()
    try core.throwDeferred()
    var paths: [AnyKeyPath] = []
    for property in repeat each properties { paths.append(property) }
    let query = try SelectQuery(descriptor, columns: paths, in: core.store.schema)
    return try core.withPending(of: query.pendingTables) { connection in
      try connection.withStatement(query.valuesSQL) { statement in
        query.bind(to: statement)
        var rows: [(repeat each Value)] = []
        while try statement.step() {
          var column: Int32 = 0
          func next<One: FetchableValue>(_ type: One.Type) throws -> One {
            defer { column += 1 }
            if let value = One._fetch(statement, at: column) { return value }
            throw StoreError.invalidValue(
              model: query.entity.name, property: query.columns[Int(column)],
              value: statement.text(at: column), type: "\(One.self)")
          }
          rows.append((repeat try next((each Value).self)))
        }
        return rows
      }
    }
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
