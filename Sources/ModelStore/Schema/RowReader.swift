import Foundation
public import SQLite

/// Reads the columns of a row in order; used by the code that ``Model()`` writes.
public struct RowReader {
  @usableFromInline let statement: Statement
  @usableFromInline var column: Int32
  @usableFromInline let first: Int32
  let entity: Entity
  /// Which columns were read; nil where all were.
  @usableFromInline let partial: PartialRead?

  init(
    _ statement: Statement, first: Int32, entity: Entity, partial: PartialRead? = nil
  ) {
    self.statement = statement
    self.first = first
    self.entity = entity
    self.partial = partial
    column = first
  }

  /// Whether the column that comes next was left out of the query; it is passed over then.
  @usableFromInline mutating func skipsUnread() -> Bool {
    guard let partial, !partial.columns[Int(column - first)] else { return false }
    column += 1
    return true
  }

  /// Goes to the first column of the root class.
  @inlinable public mutating func seekStart() { column = first }

  /// Goes to the first column that a subclass adds.
  public mutating func seek(to type: any PersistentModel.Type) {
    column = first + (entity.firstColumns[ObjectIdentifier(type)] ?? 0)
  }

  /// Reads a column of a type that is kept as it is.
  @inlinable public mutating func next<Value: ColumnValue>() throws -> Value {
    let value = Value._read(statement, at: column)
    column += 1
    return value
  }

  /// Reads a column of a type that is kept as it is.
  @inlinable public mutating func slot<Value: ColumnValue>() throws -> Slot<Value> {
    .value(try next())
  }

  /// Reads a raw value; throws where the type has no such value.
  @inlinable public mutating func slot<Value: RawRepresentable>() throws -> Slot<Value>
  where Value.RawValue: ColumnValue {
    if partial != nil, skipsUnread() { return .unloaded }
    let raw: Value.RawValue = try next()
    guard let value = Value(rawValue: raw) else {
      throw invalidValue("\(raw)", Value.self, columnsBack: 1)
    }
    return .value(value)
  }

  /// Reads a raw value, NULL as nil.
  @inlinable public mutating func slot<Value: RawRepresentable>() throws -> Slot<Value?>
  where Value.RawValue: ColumnValue {
    if partial != nil, skipsUnread() { return .unloaded }
    let raw: Value.RawValue? = try next()
    guard let raw else { return .value(nil) }
    guard let value = Value(rawValue: raw) else {
      throw invalidValue("\(raw)", Value.self, columnsBack: 1)
    }
    return .value(value)
  }

  /// Reads a value kept as JSON.
  @_disfavoredOverload
  public mutating func slot<Value: Codable>() throws -> Slot<Value> { try codableSlot() }

  /// Reads a value kept as JSON.
  @_disfavoredOverload
  public mutating func codableSlot<Value: Codable>() throws -> Slot<Value> {
    if skipsUnread() { return .unloaded }
    let text = statement.isNull(at: column) ? "null" : statement.text(at: column)
    defer { column += 1 }
    do {
      return .value(try JSONText.decode(Value.self, from: text))
    } catch {
      throw invalidValue(text, Value.self, columnsBack: 0)
    }
  }

  /// Reads an array kept as JSON.
  public mutating func slot<Element: Codable>() throws -> Slot<[Element]> { try codableSlot() }

  /// Reads an array kept as JSON: nearly all are empty, and need no decoder.
  public mutating func codableSlot<Element: Codable>() throws -> Slot<[Element]> {
    if skipsUnread() { return .unloaded }
    let text = statement.text(at: column)
    defer { column += 1 }
    if text == "[]" { return .value([]) }
    do {
      return .value(try JSONText.decode([Element].self, from: text))
    } catch {
      throw invalidValue(text, [Element].self, columnsBack: 0)
    }
  }

  /// Reads the row id of a target, which is loaded when it is asked for.
  @inlinable public mutating func slot<Target: PersistentModel>() throws -> Slot<Target?> {
    let id: Int64? = try next()
    return id.map { .reference($0) } ?? .value(nil)
  }

  /// Reads the row id of a target that must be there.
  public mutating func slot<Target: PersistentModel>() throws -> Slot<Target> {
    let id: Int64? = try next()
    return id.map { .reference($0) } ?? .unloaded
  }

  /// Leaves a to-many relationship to be loaded when it is asked for; it has no column.
  public mutating func slot<Target: PersistentModel>() throws -> Slot<[Target]> { .unloaded }

  /// Leaves a to-many relationship to be loaded when it is asked for; it has no column.
  public mutating func slot<Target: PersistentModel>() throws -> Slot<[Target]?> { .unloaded }

  /// Says that a column holds what its type cannot be made of.
  public func invalidValue(
    _ text: String, _ type: Any.Type, columnsBack: Int32
  ) -> any Error {
    StoreError.invalidValue(
      model: entity.name, property: entity.columnName(at: Int(column - first - columnsBack)),
      value: text, type: "\(type)")
  }
}

/// JSON as it stands in a column: sorted keys, so that equal values are equal texts.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
