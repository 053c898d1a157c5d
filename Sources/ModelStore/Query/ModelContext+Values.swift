import Foundation
import SQLite

extension ModelContext {
  /// Some properties of the objects that a descriptor picks, in its order; no object is loaded.
  ///
  /// - Parameters:
  ///   - descriptor: Which objects.
  ///   - properties: The properties, as in `\.name, \.count`. Those of what a relationship leads to may be
  ///     named too.
  /// - Returns: A tuple for each object.
  /// - Throws: ``StoreError`` where a property has no column.
  public func fetchValues<Model: PersistentModel, each Value: ColumnValue>(
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
          func next<One: ColumnValue>(_ type: One.Type) -> One {
            defer { column += 1 }
            return One._read(statement, at: column)
          }
          rows.append((repeat next((each Value).self)))
        }
        return rows
      }
    }
  }
}
