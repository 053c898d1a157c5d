/// The arguments of ``Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)``,
/// as the code that ``Model()`` writes passes them on.
public struct RelationshipOptions: @unchecked Sendable {
  // Unchecked because a key path is not declared Sendable; one without captures is immutable.
  let deleteRule: Schema.Relationship.DeleteRule
  let isUnique: Bool
  let originalName: String?
  let inverse: AnyKeyPath?
  /// How many objects there must be, and may be; 0 for any number.
  let minimum: Int
  let maximum: Int

  /// Takes the arguments of the macro.
  public init(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
    inverse: AnyKeyPath? = nil, hashModifier: String? = nil
  ) {
    self.deleteRule = deleteRule
    self.originalName = originalName
    self.inverse = inverse
    minimum = minimumModelCount ?? 0
    maximum = maximumModelCount ?? 0
    isUnique = options.contains(.unique)
  }
}
