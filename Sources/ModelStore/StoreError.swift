public import SQLite

/// What the store cannot do, and why.
public enum StoreError: Error, Sendable {
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// The file is there and is no database, or one of another program.
  case notAStore(path: String)
  /// The file is damaged. Nothing was changed.
  case corrupt(path: String, reason: String)
  /// The file was written by a later version of ModelStore.
  case newerFormat(path: String, found: Int, supported: Int)
  /// The file was written by a later version of the models. Nothing was changed.
  case newerSchema(path: String, found: String, supported: String)
  /// The file's models are of none of the plan's versions.
  case unknownVersion(path: String, found: String, known: [String])
  /// A stage of a migration failed. The file is as it was.
  case migrationFailed(path: String, from: String, to: String, reason: String)
  /// Old rows were asked for outside a migration.
  case notMigrating
  /// The file's tables cannot be brought to the models' shape without losing or inventing data.
  case incompatibleSchema(model: String, reason: String)
  /// The models themselves cannot be kept.
  case invalidSchema(model: String, reason: String)
  /// The model is not one of the container's.
  case unknownModel(String)
  /// A predicate or a sort uses a property that has no column to ask.
  case unsupportedProperty(model: String, property: String, reason: String, available: [String])
  /// A predicate uses an expression that has no form in SQL.
  case unsupportedPredicate(model: String, expression: String, reason: String)
  /// A sort does not follow a property of the model.
  case unsupportedSort(model: String, reason: String, available: [String])
  /// A column holds what its property's type cannot be made of.
  case invalidValue(model: String, property: String, value: String, type: String)
  /// A relationship that must lead somewhere does not.
  case missingTarget(model: String, property: String)
  /// A changed object has the unique values of another row.
  case notUnique(model: String, properties: [String])
  /// A property that must have a value was saved with none: a number that is not a number.
  case missingValue(model: String, property: String)
  /// A relationship leads to fewer or more objects than it may.
  case relationshipCount(model: String, property: String, count: Int, minimum: Int, maximum: Int)
  /// A delete rule `.deny` stands against a deletion.
  case deletionDenied(model: String, property: String)
  /// The object belongs to another context, or to none.
  case foreignObject(model: String)
  /// The configuration does not allow saving.
  case savingNotAllowed
  /// A query was used without a context.
  case missingContext
  /// A statement that reads would write.
  case readOnlySQL(String)
  /// Something is pending that a statement that writes would not see.
  case pendingChanges
  /// A file beside the store cannot be written or read.
  case externalFile(path: String, reason: String)
  /// SQLite failed.
  case database(SQLiteError)
}

extension StoreError: CustomStringConvertible {
  /// What is wrong, with the names that matter and what there is instead.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open the store \(path): \(reason)"
    case .notAStore(let path): "\(path) is not a store of models; it was left as it is"
    case .corrupt(let path, let reason): "the store \(path) is damaged: \(reason)"
    case .newerFormat(let path, let found, let supported):
      "the store \(path) has format \(found), and this program knows formats up to \(supported)"
    case .newerSchema(let path, let found, let supported):
      """
      the store \(path) has models of version \(found), and this program knows them up to \
      \(supported); it was left as it is
      """
    case .unknownVersion(let path, let found, let known):
      """
      the store \(path) has \(found), and the migration plan begins at one of \
      \(known.joined(separator: ", ")): add a VersionedSchema with the models it was written by
      """
    case .migrationFailed(let path, let from, let to, let reason):
      "the store \(path) was not migrated from \(from) to \(to), and is as it was: \(reason)"
    case .notMigrating:
      "old rows can be read in the didMigrate of a custom stage, and nowhere else"
    case .incompatibleSchema(let model, let reason):
      "the stored \(model) cannot be brought to its present shape: \(reason)"
    case .invalidSchema(let model, let reason): "\(model) cannot be stored: \(reason)"
    case .unknownModel(let name): "\(name) is not one of the container's models"
    case .unsupportedProperty(let model, let property, let reason, let available):
      "\(model).\(property) \(reason); stored in \(model): \(available.joined(separator: ", "))"
    case .unsupportedPredicate(let model, let expression, let reason):
      "a predicate on \(model) uses \(expression), \(reason)"
    case .unsupportedSort(let model, let reason, let available):
      "\(model) cannot be sorted: \(reason); stored in \(model): \(available.joined(separator: ", "))"
    case .invalidValue(let model, let property, let value, let type):
      "\(model).\(property) holds \(value), of which no \(type) can be made"
    case .missingTarget(let model, let property):
      "\(model).\(property) must lead to an object and does not"
    case .notUnique(let model, let properties):
      """
      another \(model) has the same \(properties.joined(separator: " and ")): change one of the two, \
      or delete one and save first
      """
    case .missingValue(let model, let property):
      "\(model).\(property) must have a value, and is not a number"
    case .relationshipCount(let model, let property, let count, let minimum, let maximum):
      """
      \(model).\(property) leads to \(count) objects, and must lead to \
      \(minimum > 0 ? "\(minimum) at least" : "")\(minimum > 0 && maximum > 0 ? " and " : "")\
      \(maximum > 0 ? "\(maximum) at most" : "")
      """
    case .deletionDenied(let model, let property):
      "a \(model) cannot be deleted while its \(property) is not empty"
    case .foreignObject(let model):
      "a \(model) of another context was used: look it up here by its persistentModelID"
    case .savingNotAllowed: "the store's configuration does not allow saving"
    case .missingContext: "a query was read before a context ran it"
    case .readOnlySQL(let sql):
      "this is no statement that only reads; say allowsWriting: true if it is to write: \(sql)"
    case .pendingChanges: "save or roll back what is pending before SQL writes to the store"
    case .externalFile(let path, let reason):
      "the file \(path), which has a value of the store, cannot be used: \(reason)"
    case .database(let error): error.description
    }
  }
}

extension StoreError {
  /// Whether the store's file itself is at fault, so that a new store would do where its content can
  /// be had again.
  public var isOfTheFile: Bool {
    switch self {
    case .notAStore, .corrupt, .newerFormat, .newerSchema, .incompatibleSchema, .invalidValue,
      .missingTarget:
      true
    case .database(let error): error.isCorrupt || error.isNotADatabase
    default: false
    }
  }
}
