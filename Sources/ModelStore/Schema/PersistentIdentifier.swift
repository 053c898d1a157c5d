/// Names one row of one store, and may be passed to any task, which looks the object up in a context
/// of its own.
public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
  enum Key: Hashable, Codable, Sendable {
    case saved(Int64)
    /// Of an object that was never saved: valid in this process, while the object lives.
    case temporary(UInt)
  }

  /// The name of the model.
  public let entityName: String
  /// The store's file, or a name of its own for one in memory; nil before the first save.
  public let storeIdentifier: String?
  let key: Key

  /// The identifier itself.
  public var id: PersistentIdentifier { self }

  /// Orders by model, then by age of the row.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    guard left.entityName == right.entityName else { return left.entityName < right.entityName }
    return left.order < right.order
  }

  private var order: (Int, UInt64) {
    switch key {
    case .saved(let row): (0, UInt64(bitPattern: row))
    case .temporary(let address): (1, UInt64(address))
    }
  }
}
