public import Foundation

/// What a ``Query`` can give: an array, or sections.
public protocol QueryResults {
  /// The model that is fetched.
  associatedtype Model: PersistentModel
  /// No objects.
  static var _none: Self { get }
}

extension Array: QueryResults where Element: PersistentModel {
  /// The model that is fetched.
  public typealias Model = Element
  /// No objects.
  public static var _none: [Element] { [] }
}

extension SectionedResults: QueryResults {
  /// The model that is fetched.
  public typealias Model = Element
  /// No objects.
  public static var _none: SectionedResults { SectionedResults() }
}

/// Fetches the objects that a page shows.
///
/// A property wrapper for the properties of a page, as in
/// `@Query(sort: \Item.name) private var items: [Item]`. The objects are there once a context has run
/// the page's queries with ``ModelContext/fetchQueries(of:)``.
@propertyWrapper
public struct Query<Value: QueryResults> {
  private let state: QueryState<Value>

  /// The objects; none before a context ran the query.
  ///
  /// After a failure they are those of the last
  /// time that it went well.
  public var wrappedValue: Value { state.value }

  /// Why the last run failed; nil where it went well.
  public var fetchError: (any Error)? { state.error }

  /// The context that ran it.
  public var modelContext: ModelContext? { state.context }

  private init(_ run: @escaping (ModelContext) throws -> Value) {
    state = QueryState(run)
  }
}

/// What a query fetched; a class, so that a page can be run though it is a constant.
private final class QueryState<Value: QueryResults> {
  let run: (ModelContext) throws -> Value
  var value = Value._none
  var error: (any Error)? = StoreError.missingContext
  var context: ModelContext?

  init(_ run: @escaping (ModelContext) throws -> Value) { self.run = run }
}

// MARK: Running

/// A query, whatever it gives.
protocol RunnableQuery {
  func run(in context: ModelContext) throws
}

extension Query: RunnableQuery {
  func run(in context: ModelContext) throws {
    state.context = context
    do {
      state.value = try state.run(context)
      state.error = nil
    } catch {
      state.error = error
      throw error
    }
  }
}

extension ModelContext {
  /// Runs one query of a page; quicker than to look for it among all properties.
  ///
  /// - Throws: What the query throws.
  public func fetchQuery<Value>(_ query: Query<Value>) throws { try query.run(in: self) }

  /// Runs the queries among the properties of a page, so that the page can read their objects.
  ///
  /// - Throws: What the first query that failed threw.
  public func fetchQueries(of page: Any) throws {
    var mirror: Mirror? = Mirror(reflecting: page)
    while let current = mirror {
      for child in current.children {
        if let query = child.value as? any RunnableQuery { try query.run(in: self) }
      }
      mirror = current.superclassMirror
    }
  }
}

// MARK: Arrays

extension Query {
  /// All objects, in the order they were first saved.
  public init<Element>() where Value == [Element] { self.init(FetchDescriptor<Element>()) }

  /// What a descriptor picks.
  public init<Element>(_ descriptor: FetchDescriptor<Element>) where Value == [Element] {
    self.init { try $0.fetch(descriptor) }
  }

  /// What a predicate picks, in an order.
  public init<Element>(
    filter: Predicate<Element>? = nil, sort: [SortDescriptor<Element>] = []
  ) where Value == [Element] {
    self.init(FetchDescriptor(predicate: filter, sortBy: sort))
  }

  /// What a predicate picks, sorted by a property.
  public init<Element, Key: Comparable>(
    filter: Predicate<Element>? = nil, sort: any KeyPath<Element, Key> & Sendable,
    order: SortOrder = .forward
  ) where Value == [Element] {
    self.init(filter: filter, sort: [SortDescriptor(sort, order: order)])
  }

  /// What a predicate picks, sorted by a property, nil before all else.
  public init<Element, Key: Comparable>(
    filter: Predicate<Element>? = nil, sort: any KeyPath<Element, Key?> & Sendable,
    order: SortOrder = .forward
  ) where Value == [Element] {
    self.init(filter: filter, sort: [SortDescriptor(sort, order: order)])
  }
}

// MARK: Sections

extension Query {
  /// What a descriptor picks, in sections, fetched by one statement.
  public init<Element, Title>(
    _ descriptor: FetchDescriptor<Element>, sectionBy: any KeyPath<Element, Title> & Sendable
  ) where Value == SectionedResults<Element, Title> {
    self.init { try $0.fetch(descriptor, sectionBy: sectionBy) }
  }

  /// What a predicate picks, in sections.
  public init<Element, Title>(
    filter: Predicate<Element>? = nil, sort: [SortDescriptor<Element>] = [],
    sectionBy: any KeyPath<Element, Title> & Sendable
  ) where Value == SectionedResults<Element, Title> {
    self.init(FetchDescriptor(predicate: filter, sortBy: sort), sectionBy: sectionBy)
  }

  /// What a predicate picks, in sections, sorted by a property within each.
  public init<Element, Key: Comparable, Title>(
    filter: Predicate<Element>? = nil, sort: any KeyPath<Element, Key> & Sendable,
    order: SortOrder = .forward, sectionBy: any KeyPath<Element, Title> & Sendable
  ) where Value == SectionedResults<Element, Title> {
    self.init(filter: filter, sort: [SortDescriptor(sort, order: order)], sectionBy: sectionBy)
  }

  /// What a predicate picks, in sections, sorted by a property within each, nil before all else.
  public init<Element, Key: Comparable, Title>(
    filter: Predicate<Element>? = nil, sort: any KeyPath<Element, Key?> & Sendable,
    order: SortOrder = .forward, sectionBy: any KeyPath<Element, Title> & Sendable
  ) where Value == SectionedResults<Element, Title> {
    self.init(filter: filter, sort: [SortDescriptor(sort, order: order)], sectionBy: sectionBy)
  }
}

extension ModelContext {
  /// What a descriptor picks, in sections by a property, fetched by one statement.
  ///
  /// Sections are in the order of their titles, objects within each in the descriptor's order.
  public func fetch<Model: PersistentModel, Title: Hashable>(
    _ descriptor: FetchDescriptor<Model>, sectionBy: KeyPath<Model, Title>
  ) throws -> SectionedResults<Model, Title> {
    let objects: [Model] = try fetch(descriptor, sectionBy: sectionBy as AnyKeyPath)
    // The titles are read to cut the sections, not to be shown: whoever observes them must ask again.
    let cut = { SectionedResults(objects) { $0[keyPath: sectionBy] } }
    return core?.withoutObservation(cut) ?? cut()
  }
}
