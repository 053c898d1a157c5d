/// One closure that follows what it reads.
final class ContinuousObservation: @unchecked Sendable {
  // Unchecked so that a task-local can hold it. It is reached from the objects it follows, which belong
  // to one task, and from its token.
  @TaskLocal static var current: ContinuousObservation?

  let options: ObservationTracking.Options
  private let apply: (ObservationTracking.Event) -> Void
  private var isRunning = false
  private(set) var isCancelled = false
  /// Grows with each run: what an earlier one read is not followed any more.
  private(set) var run = 0

  init(
    _ options: ObservationTracking.Options,
    _ apply: @escaping (ObservationTracking.Event) -> Void
  ) {
    self.options = options
    self.apply = apply
    ObservationTracking.count(1)
  }

  deinit { if !isCancelled { ObservationTracking.count(-1) } }

  func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    ObservationTracking.count(-1)
  }

  func run(
    _ kind: ObservationTracking.Event.Kind, _ keyPath: AnyKeyPath?,
    _ description: ModelDescription?
  ) {
    guard !isRunning, !isCancelled else { return }
    isRunning = true
    defer { isRunning = false }
    run += 1
    let event = ObservationTracking.Event(
      kind: kind, keyPath: keyPath, description: description, observation: self)
    Self.$current.withValue(self) { apply(event) }
  }
}

/// Who follows the properties of one object.
struct Watchers {
  private struct Entry {
    let keyPath: AnyKeyPath
    weak var observation: ContinuousObservation?
    var run: Int

    var isLive: Bool {
      guard let observation else { return false }
      return !observation.isCancelled && observation.run == run
    }
  }

  private var entries: [Entry] = []

  mutating func add(_ observation: ContinuousObservation, _ keyPath: AnyKeyPath) {
    for index in entries.indices
    where entries[index].observation === observation && entries[index].keyPath == keyPath {
      entries[index].run = observation.run
      return
    }
    entries.removeAll { !$0.isLive }
    entries.append(Entry(keyPath: keyPath, observation: observation, run: observation.run))
  }

  /// Those that want to be told of an event of a property; nil for any property.
  func following(
    _ keyPath: AnyKeyPath?, _ option: ObservationTracking.Options
  ) -> [ContinuousObservation] {
    var found: [ContinuousObservation] = []
    for entry in entries where keyPath == nil || entry.keyPath == keyPath {
      guard entry.isLive, let observation = entry.observation,
        observation.options.contains(option), !found.contains(where: { $0 === observation })
      else { continue }
      found.append(observation)
    }
    return found
  }
}

/// Events that wait for a change to be complete.
///
/// A relationship has two ends: who follows one must not run while the other is still to come.
final class ObservationBatch: @unchecked Sendable {
  // Unchecked so that a task-local can hold it: it lives on the stack of one call.
  @TaskLocal private static var current: ObservationBatch?

  private var waiting:
    [(observation: ContinuousObservation, keyPath: AnyKeyPath, description: ModelDescription?)] =
      []

  /// Runs a block, and then who follows what it changed.
  static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard ObservationTracking.isActive, current == nil else { return try body() }
    let batch = ObservationBatch()
    defer { batch.deliver() }
    return try $current.withValue(batch) { try body() }
  }

  /// Runs who follows a changed property: now, or at the end of the batch.
  static func changed(
    _ keyPath: AnyKeyPath, _ description: ModelDescription?, _ watchers: Watchers
  ) {
    for observation in watchers.following(keyPath, .didSet) {
      if let current {
        current.waiting.append((observation, keyPath, description))
      } else {
        observation.run(.didSet, keyPath, description)
      }
    }
  }

  private func deliver() {
    for event in waiting { event.observation.run(.didSet, event.keyPath, event.description) }
  }
}
