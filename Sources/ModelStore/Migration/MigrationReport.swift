/// What bringing a store to the models' shape does, or did.
public struct MigrationReport: Sendable, Hashable, CustomStringConvertible {
  /// One step.
  public struct Stage: Sendable, Hashable {
    /// The version before; nil where the store has none.
    public let from: Schema.Version?
    /// The version after; nil where the models have none.
    public let to: Schema.Version?
    /// Whether it runs code of the plan.
    public let isCustom: Bool
    /// The tables that come, go, or change, in order of their names.
    public let tables: [Table]
  }

  /// What becomes of a table.
  public struct Table: Sendable, Hashable {
    /// The name of the model.
    public let name: String
    /// How many rows it had; nil where there was no table.
    public let rowsBefore: Int?
    /// How many rows it has; nil where there is no table any more.
    public let rowsAfter: Int?
    /// The columns that came, in order of their names.
    public let addedColumns: [String]
    /// The columns that went, with what was in them.
    public let removedColumns: [String]
  }

  /// The steps, in order; none where the store has its shape already.
  public var stages: [Stage] = []
  /// The copy of the store as it was before; nil where no stage needed one.
  public var backupPath: String?

  /// One line for each step, and one for each table under it.
  public var description: String {
    stages.map { stage in
      let versions = [stage.from, stage.to].map { $0?.description ?? "no version" }
      let head = "\(versions[0]) to \(versions[1])\(stage.isCustom ? " (custom)" : "")"
      return ([head] + stage.tables.map { "  \($0.line)" }).joined(separator: "\n")
    }
    .joined(separator: "\n")
  }
}

extension MigrationReport.Table {
  fileprivate var line: String {
    let rows = [rowsBefore, rowsAfter].map { $0.map(String.init) ?? "none" }
    let changes = addedColumns.map { "+\($0)" } + removedColumns.map { "-\($0)" }
    return (["\(name): rows \(rows[0]) to \(rows[1])"] + changes).joined(separator: " ")
  }
}
