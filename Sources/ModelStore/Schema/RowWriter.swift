public import SQLite

/// Sets the parameters of a statement in order; used by the code that ``Model()`` writes.
public struct RowWriter {
  @usableFromInline let statement: Statement
  @usableFromInline var index: Int32
  /// Whether a target was met that has no row yet: its column was set to NULL.
  var metPending = false
  /// What could not be written.
  var failure: (any Error)?

  let external: External

  init(_ statement: Statement, first: Int32, external: External = .row) {
    self.statement = statement
    self.external = external
    index = first
  }

  /// Writes a value of a type that is kept as it is.
  @inlinable public mutating func write(_ value: some ColumnValue) {
    value._bind(to: statement, at: index)
    index += 1
  }

  /// Writes a value of a type that is kept as it is.
  @inlinable public mutating func write<Value: ColumnValue>(_ slot: Slot<Value>) {
    if case .value(let value) = slot { write(value) } else { writeNull() }
  }

  /// Writes a raw value.
  @inlinable public mutating func write<Value: RawRepresentable>(_ slot: Slot<Value>)
  where Value.RawValue: ColumnValue {
    if case .value(let value) = slot { write(value.rawValue) } else { writeNull() }
  }

  /// Writes a raw value, nil as NULL.
  @inlinable public mutating func write<Value: RawRepresentable>(_ slot: Slot<Value?>)
  where Value.RawValue: ColumnValue {
    if case .value(let value?) = slot { write(value.rawValue) } else { writeNull() }
  }

  /// Writes a value as JSON.
  @_disfavoredOverload
  public mutating func write<Value: Codable>(_ slot: Slot<Value>) { writeCodable(slot) }

  /// Writes a value as JSON.
  @_disfavoredOverload
  public mutating func writeCodable<Value: Codable>(_ slot: Slot<Value>) {
    guard case .value(let value) = slot else { return writeNull() }
    do {
      let text = try JSONText.encode(value)
      if text == "null" { writeNull() } else { write(text) }
    } catch {
      failure = error
      writeNull()
    }
  }

  /// Writes an array as JSON.
  public mutating func write<Element: Codable>(_ slot: Slot<[Element]>) { writeCodable(slot) }

  /// Writes an array as JSON: nearly all are empty, and need no encoder.
  public mutating func writeCodable<Element: Codable>(_ slot: Slot<[Element]>) {
    guard case .value(let elements) = slot else { return writeNull() }
    if elements.isEmpty { return write("[]") }
    do {
      write(try JSONText.encode(elements))
    } catch {
      failure = error
      writeNull()
    }
  }

  /// Writes the row id of a target.
  public mutating func write<Target: PersistentModel>(_ slot: Slot<Target?>) {
    switch slot {
    case .value(let target): write(target: target?._$record)
    case .reference(let id): write(id)
    case .unloaded: writeNull()
    }
  }

  /// Writes the row id of a target.
  public mutating func write<Target: PersistentModel>(_ slot: Slot<Target>) {
    switch slot {
    case .value(let target): write(target: target._$record)
    case .reference(let id): write(id)
    case .unloaded: writeNull()
    }
  }

  /// Writes nothing: a to-many relationship has no column.
  public mutating func write<Target: PersistentModel>(_ slot: Slot<[Target]>) {}

  /// Writes nothing: a to-many relationship has no column.
  public mutating func write<Target: PersistentModel>(_ slot: Slot<[Target]?>) {}

  private mutating func write(target: ModelRecord?) {
    guard let target, target.core != nil, !target.isDeleted else { return writeNull() }
    if target.rowID == 0 {
      metPending = true
      writeNull()
    } else {
      write(target.rowID)
    }
  }

  /// Writes NULL.
  @inlinable public mutating func writeNull() {
    statement.bindNull(at: index)
    index += 1
  }
}
