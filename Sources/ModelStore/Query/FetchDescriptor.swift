public import Foundation

/// What to fetch: which objects, in which order, how many.
public struct FetchDescriptor<Model: PersistentModel>: Sendable {
  /// Which objects; nil for all.
  public var predicate: Predicate<Model>?
  /// The order, the first being the main one.
  ///
  /// Objects that are equal in all come in the order they
  /// were first saved.
  public var sortBy: [SortDescriptor<Model>]
  /// How many at most; nil for all.
  public var fetchLimit: Int?
  /// How many to leave out at the beginning.
  public var fetchOffset: Int?

  /// Describes a fetch.
  public init(
    predicate: Predicate<Model>? = nil, sortBy: [SortDescriptor<Model>] = [],
    fetchLimit: Int? = nil, fetchOffset: Int? = nil
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
    self.fetchLimit = fetchLimit
    self.fetchOffset = fetchOffset
  }
}
