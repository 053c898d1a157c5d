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
  /// The properties that are read with each object; none for all.
  ///
  /// The others are read, all at once and by one more query for the object, when one of them is asked for
  /// or any is set. What relationships lead to is loaded when it is asked for in any case, and so are
  /// large data that lie in files. A fetch in batches reads whole objects.
  /// ``ModelContext/fetchValues(_:_:)`` reads single properties without objects.
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
