import Foundation
import SQLite

/// Brings a store to the models' shape, by a plan where there is one, in one transaction.
struct StoreUpgrade {
  let target: Schema
  let targetLayout: StoreLayout
  let plan: (any SchemaMigrationPlan.Type)?
  let location: Connection.Location
  let path: String

  init(
    _ schema: Schema, _ resolved: ResolvedSchema, _ plan: (any SchemaMigrationPlan.Type)?,
    _ location: Connection.Location
  ) {
    target = schema
    targetLayout = StoreLayout(resolved, location)
    self.plan = plan
    self.location = location
    path = targetLayout.path
  }

  /// The version that the store is to have.
  private var targetVersion: Schema.Version? {
    target.version ?? plan?.schemas.last?.versionIdentifier
  }

  /// Refuses a file of another program, or of later models, before anything is written.
  func refuseForeign(_ connection: Connection) throws {
    guard try targetLayout.isOurs(connection), let targetVersion,
      let found = try StoreVersion.read(connection), found > targetVersion
    else { return }
    throw StoreError.newerSchema(
      path: path, found: found.description, supported: targetVersion.description)
  }

  /// - Returns: What was done; `nil` stages mean nothing was.
  @discardableResult func run(_ connection: Connection) throws -> MigrationReport {
    // Most openings find everything in place: look without taking the write lock.
    if try isDone(connection) { return MigrationReport() }
    for _ in 0..<8 {
      let before = try connection.dataVersion()
      let backup = try needsBackup(connection) ? makeBackup(connection) : nil
      do {
        let report: MigrationReport? = try connection.transaction(.immediate) {
          if try isDone(connection) { return MigrationReport() }
          // Someone wrote after the backup was made.
          guard try backup == nil || connection.dataVersion() == before else { return nil }
          return try migrate(connection)
        }
        connection.forgetStatements()
        if var report {
          if report.stages.isEmpty { remove(backup) } else { report.backupPath = backup }
          return report
        }
        remove(backup)
      } catch {
        // The store is as it was, so its copy is of no use.
        connection.forgetStatements()
        remove(backup)
        throw error
      }
    }
    throw StoreError.migrationFailed(
      path: path, from: "its version", to: targetVersion?.description ?? "the models",
      reason: "other programs kept writing to it")
  }

  /// Runs everything and takes it back.
  func rehearse(_ connection: Connection) throws -> MigrationReport {
    if try isDone(connection) { return MigrationReport() }
    defer { connection.forgetStatements() }
    return try connection.rehearsal { try migrate(connection) }
  }

  private func isDone(_ connection: Connection) throws -> Bool {
    guard try targetLayout.isPrepared(connection) else { return false }
    guard let targetVersion else { return true }
    return try StoreVersion.read(connection) == targetVersion
  }

  // MARK: Stages

  private func migrate(_ connection: Connection) throws -> MigrationReport {
    var report = MigrationReport()
    for stage in try pendingStages(connection) {
      let before = try TableShapes(connection)
      do {
        try run(stage, connection)
      } catch {
        throw StoreError.migrationFailed(
          path: path, from: stage.from.versionIdentifier.description,
          to: stage.to.versionIdentifier.description, reason: "\(error)")
      }
      report.stages.append(
        MigrationReport.Stage(
          from: stage.from.versionIdentifier, to: stage.to.versionIdentifier,
          isCustom: stage.isCustom, tables: try before.changes(to: TableShapes(connection))))
      try StoreVersion.write(stage.to.versionIdentifier, connection)
    }
    let before = try TableShapes(connection)
    let version = try StoreVersion.read(connection)
    if try !targetLayout.isPrepared(connection) {
      try targetLayout.bring(connection)
      let tables = try before.changes(to: TableShapes(connection))
      report.stages.append(
        MigrationReport.Stage(from: version, to: targetVersion, isCustom: false, tables: tables))
    }
    // Models without a version may have changed the shape: it is recognized by its tables then.
    if version != targetVersion { try StoreVersion.write(targetVersion, connection) }
    return report
  }

  /// The stages from the store's version to the last of the plan.
  private func pendingStages(_ connection: Connection) throws -> [MigrationStage] {
    guard let plan, try !targetLayout.isEmpty(connection) else { return [] }
    let versions = plan.schemas
    guard let place = try place(in: versions, connection) else {
      let found = try StoreVersion.read(connection).map { "version \($0)" } ?? "no known version"
      throw StoreError.unknownVersion(
        path: path, found: found, known: versions.map { "\($0.versionIdentifier)" })
    }
    return try zip(versions[place...], versions[(place + 1)...]).map { from, to in
      guard let stage = plan.stages.first(where: { $0.from == from && $0.to == to }) else {
        throw StoreError.migrationFailed(
          path: path, from: "\(from.versionIdentifier)", to: "\(to.versionIdentifier)",
          reason: "the plan has no stage between them")
      }
      return stage
    }
  }

  /// Which version the store has: as it says, else the last whose tables it has.
  private func place(
    in versions: [any VersionedSchema.Type], _ connection: Connection
  ) throws -> Int? {
    if let version = try StoreVersion.read(connection) {
      return versions.firstIndex { $0.versionIdentifier == version }
    }
    return try versions.lastIndex { version in
      try layout(of: version).hasColumns(connection)
    }
  }

  private func layout(of version: any VersionedSchema.Type) throws -> StoreLayout {
    StoreLayout(try ResolvedSchema.of(version.models), location)
  }

  private func run(_ stage: MigrationStage, _ connection: Connection) throws {
    let (old, new) = (try layout(of: stage.from), try layout(of: stage.to))
    // A store that says its version may still lack a column that came without a new version.
    if try !old.isPrepared(connection) { try old.bring(connection) }
    switch stage {
    case .lightweight:
      try new.bring(connection)
    case .custom(_, _, let willMigrate, let didMigrate):
      try run(willMigrate, stage.from, old, connection, hasOldRows: false)
      for table in old.tableNames {
        let copy = quoted(OldRows.prefix + table)
        try connection.execute("CREATE TABLE \(copy) AS SELECT * FROM \(quoted(table))")
        if try connection.columns(of: table).contains("_id") {
          try connection.execute(
            "CREATE INDEX \(quoted(OldRows.prefix + table + ".id")) ON \(copy) (_id)")
        }
      }
      try new.bring(connection, isCustom: true)
      try run(didMigrate, stage.to, new, connection, hasOldRows: true)
      for table in old.tableNames {
        try connection.execute("DROP TABLE \(quoted(OldRows.prefix + table))")
      }
      try new.makeIndexes(connection)
    }
    for table in Set(old.tableNames).subtracting(new.tableNames).sorted() {
      try connection.execute("DROP TABLE \(quoted(table))")
    }
  }

  private func run(
    _ block: ((ModelContext) throws -> Void)?, _ version: any VersionedSchema.Type,
    _ layout: StoreLayout, _ connection: Connection, hasOldRows: Bool
  ) throws {
    guard let block else { return }
    connection.forgetStatements()
    let container = ModelContainer(
      Schema(versionedSchema: version), [ModelConfiguration(url: URL(fileURLWithPath: path))],
      try Store(layout.schema, migrating: connection, location))
    let context = ModelContext(container)
    context.core?.hasOldRows = hasOldRows
    try block(context)
    try context.save()
    connection.forgetStatements()
  }

  // MARK: The copy beside the store

  private func needsBackup(_ connection: Connection) throws -> Bool {
    guard case .file = location else { return false }
    return try pendingStages(connection).contains { $0.isCustom }
  }

  private func makeBackup(_ connection: Connection) throws -> String {
    let version = try StoreVersion.read(connection)?.description ?? "unversioned"
    var copy = "\(path).backup-\(version)"
    var number = 2
    while FileManager.default.fileExists(atPath: copy) {
      copy = "\(path).backup-\(version)-\(number)"
      number += 1
    }
    _ = try connection.rows("VACUUM INTO ?", [.text(copy)])
    try ExternalFiles(location)?.link(to: copy)
    return copy
  }

  private func remove(_ backup: String?) {
    // One that stays does no harm, and the failure that led here is the one to tell of.
    guard let backup else { return }
    unlink(backup)
    ExternalFiles(.file(backup))?.removeAll()
  }
}
