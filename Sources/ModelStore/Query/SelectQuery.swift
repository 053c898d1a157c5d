import Foundation
import SQLite

/// One SELECT: its text, which is the same for every query of one shape, and its values.
struct SelectQuery {
  let entity: Entity
  private(set) var condition: SQLText?
  private(set) var joins: [String] = []
  private(set) var order: [String] = []
  private(set) var limit: Int?
  private(set) var offset: Int?
  /// The tables that are read.
  private(set) var tables: Set<Int>
  /// The tables whose pending changes are to be seen.
  var pendingTables: Set<Int> { includesPending ? tables : [] }
  private let includesPending: Bool
  /// The columns that an aggregate looks at.
  private(set) var columns: [String] = []
  /// Which properties are read; nil for all.
  private(set) var partial: PartialRead?
  /// Whether objects of subclasses count.
  var includesSubclasses = true
  /// Only rows with larger ids.
  var after: Int64?

  init<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, sectionBy: AnyKeyPath? = nil,
    columns columnPaths: [AnyKeyPath] = [], in schema: ResolvedSchema
  ) throws {
    entity = try schema.entity(of: Model.self)
    var builder = PredicateBuilder(schema, entity)
    if let predicate = descriptor.predicate { condition = try builder.condition(predicate) }
    if let sectionBy { order.append(try builder.sortColumn(sectionBy)) }
    for sort in descriptor.sortBy {
      guard let keyPath = sort.keyPath else {
        throw StoreError.unsupportedSort(
          model: entity.name, reason: "the order does not follow a key path",
          available: entity.propertyNames)
      }
      order.append(
        try builder.sortColumn(keyPath) + (sort.order == .reverse ? " DESC" : ""))
    }
    columns = try columnPaths.map { try builder.sortColumn($0) }
    if !descriptor.propertiesToFetch.isEmpty {
      let read = try PartialRead(descriptor.propertiesToFetch, of: entity)
      partial = read.columns.contains(false) ? read : nil
    }
    joins = builder.joins
    tables = builder.tables
    includesPending = descriptor.includePendingChanges
    limit = descriptor.fetchLimit
    offset = descriptor.fetchOffset
  }

  private var source: String {
    var text = " FROM \(entity.table) AS t0"
    for join in joins { text += " \(join)" }
    let conditions = [
      entity.kindCondition("t0", includesSubclasses: includesSubclasses), condition?.text,
      after == nil ? nil : "t0._id > ?",
    ].compactMap { $0 }
    if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
    return text
  }

  private var isLimited: Bool { limit != nil || (offset ?? 0) > 0 }

  private var range: String { isLimited ? " LIMIT ? OFFSET ?" : "" }

  /// Whether the rows come in no order, and objects are put into that of their rows: where an index leads
  /// to them, SQLite would write each row down and read it again to sort them.
  var sortsByRow: Bool { order.isEmpty && !isLimited && after == nil }

  private var orderBy: String { " ORDER BY \((order + ["t0._id"]).joined(separator: ", "))" }

  /// The rows; in order, unless ``sortsByRow`` says otherwise.
  var sql: String {
    "SELECT \(partial?.selection(of: entity, "t0") ?? entity.selection("t0"))\(source)\(sortsByRow ? "" : orderBy)\(range)"
  }

  /// The ids of the rows, with their class where it varies, in order.
  var keySQL: String {
    let model = entity.isShared ? ", t0._model" : ""
    return "SELECT t0._id\(model)\(source)\(orderBy)\(range)"
  }

  /// The chosen columns of the rows, in order.
  var valuesSQL: String {
    "SELECT \(columns.joined(separator: ", "))\(source)\(orderBy)\(range)"
  }

  /// How many rows there are.
  var countSQL: String {
    isLimited
      ? "SELECT count(*) FROM (SELECT 1\(source)\(range))" : "SELECT count(*)\(source)"
  }

  /// One row for each value of a column, in their order: the value, and what is to be known of the
  /// rows that have it.
  func groupedSQL(_ aggregate: String, by column: String) -> String {
    "SELECT \(column), \(aggregate)\(source) GROUP BY 1 ORDER BY 1"
  }

  /// One row: what is to be known of all rows.
  func aggregateSQL(_ aggregate: String) -> String { "SELECT \(aggregate)\(source)" }

  func bind(to statement: Statement) {
    var index: Int32 = 1
    for value in condition?.values ?? [] {
      statement.bind(value, at: index)
      index += 1
    }
    if let after {
      statement.bind(after, at: index)
      index += 1
    }
    guard isLimited else { return }
    statement.bind(Int64(limit.map { max($0, 0) } ?? -1), at: index)
    statement.bind(Int64(max(offset ?? 0, 0)), at: index + 1)
  }
}
