import Foundation
import SQLite

// One function for each kind of type; the compiler chooses, the macro need not know the types.
extension ModelProperty {
  /// A property without a place in the store.
  public static func computed<Owner: PersistentModel, Value>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>
  ) -> ModelProperty { ModelProperty(name: name, keyPath: keyPath, kind: .computed) }

  /// A property that was left out of the store.
  public static func transient<Owner: PersistentModel, Value>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>
  ) -> ModelProperty { ModelProperty(name: name, keyPath: keyPath, kind: .transient) }

  /// The name of the row, under one of its two names.
  public static func identifier<Owner: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<Owner, PersistentIdentifier>
  ) -> ModelProperty { ModelProperty(name: name, keyPath: keyPath, kind: .identifier) }

  /// A value kept as it is, with plain storage.
  public static func stored<Owner: PersistentModel, Value: ColumnValue>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>, default value: (() -> Value)? = nil,
    options: [Schema.Attribute.Option] = [], originalName: String? = nil
  ) -> ModelProperty {
    attribute(
      name, keyPath, .plain, Value._sqlType, isOptional: Value._isOptional, options, originalName,
      value.map { value in { value()._sqlValue } })
  }

  /// A value kept as it is, with a slot.
  public static func stored<Owner: PersistentModel, Value: ColumnValue>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>,
    default value: (() -> Value)? = nil, options: [Schema.Attribute.Option] = [],
    originalName: String? = nil
  ) -> ModelProperty {
    stored(name, keyPath, default: value, options: options, originalName: originalName)
  }

  /// A value kept as its raw value.
  public static func stored<Owner: PersistentModel, Value: RawRepresentable>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>,
    default value: (() -> Value)? = nil, options: [Schema.Attribute.Option] = [],
    originalName: String? = nil
  ) -> ModelProperty where Value.RawValue: ColumnValue {
    attribute(
      name, keyPath, .raw, Value.RawValue._sqlType, isOptional: false, options, originalName,
      value.map { value in { value().rawValue._sqlValue } }, isRawValue: isRawValue(Value.self))
  }

  /// A value kept as its raw value, or NULL.
  public static func stored<Owner: PersistentModel, Value: RawRepresentable>(
    _ name: String, _ keyPath: KeyPath<Owner, Value?>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value?>>,
    default value: (() -> Value?)? = nil, options: [Schema.Attribute.Option] = [],
    originalName: String? = nil
  ) -> ModelProperty where Value.RawValue: ColumnValue {
    attribute(
      name, keyPath, .raw, Value.RawValue._sqlType, isOptional: true, options, originalName,
      value.map { value in { value()?.rawValue._sqlValue ?? .null } },
      isRawValue: isRawValue(Value.self))
  }

  /// A value kept as JSON.
  @_disfavoredOverload
  public static func stored<Owner: PersistentModel, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>,
    default value: (() -> Value)? = nil, options: [Schema.Attribute.Option] = [],
    originalName: String? = nil
  ) -> ModelProperty {
    json(name, keyPath, value, options, originalName) { text in
      try JSONText.decode(Value.self, from: text)
    }
  }

  /// A value kept as JSON because the model says so.
  public static func stored<Owner: PersistentModel, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>,
    _ storage: ReferenceWritableKeyPath<Owner, Slot<Value>>, asCodable: Bool,
    default value: (() -> Value)? = nil, options: [Schema.Attribute.Option] = [],
    originalName: String? = nil
  ) -> ModelProperty {
    json(name, keyPath, value, options, originalName, decode: nil)
  }

  private static func json<Owner: PersistentModel, Value: Codable>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>, _ value: (() -> Value)?,
    _ options: [Schema.Attribute.Option], _ originalName: String?, decode: JSONMembers.Decode?
  ) -> ModelProperty {
    attribute(
      name, keyPath, .json, "TEXT", isOptional: Value.self is any ExpressibleByNilLiteral.Type,
      options, originalName,
      value.map { value in
        {
          let text = try JSONText.encode(value())
          return text == "null" ? .null : .text(text)
        }
      }, decode: decode)
  }

  private static func attribute<Owner: PersistentModel, Value>(
    _ name: String, _ keyPath: KeyPath<Owner, Value>, _ form: AttributeShape.Form,
    _ sqlType: String,
    isOptional: Bool, _ options: [Schema.Attribute.Option], _ originalName: String?,
    _ defaultValue: (() throws -> SQLValue)?, isRawValue: ((AnyKeyPath) -> Bool)? = nil,
    decode: JSONMembers.Decode? = nil
  ) -> ModelProperty {
    let isExternal =
      options.contains(.externalStorage) && (Value.self == Data.self || Value.self == Data?.self)
    var property = ModelProperty(
      name: name, keyPath: keyPath,
      kind: .attribute(
        AttributeShape(
          form: isExternal ? .external : form, sqlType: sqlType, isOptional: isOptional,
          defaultValue: defaultValue, isRawValue: isRawValue, decode: decode)))
    property.originalName = originalName
    property.isExternal = isExternal
    property.isUnique = options.contains(.unique)
    property.announce = announcement(keyPath)
    return property
  }

  /// Whether a key path of a type is its `rawValue`.
  ///
  /// One in generic code differs from one of the type itself, so it is known by its name where it is
  /// stored, and by what it gives for all cases of an enum.
  private static func isRawValue<Value: RawRepresentable>(
    _ type: Value.Type
  ) -> (AnyKeyPath) -> Bool where Value.RawValue: ColumnValue {
    { keyPath in
      guard let path = keyPath as? KeyPath<Value, Value.RawValue> else { return false }
      if "\(path)".hasSuffix(".rawValue") { return true }
      guard let all = allCases(of: type) else {
        return false
      }
      let values = all.compactMap { $0 as? Value }
      return !values.isEmpty
        && values.allSatisfy { $0[keyPath: path]._sqlValue == $0.rawValue._sqlValue }
    }
  }

  private static func allCases(of type: Any.Type) -> [Any]? {
    func all<Value: CaseIterable>(_ type: Value.Type) -> [Any] { Value.allCases.map { $0 } }
    return (type as? any CaseIterable.Type).map { all($0) }
  }
}
