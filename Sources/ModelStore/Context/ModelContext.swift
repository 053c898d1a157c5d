public import Foundation

/// A workplace: the objects of a store as one piece of code sees them.
///
/// What is inserted, changed or deleted is pending until ``save()``. Queries of this context see it as
/// if it were saved; other contexts do not see it. A context belongs to the task that made it.
///
/// To see it, a query writes what is pending and takes it back: a loop that inserts and fetches by turns
/// should save as it goes.
///
/// When two new objects with the same unique value are saved together, the one inserted first is
/// kept; when one is saved after the other, the later one's values replace those of the row.
public final class ModelContext {
  /// The container it was made from.
  ///
  /// The main context does not keep its container: where that is gone, this is another one of the same
  /// store.
  public var container: ModelContainer {
    if let kept = keptContainer ?? knownContainer { return kept }
    return ModelContainer(schema, configurations, store)
  }
  private let keptContainer: ModelContainer?
  private weak var knownContainer: ModelContainer?
  private let schema: Schema
  private let configurations: [ModelConfiguration]
  let store: Store
  /// Whether pending changes are saved by ``autosave()`` and when the context is let go.
  ///
  /// True for the main context of a container, false for every other unless set. No timer saves: what is
  /// pending when the program is killed is lost, what was saved is not.
  public var autosaveEnabled = false
  /// Whether Observation hears of the properties that are read; true unless set.
  ///
  /// Each object that is read keeps a registrar of who observes it. A program that fetches to write
  /// files or answer requests, and shows nothing that has to follow a change, saves that time by false.
  /// Observers of ``ResultsObserver`` hear in any case; ``importing(_:)`` then posts no ``didSave``, which
  /// would name each of its rows.
  public var observationEnabled: Bool {
    get { core?.isObserved ?? true }
    set { core?.isObserved = newValue }
  }
  /// Who the saves of this context are by, in a store that keeps its history.
  public var author: String?
  let opened: Result<ContextCore, any Error>

  /// Makes a context with nothing pending.
  ///
  /// Where the store's file cannot be opened any more, the first call that needs it throws.
  public init(_ container: ModelContainer) {
    keptContainer = container
    (schema, configurations, store) =
      (container.schema, container.configurations, container.store)
    opened = Result { try ContextCore(container.store) }
    core?.context = self
  }

  /// Makes the main context, which its container keeps.
  init(mainOf container: ModelContainer) {
    keptContainer = nil
    knownContainer = container
    (schema, configurations, store) =
      (container.schema, container.configurations, container.store)
    opened = Result { try ContextCore(container.store) }
    autosaveEnabled = true
    core?.context = self
  }

  deinit {
    guard let core else { return }
    if autosaveEnabled, core.hasChanges { _ = core.attempt { try core.save() } }
    core.close()
  }

  var core: ContextCore? {
    if case .success(let core) = opened { core } else { nil }
  }

  /// Whether anything was inserted, changed or deleted since the last save.
  public var hasChanges: Bool { core?.hasChanges ?? false }

  /// New objects without a row, in the order they were inserted.
  public var insertedModelsArray: [any PersistentModel] { core?.inserted ?? [] }
  /// Objects that differ from their row.
  public var changedModelsArray: [any PersistentModel] { core?.changed ?? [] }
  /// Objects whose row goes with the next save.
  public var deletedModelsArray: [any PersistentModel] { core?.deleted ?? [] }

  /// Takes in a new object, and all that it leads to.
  ///
  /// One that is in already is left alone; one of another context makes the next save throw.
  public func insert(_ model: some PersistentModel) { core?.insert(model) }

  /// Marks an object for deletion; its relationships follow their rules, and it keeps its values.
  public func delete(_ model: some PersistentModel) { core?.delete(model) }

  /// Marks for deletion all objects of a model that a predicate picks.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - predicate: Which of its objects; nil for all.
  ///   - includeSubclasses: Whether objects of its subclasses go too.
  /// - Throws: What a fetch throws.
  public func delete<Model: PersistentModel>(
    model: Model.Type, where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true
  ) throws {
    let objects = try fetch(
      FetchDescriptor(predicate: predicate), sectionBy: nil,
      includeSubclasses: includeSubclasses)
    for object in objects { delete(object) }
  }

  /// Writes all that is pending, in one transaction.
  ///
  /// - Throws: ``StoreError``; everything is then still pending, and nothing was written.
  public func save() throws { try opened.get().save() }

  /// Saves what is pending, if ``autosaveEnabled`` says so.
  ///
  /// A program calls it at the moments when it comes to rest: the end of a command, before it waits for
  /// the next event, when it is told to end.
  ///
  /// - Throws: What ``save()`` throws.
  public func autosave() throws { if autosaveEnabled { try save() } }

  /// Gives up all that is pending: new objects leave the context, the others get their row's values.
  public func rollback() {
    guard let core else { return }
    _ = core.attempt { try core.rollback() }
  }

  /// Runs a block and saves what it left pending, while nobody else can write to the store.
  ///
  /// Objects without changes are read again first, if anyone else saved: what the block reads is what is
  /// stored, so that counting a property up loses no other program's count. A `save()` in
  /// the block waits for its end.
  ///
  /// - Parameter block: What to run.
  /// - Throws: What the block throws, or ``save()``. Nothing is written then, and what the block changed
  ///   is still pending.
  public func transaction(block: () throws -> Void) throws {
    try opened.get().transaction(block)
  }

  /// Finds out whether another context or another process saved, and tells who shows results.
  ///
  /// Queries look for that by themselves.
  public func processPendingChanges() throws {
    let core = try opened.get()
    try core.throwDeferred()
    if try core.lookForOthers() { ObservationBatch.run { core.invalidate(nil) } }
  }

  /// The object of a row, if it is alive in this context.
  public func registeredModel<Model: PersistentModel>(
    for id: PersistentIdentifier
  ) -> Model? {
    guard let core else { return nil }
    switch id.key {
    case .saved(let row):
      guard id.storeIdentifier == core.store.identifier,
        id.entityName == Model._$description.name
          || core.store.schema.entity(named: id.entityName) != nil
      else { return nil }
      return core.registered(Model.self, row) as? Model
    case .temporary:
      return core.inserted.first { $0.persistentModelID == id } as? Model
    }
  }

  /// The object of a row, looked up where it is not alive; nil where there is no such row.
  public func model<Model: PersistentModel>(
    _ type: Model.Type = Model.self, for id: PersistentIdentifier
  ) throws -> Model? {
    let core = try opened.get()
    guard case .saved(let row) = id.key else { return registeredModel(for: id) }
    guard id.storeIdentifier == core.store.identifier,
      let entity = core.store.schema.entity(named: id.entityName)
    else { return nil }
    return try core.find(entity.type, row) as? Model
  }
}
