public import Foundation
import SQLite

// Counting and summing in the database: no object is loaded.
extension ModelContext {
  /// How many objects there are for each value of a property.
  public func fetchCounts<Model: PersistentModel, Key: Hashable & ColumnValue>(
    groupedBy key: KeyPath<Model, Key>, where predicate: Predicate<Model>? = nil
  ) throws -> [Key: Int] {
    try grouped(key, [], { _ in "count(*)" }, predicate) { statement in
      (Key._read(statement, at: 0), Int(statement.integer(at: 1)))
    }
  }

  /// How many objects there are for each raw value of a property.
  public func fetchCounts<Model: PersistentModel, Key: Hashable & RawRepresentable>(
    groupedBy key: KeyPath<Model, Key>, where predicate: Predicate<Model>? = nil
  ) throws -> [Key: Int] where Key.RawValue: ColumnValue {
    try grouped(key, [], { _ in "count(*)" }, predicate) { statement in
      let raw = Key.RawValue._read(statement, at: 0)
      return Key(rawValue: raw).map { ($0, Int(statement.integer(at: 1))) }
    }
  }

  /// The sum of a property for each value of another; nil counts as nothing.
  public func fetchSums<Model: PersistentModel, Key: Hashable & ColumnValue, Number: ColumnValue>(
    of number: KeyPath<Model, Number>, groupedBy key: KeyPath<Model, Key>,
    where predicate: Predicate<Model>? = nil
  ) throws -> [Key: Number] {
    try grouped(key, [number], { "coalesce(sum(\($0[0])), 0)" }, predicate) { statement in
      (Key._read(statement, at: 0), Number._read(statement, at: 1))
    }
  }

  /// The sum of a property; nil counts as nothing.
  public func fetchSum<Model: PersistentModel, Number: ColumnValue>(
    of number: KeyPath<Model, Number>, where predicate: Predicate<Model>? = nil
  ) throws -> Number {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(
      FetchDescriptor(predicate: predicate), columns: [number], in: core.store.schema)
    let sql = query.aggregateSQL("coalesce(sum(\(query.columns[0])), 0)")
    return try core.withPending(of: query.tables) { connection in
      try connection.withStatement(sql) { statement in
        query.bind(to: statement)
        _ = try statement.step()
        return Number._read(statement, at: 0)
      }
    }
  }

  /// The average of a property; nil where there is nothing to average.
  ///
  /// Nil values do not count.
  public func fetchAverage<Model: PersistentModel, Number: ColumnValue>(
    of number: KeyPath<Model, Number>, where predicate: Predicate<Model>? = nil
  ) throws -> Double? { try aggregate("avg", number, predicate) }

  /// The least value of a property; nil where there is none.
  public func fetchMinimum<Model: PersistentModel, Value: ColumnValue>(
    of property: KeyPath<Model, Value>, where predicate: Predicate<Model>? = nil
  ) throws -> Value? { try aggregate("min", property, predicate) }

  /// The greatest value of a property; nil where there is none.
  public func fetchMaximum<Model: PersistentModel, Value: ColumnValue>(
    of property: KeyPath<Model, Value>, where predicate: Predicate<Model>? = nil
  ) throws -> Value? { try aggregate("max", property, predicate) }

  /// The average of a property for each value of another, without those that have nothing to average.
  public func fetchAverages<
    Model: PersistentModel, Key: Hashable & ColumnValue, Number: ColumnValue
  >(
    of number: KeyPath<Model, Number>, groupedBy key: KeyPath<Model, Key>,
    where predicate: Predicate<Model>? = nil
  ) throws -> [Key: Double] { try groups("avg", number, key, predicate) }

  /// The least value of a property for each value of another, without those that have none.
  public func fetchMinimums<
    Model: PersistentModel, Key: Hashable & ColumnValue, Value: ColumnValue
  >(
    of property: KeyPath<Model, Value>, groupedBy key: KeyPath<Model, Key>,
    where predicate: Predicate<Model>? = nil
  ) throws -> [Key: Value] { try groups("min", property, key, predicate) }

  /// The greatest value of a property for each value of another, without those that have none.
  public func fetchMaximums<
    Model: PersistentModel, Key: Hashable & ColumnValue, Value: ColumnValue
  >(
    of property: KeyPath<Model, Value>, groupedBy key: KeyPath<Model, Key>,
    where predicate: Predicate<Model>? = nil
  ) throws -> [Key: Value] { try groups("max", property, key, predicate) }

  private func aggregate<Model: PersistentModel, Value: ColumnValue>(
    _ function: String, _ property: AnyKeyPath, _ predicate: Predicate<Model>?
  ) throws -> Value? {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(
      FetchDescriptor(predicate: predicate), columns: [property], in: core.store.schema)
    let sql = query.aggregateSQL("\(function)(\(query.columns[0]))")
    return try core.withPending(of: query.tables) { connection in
      try connection.withStatement(sql) { statement in
        query.bind(to: statement)
        guard try statement.step(), !statement.isNull(at: 0) else { return nil }
        return Value._read(statement, at: 0)
      }
    }
  }

  private func groups<Model: PersistentModel, Key: Hashable & ColumnValue, Value: ColumnValue>(
    _ function: String, _ property: AnyKeyPath, _ key: AnyKeyPath, _ predicate: Predicate<Model>?
  ) throws -> [Key: Value] {
    try grouped(key, [property], { "\(function)(\($0[0]))" }, predicate) { statement in
      statement.isNull(at: 1)
        ? nil : (Key._read(statement, at: 0), Value._read(statement, at: 1))
    }
  }

  private func grouped<Model: PersistentModel, Key: Hashable, Value>(
    _ key: AnyKeyPath, _ others: [AnyKeyPath], _ aggregate: ([String]) -> String,
    _ predicate: Predicate<Model>?, _ read: (Statement) -> (Key, Value)?
  ) throws -> [Key: Value] {
    let core = try opened.get()
    try core.throwDeferred()
    let query = try SelectQuery(
      FetchDescriptor(predicate: predicate), columns: [key] + others, in: core.store.schema)
    let sql = query.groupedSQL(aggregate(Array(query.columns.dropFirst())), by: query.columns[0])
    return try core.withPending(of: query.tables) { connection in
      try connection.withStatement(sql) { statement in
        query.bind(to: statement)
        var groups: [Key: Value] = [:]
        while try statement.step() {
          if let (key, value) = read(statement) { groups[key] = value }
        }
        return groups
      }
    }
  }
}
