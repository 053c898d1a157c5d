import Foundation
public import Observation

/// A class whose objects a store keeps.
///
/// Conformances are written by ``Model()``.
///
/// Two model objects are equal when they are the same object; one context never makes two objects
/// of one row.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// What the store knows of the class; written by the macro.
  static var _$description: ModelDescription { get }
  /// The object's standing with its context; written by the macro.
  var _$record: ModelRecord { get }
  /// Makes an object of a row; written by the macro.
  init(_$row row: inout RowReader) throws
  /// Reads every property again; written by the macro.
  func _$reload(from row: inout RowReader) throws
  /// Writes every column in order; written by the macro.
  func _$bind(into row: inout RowWriter)
  /// Writes the column of one property; written by the macro.
  func _$bind(_ index: Int, into row: inout RowWriter)
}

extension PersistentModel {
  /// Names the row of this object; other for an object that was never saved.
  public var persistentModelID: PersistentIdentifier { _$record.identifier(of: self) }

  /// Names the row of this object.
  public var id: PersistentIdentifier { persistentModelID }

  /// The context this object belongs to; nil before it is inserted, once its deletion was saved, and
  /// once the context is gone.
  public var modelContext: ModelContext? {
    _$record.isDeleted && !_$record.isDeletePending ? nil : _$record.core?.context
  }

  /// Whether it was deleted from its context; it then keeps its last values.
  public var isDeleted: Bool { _$record.isDeleted }

  /// Whether it differs from its row: inserted, changed or deleted since the last save.
  public var hasChanges: Bool {
    _$record.core != nil && (_$record.isInserted || _$record.isDirty || _$record.isDeletePending)
  }

  /// Whether two are the same object.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
