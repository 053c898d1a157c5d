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
    var paths: [PartialKeyPath<Model>] = []
    for property in repeat each properties { paths.append(property) }
    return try fetchRows(descriptor, paths) { row in (repeat try row.next((each Value).self)) }
  }

  /// What a block makes of some properties of the objects that a descriptor picks; no object is loaded.
  ///
  /// It is for very many objects: ``fetchValues(_:_:)`` tells the types of its values apart while it runs,
  /// this where it is compiled.
  ///
  /// ```swift
  /// let names = try context.fetchRows(FetchDescriptor<Trip>(), [\.name, \.isArchived]) { row in
  ///   (name: try row.next() as String, isArchived: try row.next() as Bool)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - descriptor: Which objects, in which order.
  ///   - properties: The properties. Those of what a relationship leads to may be named too.
  ///   - make: Reads the values in the order of the properties, each as its property's type.
  /// - Returns: A result for each object.
  /// - Throws: What `make` throws, and ``StoreError`` where a property has no column, or holds a raw
  ///   value that its type has not.
  @inlinable public func fetchRows<Model: PersistentModel, Row>(
    _ descriptor: FetchDescriptor<Model>, _ properties: [PartialKeyPath<Model>],
    _ make: (inout ValueReader) throws -> Row
  ) throws -> [Row] {
    var rows: [Row] = []
    try eachRow(descriptor, properties) { rows.append(try make(&$0)) }
    return rows
  }

  /// Runs a block for some properties of each object that a descriptor picks, in its order.
  ///
  /// No object is loaded, and nothing is kept; see ``fetchRows(_:_:_:)``.
  ///
  /// - Parameters:
  ///   - descriptor: Which objects, in which order.
  ///   - properties: The properties. Those of what a relationship leads to may be named too.
  ///   - body: Reads the values in the order of the properties, each as its property's type.
  /// - Throws: What `body` throws, and ``StoreError`` where a property has no column, or holds a raw
  ///   value that its type has not.
  public func eachRow<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, _ properties: [PartialKeyPath<Model>],
    _ body: (inout ValueReader) throws -> Void
  ) throws {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(descriptor, columns: properties, in: core.store.schema)
    try core.withPending(of: query.pendingTables) { connection in
      try connection.withStatement(query.valuesSQL) { statement in
        query.bind(to: statement)
        var row = ValueReader(
          statement: statement, model: query.entity.name, columns: query.columns)
        while try statement.step() {
          try body(&row)
          row.column = 0
        }
      }
    }
  }
}

/// Reads the values of a row one after the other; see ``ModelContext/fetchRows(_:_:_:)``.
public struct ValueReader {
  @usableFromInline let statement: Statement
  @usableFromInline var column: Int32 = 0
  private let model: String
  private let columns: [String]

  init(statement: Statement, model: String, columns: [String]) {
    self.statement = statement
    self.model = model
    self.columns = columns
  }

  /// Reads a value and goes on to the next.
  ///
  /// - Throws: ``StoreError`` where the type has no such value, or there are no more properties.
  @inlinable public mutating func next<Value: FetchableValue>(
    _ type: Value.Type = Value.self
  ) throws -> Value {
    guard let value = Value._fetch(statement, at: column) else { throw invalidValue(Value.self) }
    column += 1
    return value
  }

  @usableFromInline func invalidValue(_ type: Any.Type) -> StoreError {
    let property = columns.indices.contains(Int(column)) ? columns[Int(column)] : "\(column)"
    return StoreError.invalidValue(
      model: model, property: property, value: statement.text(at: column), type: "\(type)")
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
