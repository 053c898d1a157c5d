public import Foundation
public import Observation

/// The results of a query that follow every change.
///
/// `SectionTitle` is `Never` where there are no sections. A change in the observer's own context shows
/// at once, saved or not. What another context of the container saves shows with its save, and what
/// another process saves within a tenth of a second.
///
/// It is `Observable`. A change only marks the results as old: they are fetched again when they are
/// read, so a hundred changes cost one query. Where the context belongs to an actor, such as
/// the main actor, the news of other contexts and processes reach it there; else its observers are told by
/// ``ModelContext/processPendingChanges()``, while reading is always up to date.
public final class ResultsObserver<Element: PersistentModel, SectionTitle>: Observable {
  /// The context whose objects it shows.
  public let modelContext: ModelContext
  private let run: (ModelContext) throws -> Results
  private let tables: Set<Int>
  private var value = Results()
  private var isStale = true
  /// The version of the store that the results were fetched from.
  private var fetchedVersion: Int?
  private var error: (any Error)?
  private let registrar = ObservationRegistrar()
  private var watchers: Watchers?
  private var listener: StoreListener?

  /// What was fetched: the objects, and their sections.
  private struct Results {
    var elements: [Element] = []
    var sections: Any?
  }

  private init(
    _ context: ModelContext, _ tables: Set<Int>, _ isolation: (any Actor)?,
    _ run: @escaping (ModelContext) throws -> Results
  ) {
    modelContext = context
    self.run = run
    self.tables = tables
    guard let core = context.core else { return }
    core.observers.append(WeakObserver(self))
    let listener = StoreListener(self, of: core, isolation)
    self.listener = listener
    core.store.add(listener)
    if let isolation { core.watchOthers(on: isolation) }
  }

  deinit { listener?.end() }

  /// The objects, in the descriptor's order; those of the last fetch that went well, where one fails.
  public var results: [Element] {
    note(\.results)
    refresh()
    return value.elements
  }

  /// Why the last fetch failed; nil where it went well.
  public var fetchError: (any Error)? {
    note(\.fetchError)
    refresh()
    return error
  }

  private func note<Value>(_ keyPath: KeyPath<ResultsObserver, Value>) {
    registrar.access(self, keyPath: keyPath)
    guard ObservationTracking.isActive, let observation = ContinuousObservation.current else {
      return
    }
    if watchers == nil { watchers = Watchers() }
    watchers?.add(observation, keyPath)
  }

  private func refresh() {
    do {
      let core = try modelContext.opened.get()
      try core.lookForOthers()
      // A fetch of the same context may have noticed already what others saved.
      guard isStale || fetchedVersion != core.version else { return }
      fetchedVersion = core.version
      value = try run(modelContext)
      error = nil
    } catch {
      self.error = error
    }
    isStale = false
  }
}

extension ResultsObserver: AnyResultsObserver {
  func invalidate(_ table: Int?) {
    guard !isStale, table.map(tables.contains) ?? true else { return }
    registrar.willSet(self, keyPath: \.results)
    registrar.willSet(self, keyPath: \.fetchError)
    isStale = true
    registrar.didSet(self, keyPath: \.results)
    registrar.didSet(self, keyPath: \.fetchError)
    if let watchers { ObservationBatch.changed(\ResultsObserver.results, nil, watchers) }
  }
}

// MARK: Without sections

extension ResultsObserver where SectionTitle == Never {
  /// Observes what a descriptor picks.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: What to show.
  ///   - modelContext: Whose objects to show.
  ///   - isolation: The actor that the context belongs to.
  /// - Throws: ``StoreError`` where the descriptor has no form in SQL.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let query = try SelectQuery(fetchDescriptor, in: modelContext.opened.get().store.schema)
    self.init(modelContext, query.tables, isolation) { context in
      Results(elements: try context.fetch(fetchDescriptor))
    }
  }

  /// Observes what a predicate picks, in an order.
  public convenience init(
    filterBy predicate: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>] = [],
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: FetchDescriptor(predicate: predicate, sortBy: sortBy),
      modelContext: modelContext, isolation: isolation)
  }

  /// Observes what a descriptor picks, in a new context of a container.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: fetchDescriptor, modelContext: ModelContext(modelContainer),
      isolation: isolation)
  }
}

// MARK: With sections

extension ResultsObserver where SectionTitle: Hashable {
  /// Observes what a descriptor picks, in sections by a property.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: What to show, in which order within a section.
  ///   - sectionBy: The property that names the section of an object.
  ///   - modelContext: Whose objects to show.
  ///   - isolation: The actor that the context belongs to.
  /// - Throws: ``StoreError`` where the descriptor or the section has no form in SQL.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element>,
    sectionBy: any KeyPath<Element, SectionTitle> & Sendable,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let query = try SelectQuery(
      fetchDescriptor, sectionBy: sectionBy, in: modelContext.opened.get().store.schema)
    self.init(modelContext, query.tables, isolation) { context in
      let sections = try context.fetch(fetchDescriptor, sectionBy: sectionBy)
      return Results(elements: sections.flatMap { Array($0) }, sections: sections)
    }
  }

  /// Observes what a predicate picks, in sections by a property.
  public convenience init(
    filterBy predicate: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>] = [],
    sectionBy: any KeyPath<Element, SectionTitle> & Sendable, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      fetchDescriptor: FetchDescriptor(predicate: predicate, sortBy: sortBy),
      sectionBy: sectionBy, modelContext: modelContext, isolation: isolation)
  }

  /// The sections, in the order of their titles.
  public var sections: SectionedResults<Element, SectionTitle> {
    note(\.results)
    refresh()
    return value.sections as? SectionedResults<Element, SectionTitle> ?? SectionedResults()
  }
}
