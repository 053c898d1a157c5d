/// The models of a program as they were at one time of its life.
public protocol VersionedSchema: SendableMetatype {
  /// The version; later ones are greater.
  static var versionIdentifier: Schema.Version { get }
  /// The models of that version, under the names they had.
  static var models: [any PersistentModel.Type] { get }
}

/// The way from each version of a program's models to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// One stage for each version but the first.
  static var stages: [MigrationStage] { get }
}

/// One step from a version of the models to the next.
public enum MigrationStage: Sendable {
  /// Models, properties and relationships that come or go, and those with an `originalName`.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// Anything else: `willMigrate` sees the old models, `didMigrate` the new ones and, by
  /// ``ModelContext/oldRow(of:)`` and ``ModelContext/oldRows(of:)``, the old rows beside them.
  ///
  /// What a block leaves pending is saved. A new property that is neither optional nor has a default is
  /// empty or zero until `didMigrate` sets it; one that changed its type has what SQLite makes of
  /// the old value; a property that became unique is only checked after `didMigrate`.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)

  var from: any VersionedSchema.Type {
    switch self {
    case .lightweight(let from, _), .custom(let from, _, _, _): from
    }
  }

  var to: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let to), .custom(_, let to, _, _): to
    }
  }

  var isCustom: Bool {
    switch self {
    case .lightweight: false
    case .custom: true
    }
  }
}

extension Schema {
  /// A version of a program's models, as three numbers.
  public struct Version: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// Takes the three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    init?(_ text: String) {
      let numbers = text.split(separator: ".").compactMap { Int($0) }
      guard numbers.count == 3 else { return nil }
      self.init(numbers[0], numbers[1], numbers[2])
    }

    /// Orders by the first number that differs.
    public static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// As in `1.0.0`.
    public var description: String { "\(major).\(minor).\(patch)" }
  }

  /// Lists the models of a version.
  public init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }
}
