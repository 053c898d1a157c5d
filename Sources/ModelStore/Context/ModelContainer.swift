import Foundation
import SQLite

/// A store and the models it keeps, from which contexts are made.
public final class ModelContainer: Sendable {
  /// The models as they were given.
  public let schema: Schema
  /// Where they are kept.
  public let configurations: [ModelConfiguration]
  let store: Store

  @MainActor private var main: ModelContext?

  /// Opens the store, makes it where there is none, or brings an older one to the models' shape.
  ///
  /// - Throws: ``StoreError`` where the file is no store, is damaged or newer, or cannot be brought to
  ///   the models' shape. The file is then as it was.
  public init(for schema: Schema, configurations: [ModelConfiguration] = []) throws {
    self.schema = schema
    let configuration = configurations.first ?? ModelConfiguration()
    self.configurations = [configuration]
    if configurations.count > 1 {
      throw StoreError.invalidSchema(
        model: schema.models.map { $0._$description.name }.joined(separator: ", "),
        reason: "one container keeps its models in one store, and was given several")
    }
    store = try Store(
      ResolvedSchema(schema.models),
      configuration.isStoredInMemoryOnly ? .memory : .file(configuration.url.path),
      allowsSave: configuration.allowsSave)
  }

  /// Opens the store, makes it where there is none, or brings an older one to the models' shape.
  public convenience init(
    for models: any PersistentModel.Type..., configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(models), configurations: configurations)
  }

  /// The context of the main actor.
  @MainActor public var mainContext: ModelContext {
    if let main { return main }
    let context = ModelContext(self)
    main = context
    return context
  }
}
