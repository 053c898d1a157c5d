public import Foundation

extension ModelContext {
  /// Posted before a context with changes saves; its `object` is the context.
  public static let willSave = Notification.Name("ModelStore.ModelContext.willSave")
  /// Posted after a context saved; its `object` is the context, its `userInfo` says which rows.
  public static let didSave = Notification.Name("ModelStore.ModelContext.didSave")

  /// What the `userInfo` of ``didSave`` holds, by raw value: each is an array of
  /// ``PersistentIdentifier``.
  public enum NotificationKey: String, Sendable {
    /// The rows that are new.
    case insertedIdentifiers
    /// The rows whose properties changed.
    case updatedIdentifiers
    /// The rows that are gone, those that delete rules took along included.
    case deletedIdentifiers
  }

  func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  func postDidImport(_ rows: [ImportedRows]) {
    let store = store.identifier
    let inserted = rows.flatMap { rows in
      rows.ids.map { id in
        PersistentIdentifier(entityName: rows.entity.name, storeIdentifier: store, key: .saved(id))
      }
    }
    let none: [PersistentIdentifier] = []
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.insertedIdentifiers.rawValue: inserted,
        NotificationKey.updatedIdentifiers.rawValue: none,
        NotificationKey.deletedIdentifiers.rawValue: none,
      ])
  }

  func postDidSave(
    _ arrived: [any PersistentModel], _ altered: [any PersistentModel], _ flush: Flush
  ) {
    // An object that became another's row is an update of that row.
    let adopted = Set(flush.adopted.map { ObjectIdentifier($0) })
    var (inserted, updated): ([PersistentIdentifier], [PersistentIdentifier]) = ([], [])
    inserted.reserveCapacity(arrived.count)
    for object in arrived where !object._$record.isDeleted {
      let identifier = object._$record.identifier(of: object)
      if !adopted.isEmpty, adopted.contains(ObjectIdentifier(object)) {
        updated.append(identifier)
      } else {
        inserted.append(identifier)
      }
    }
    updated += altered.map { $0._$record.identifier(of: $0) }
    let store = flush.core.store.identifier
    let deleted = flush.deletion.doomed.map { entity, id in
      PersistentIdentifier(entityName: entity.name, storeIdentifier: store, key: .saved(id))
    }
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.insertedIdentifiers.rawValue: inserted,
        NotificationKey.updatedIdentifiers.rawValue: updated,
        NotificationKey.deletedIdentifiers.rawValue: deleted,
      ])
  }
}
