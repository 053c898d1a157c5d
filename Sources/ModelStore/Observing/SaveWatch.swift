/// Looks now and then whether another process saved, for as long as somebody shows results of a context.
///
/// SQLite counts the commits of others in memory that all processes share: to look costs microseconds, and
/// reads no file.
final class SaveWatch: @unchecked Sendable {
  // Unchecked because the core is only reached on the actor it belongs to.
  private weak var core: ContextCore?
  private let isolation: any Actor

  /// How long news of another process may take.
  private static let interval = Duration.milliseconds(100)

  init(_ core: ContextCore, on isolation: any Actor) {
    self.core = core
    self.isolation = isolation
  }

  func start() {
    Task {
      while await look(on: isolation) {
        do {
          try await Task.sleep(for: Self.interval)
        } catch {
          return
        }
      }
    }
  }

  /// - Returns: Whether to look again.
  private func look(on actor: isolated any Actor) -> Bool {
    guard let core else { return false }
    guard core.observers.contains(where: { $0.observer != nil }) else {
      core.watch = nil
      return false
    }
    // Where it cannot be told, whoever reads the results finds out why.
    let isChanged = (try? core.lookForOthers()) ?? true
    if isChanged { ObservationBatch.run { core.invalidate(nil) } }
    return true
  }
}

extension ContextCore {
  /// Tells who shows results of what other processes save, on the actor that the context belongs to.
  func watchOthers(on isolation: any Actor) {
    guard watch == nil, case .file = store.location else { return }
    let watch = SaveWatch(self, on: isolation)
    self.watch = watch
    watch.start()
  }
}
