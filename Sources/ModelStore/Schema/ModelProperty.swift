import SQLite

/// One property of a model, as the code that ``Model()`` writes describes it.
public struct ModelProperty: @unchecked Sendable {
  // Unchecked because key paths are not declared Sendable; these have no captures, and the closures
  // only use what they are given.
  let name: String
  let keyPath: AnyKeyPath
  let kind: Kind
  /// The name in files written before the property was renamed.
  var originalName: String?
  var isUnique = false
  /// Whether large values lie in files of their own.
  var isExternal = false
  /// Tells observers of an object that the property may have changed.
  var announce: ((any PersistentModel) -> Void)?

  enum Kind {
    case attribute(AttributeShape)
    case toOne(ToOneShape)
    case toMany(ToManyShape)
    /// In Swift alone: it has a getter and no storage.
    case computed
    /// In Swift alone: marked `@Transient`.
    case transient
    /// The name of the row.
    case identifier
  }

  /// Whether it has storage of its own in an object.
  var isStored: Bool {
    switch kind {
    case .attribute, .toOne, .toMany: true
    case .computed, .transient, .identifier: false
    }
  }

  /// The declaration of its column without the name; nil where it has none.
  var columnType: String? {
    switch kind {
    case .attribute(let shape): shape.sqlType + (shape.isOptional ? "" : " NOT NULL")
    // Not NOT NULL where the target is required: within a save a row may be written before its
    // target; the save checks it.
    case .toOne: "INTEGER"
    case .toMany, .computed, .transient, .identifier: nil
    }
  }
}

/// How an attribute lies in its column.
struct AttributeShape {
  /// What the value in the column is.
  enum Form { case plain, raw, json, external }

  let form: Form
  let sqlType: String
  let isOptional: Bool
  /// The value for rows that were there before the property.
  let defaultValue: (() throws -> SQLValue)?
  /// Whether a key path leads from the value to its raw value.
  var isRawValue: ((AnyKeyPath) -> Bool)?
  /// Makes the value of its JSON; nil where its members are not to be asked for.
  var decode: JSONMembers.Decode?
}

/// How to reach a relationship to one object, whatever the types.
struct ToOneShape {
  enum State {
    case object(any PersistentModel)
    case reference(Int64)
    case none
  }

  let target: any PersistentModel.Type
  let isRequired: Bool
  let options: RelationshipOptions
  let read: (any PersistentModel) -> State
  /// Sets the storage and tells observers; nothing else follows.
  let write: (any PersistentModel, (any PersistentModel)?) -> Void
  /// Keeps no more than the row id of the target, which is the same object as before.
  let refer: (any PersistentModel, Int64) -> Void
  /// Loads the target where it is not.
  let settle: (any PersistentModel) -> Void
}

/// How to reach a relationship to many objects, whatever the types.
struct ToManyShape {
  let target: any PersistentModel.Type
  let options: RelationshipOptions
  /// The objects; nil where they were not loaded.
  let read: (any PersistentModel) -> [any PersistentModel]?
  /// Sets the objects as they were read; nobody is told.
  let fill: (any PersistentModel, [any PersistentModel]) -> Void
  /// Whether the objects are loaded; quicker than to read them.
  let isLoaded: (any PersistentModel) -> Bool
  /// Adds an object to those loaded, at the end.
  let append: (any PersistentModel, any PersistentModel) -> Void
  /// Takes an object from those loaded.
  let remove: (any PersistentModel, any PersistentModel) -> Void
  /// Lets go of the objects, which are read again when they are asked for.
  let unload: (any PersistentModel) -> Void
}
