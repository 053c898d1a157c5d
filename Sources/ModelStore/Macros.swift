@_exported public import Foundation
@_exported public import Observation
// What the store's own API gives out; the rest of SQLite stays inside.
@_exported public import enum SQLite.SQLValue
@_exported public import struct SQLite.SQLiteError

/// Makes a class a model, whose objects a store keeps.
///
/// Every stored `var` becomes a column or a relationship, and observable; reading and writing it
/// stays as it was. What is marked ``Transient()`` is left alone. Its objects belong to one
/// ``ModelContext`` and are not Sendable.
@attached(memberAttribute)
@attached(
  member, conformances: PersistentModel, names: named(_$record), named(_$bind), named(_$reload),
  arbitrary)
@attached(extension, conformances: PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "ModelStoreMacros", type: "ModelMacro")

/// Says more about a stored property.
///
/// - Parameters:
///   - options: Such as `.unique`: saving an object with a value that a row already has updates
///     that row. See ``Schema/Attribute/Option``.
///   - originalName: The name of the property in files written before it was renamed.
///   - hashModifier: Accepted, and without effect.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ModelStoreMacros", type: "MarkerMacro")

/// Says more about a property that leads to another model, or to many of one.
///
/// - Parameters:
///   - options: Such as `.unique`.
///   - deleteRule: What happens to the other side when an object of this one is deleted.
///   - minimumModelCount: How many there must be when it is saved; 0 or nil for any number.
///   - maximumModelCount: How many there may be; 0 or nil for any number.
///   - originalName: The name of the property in files written before it was renamed.
///   - inverse: The property at the other side; found by itself where only one fits.
///   - hashModifier: Accepted, and without effect.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "ModelStoreMacros", type: "MarkerMacro")

/// Leaves a stored property out of the store. It needs a default value or an optional type.
@attached(peer)
public macro Transient() = #externalMacro(module: "ModelStoreMacros", type: "MarkerMacro")

/// Keeps indexes for a model, each over one or more of its stored properties, in that order.
///
/// Stands in the class, as in `#Index<Item>([\.tripID], [\.category, \.name])`. A query that compares
/// the first properties of an index for equality does not read the other rows. Unique properties and
/// relationships have an index anyway.
@freestanding(declaration)
public macro Index<Model: PersistentModel>(_ indexes: [PartialKeyPath<Model>]...) =
  #externalMacro(module: "ModelStoreMacros", type: "IndexMacro")

/// Makes rows unique by one or more stored properties together, each list by itself.
///
/// Stands in the class, as in `#Unique<Item>([\.trip, \.name])`. Saving a new object that agrees with a row in
/// all properties of a list updates that row; nil agrees with nothing. Relationships to one object may
/// be named.
@freestanding(declaration)
public macro Unique<Model: PersistentModel>(_ constraints: [PartialKeyPath<Model>]...) =
  #externalMacro(module: "ModelStoreMacros", type: "IndexMacro")

/// Gives a property that is kept in memory alone its storage; written by ``Model()``.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _EphemeralProperty() =
  #externalMacro(module: "ModelStoreMacros", type: "StoredPropertyMacro")

/// Gives a stored property its storage and its place; written by ``Model()``.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _StoredProperty(_ index: Int) =
  #externalMacro(module: "ModelStoreMacros", type: "StoredPropertyMacro")
