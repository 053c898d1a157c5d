import Foundation
import SQLite

/// A store and the models it keeps, from which contexts are made.
public final class ModelContainer: Sendable {
  /// The models as they were given.
  public let schema: Schema
  /// Where they are kept.
  public let configurations: [ModelConfiguration]
  /// The plan that brings older stores to the models' shape.
  public let migrationPlan: (any SchemaMigrationPlan.Type)?
  let store: Store

  @MainActor private var main: ModelContext?

  /// Opens the store, makes it where there is none, or brings an older one to the models' shape.
  ///
  /// Without a plan, models, properties and relationships may come and go, and those with an
  /// `originalName` keep their values. With one, all its stages from the store's version on run in one
  /// transaction; before a custom stage a copy of the store is made beside it, see ``migration``.
  ///
  /// - Parameters:
  ///   - schema: The models, of the plan's last version.
  ///   - migrationPlan: The way from older versions.
  ///   - configurations: Where the models are kept, at most one; in the user's data folder unless said.
  /// - Throws: ``StoreError`` where the file is no store, is damaged or newer, or cannot be brought to
  ///   the models' shape. The file is then as it was.
  public init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    self.schema = schema
    self.migrationPlan = migrationPlan
    let configuration = try Self.only(configurations, schema)
    self.configurations = [configuration]
    store = try Store(
      schema, migrationPlan, configuration.location, allowsSave: configuration.allowsSave,
      keepsHistory: configuration.keepsHistory)
  }

  /// A container of a store that is open already.
  init(_ schema: Schema, _ configurations: [ModelConfiguration], _ store: Store) {
    self.schema = schema
    migrationPlan = nil
    self.configurations = configurations
    self.store = store
  }

  private static func only(
    _ configurations: [ModelConfiguration], _ schema: Schema
  ) throws -> ModelConfiguration {
    if configurations.count > 1 {
      throw StoreError.invalidSchema(
        model: schema.models.map { $0._$description.name }.joined(separator: ", "),
        reason: "one container keeps its models in one store, and was given several")
    }
    return configurations.first ?? ModelConfiguration()
  }

  /// What was done to the store when it was opened; no stages where it had the models' shape.
  public var migration: MigrationReport { store.migration }

  /// Runs what opening a store would run, and takes it all back: a dry run.
  ///
  /// The blocks of custom stages run too; what they do outside the store stays.
  ///
  /// - Parameters:
  ///   - schema: The models, of the plan's last version.
  ///   - migrationPlan: The way from older versions.
  ///   - configurations: Where the models are kept.
  /// - Returns: What would be done; no stages where there is no store yet.
  /// - Throws: What opening the store would throw.
  public static func rehearseMigration(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws -> MigrationReport {
    let configuration = try only(configurations, schema)
    guard case .file(let path) = configuration.location,
      FileManager.default.fileExists(atPath: path)
    else { return MigrationReport() }
    return try Store.rehearseMigration(schema, migrationPlan, configuration.location)
  }

  /// Opens the store, makes it where there is none, or brings an older one to the models' shape.
  public convenience init(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(models), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens the store of models that are listed with their version.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Moves all that was saved into the store's one file: it may be copied then, or looked at from
  /// outside.
  ///
  /// - Returns: False where a context, or another program, reads or writes just now; then some of it
  ///   may still be in the log beside the file.
  /// - Throws: ``StoreError`` where the file cannot be written.
  @discardableResult
  public func checkpoint() throws -> Bool { try store.checkpoint() }

  /// The context of the main actor, whose ``ModelContext/autosaveEnabled`` is true.
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(mainOf: self)
    main = context
    return context
  }

  /// Saves what is pending in the main context, unless that is told not to: the moment of saving for a
  /// program that comes to rest.
  @MainActor public func autosave() throws { try main?.autosave() }
}
