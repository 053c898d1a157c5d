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

  /// Relationships whose objects are loaded together with those of the fetch, by one more query each.
  public var relationshipKeyPathsForPrefetching: [any PartialKeyPath<Model> & Sendable] = []
  /// Accepted from code that names the properties it is to read.
  ///
  /// An object is always read whole, but for large data that lies in files, which always waits until it is
  /// asked for. ``ModelContext/fetchValues(_:_:)`` reads single properties.
  public var propertiesToFetch: [any PartialKeyPath<Model> & Sendable] = []
  /// Whether what is pending in the context is seen as if it were saved.
  public var includePendingChanges = true

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
