import Synchronization

/// Someone who shows results of a context's queries.
protocol AnyResultsObserver: AnyObject {
  /// Marks the results as old.
  ///
  /// - Parameter table: The table that changed; nil where any may have.
  func invalidate(_ table: Int?)
}

/// An observer, for as long as somebody else keeps it.
struct WeakObserver {
  weak var observer: (any AnyResultsObserver)?
  init(_ observer: any AnyResultsObserver) { self.observer = observer }
}

extension ContextCore {
  /// Tells who shows results that objects of an entity changed; nil for all entities.
  func invalidate(_ entity: Entity?) {
    guard !observers.isEmpty, !isRehearsing else { return }
    var hasGone = false
    for entry in observers {
      guard let observer = entry.observer else {
        hasGone = true
        continue
      }
      guard let entity else {
        observer.invalidate(nil)
        continue
      }
      observer.invalidate(entity.tableIndex)
      for table in entity.arrayTargets { observer.invalidate(table) }
    }
    if hasGone { observers.removeAll { $0.observer == nil } }
  }
}

/// Carries the news of a save to an observer of another context, on that context's actor.
final class StoreListener: @unchecked Sendable {
  // Unchecked because the observer is only reached on the actor it belongs to.
  private weak var observer: (any AnyResultsObserver)?
  /// Which context the observer belongs to.
  let core: ObjectIdentifier
  private let isolation: (any Actor)?
  private let isEnded = Atomic<Bool>(false)

  init(_ observer: any AnyResultsObserver, of core: ContextCore, _ isolation: (any Actor)?) {
    self.observer = observer
    self.core = ObjectIdentifier(core)
    self.isolation = isolation
  }

  var isAlive: Bool { !isEnded.load(ordering: .relaxed) }

  func end() { isEnded.store(true, ordering: .relaxed) }

  /// May be called from any thread.
  func storeDidChange() {
    guard let isolation, isAlive else { return }
    Task { await self.invalidate(on: isolation) }
  }

  private func invalidate(on actor: isolated any Actor) {
    if let observer { ObservationBatch.run { observer.invalidate(nil) } }
  }
}
