import Dispatch
import Foundation
import Glibc
import Synchronization

/// The results of a function for each element, worked out on all cores, in the elements' order.
///
/// - Parameters:
///   - elements: What to work on.
///   - makeState: Makes what one core's work uses again and again, such as a store context.
///   - transform: The work on one element.
/// - Returns: As many results as there are elements.
/// - Throws: What `makeState` or `transform` threw first, in the order of the elements.
func concurrentMap<Element: Sendable, State, Output: Sendable>(
  _ elements: ArraySlice<Element>, makeState: @Sendable () throws -> State,
  _ transform: @Sendable (Element, State) throws -> Output
) throws -> [Output] {
  let workerCount = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), elements.count)
  guard workerCount > 0 else { return [] }
  let next = Atomic<Int>(elements.startIndex)
  let results = Mutex([Result<Output, any Error>?](repeating: nil, count: elements.count))
  DispatchQueue.concurrentPerform(iterations: workerCount) { _ in
    let state = Result { try makeState() }
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < elements.endIndex else { return }
      let result = Result { try transform(elements[index], state.get()) }
      results.withLock { $0[index - elements.startIndex] = result }
    }
  }
  return try results.withLock { $0 }.compactMap { try $0?.get() }
}

/// Work that goes on beside the caller's, until its result is asked for.
///
/// Whoever lets go of it waits for its end: nothing is left running behind a build.
final class Background<Output: Sendable>: Sendable {
  private let work = DispatchGroup()
  private let outcome: Outcome

  private final class Outcome: Sendable {
    let result = Mutex<Result<Output, any Error>?>(nil)
  }

  /// Begins the work.
  init(_ body: @escaping @Sendable () throws -> Output) {
    let outcome = Outcome()
    self.outcome = outcome
    DispatchQueue.global().async(group: work) {
      let result = Result { try body() }
      outcome.result.withLock { $0 = result }
    }
  }

  deinit { work.wait() }

  /// What came of it, once it is done, for the one who asks: nothing is kept.
  ///
  /// - Throws: What the work threw.
  func take() throws -> Output {
    let output = try value()
    outcome.result.withLock { $0 = nil }
    return output
  }

  /// What came of it, once it is done.
  ///
  /// - Throws: What the work threw.
  func value() throws -> Output {
    work.wait()
    guard let result = outcome.result.withLock({ $0 }) else {
      preconditionFailure("work that is done has a result, until it is taken")
    }
    return try result.get()
  }
}

/// Lets go of something beside the work that follows: to free what ten thousand trips are made of
/// takes a tenth of a build after one edit, and a program that ends does not wait for it.
func letGo(_ value: consuming some Sendable) {
  let value = value
  DispatchQueue.global().async { _ = value }
}

/// Works on elements on all cores, while the caller takes what comes of them in their order.
///
/// What was taken is let go of by the thread that made it: a thread that frees another's memory has to
/// wait for it at each of very many objects, and on two cores both stood still for a fifth of the time.
///
/// - Parameters:
///   - elements: What to work on.
///   - batchSize: How many results are taken at once.
///   - ahead: How many results may wait to be taken: bounds the memory.
///   - transform: The work on one element.
///   - afterwards: More work on a result that was taken, by the thread that made it; gets the number
///     of the thread, from 0.
///   - consume: Takes the results of the elements in a range, and keeps none.
/// - Throws: What `consume` or `afterwards` throws; the work on other elements is then given up.
func concurrentStream<Element: Sendable, Output: Sendable>(
  _ elements: [Element], batchSize: Int, ahead: Int,
  _ transform: @escaping @Sendable (Element) -> Output,
  afterwards: @escaping @Sendable (Output, _ thread: Int) throws -> Void,
  consume: (Range<Int>, [Output]) throws -> Void
) throws {
  let workerCount = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), elements.count)
  let queue = OrderedResults<Output>(
    count: elements.count, ahead: max(ahead, batchSize), makers: workerCount)
  let workers = DispatchGroup()
  for worker in 0..<workerCount {
    DispatchQueue.global().async(group: workers) {
      do {
        while let task = queue.next(for: worker) {
          switch task {
          case .make(let index):
            queue.put(
              OrderedResults.Made(output: transform(elements[index]), maker: worker), at: index)
          case .finish(let output): try afterwards(output, worker)
          }
        }
      } catch {
        queue.fail(error)
      }
    }
  }
  defer {
    queue.stop()
    workers.wait()
  }
  var start = 0
  while start < elements.count {
    // Towards the end in smaller portions: the other cores have nothing to do beside the last.
    let isNearEnd = elements.count - start <= batchSize
    let size = isNearEnd ? max(1, batchSize / 4) : batchSize
    let range = start..<min(start + size, elements.count)
    var results = try queue.take(range)
    try consume(range, results.map(\.output))
    queue.giveBack(&results)
    start = range.upperBound
  }
  queue.end()
  workers.wait()
  try queue.throwFailure()
}

/// Results on their way from those who work on them to the one who takes them in order, and back.
private final class OrderedResults<Output: Sendable>: @unchecked Sendable {
  /// A result, and who made it.
  struct Made {
    let output: Output
    let maker: Int
  }

  // Unchecked because all is only reached while the condition is locked.
  private let condition = NSCondition()
  private let count: Int
  private let ahead: Int
  private var begun = 0
  private var taken = 0
  private var isStopped = false
  private var hasEnded = false
  private var failure: (any Error)?
  private var ready: [Int: Made] = [:]
  /// What the taker waits for, and how many of these are not ready.
  private var wanted = 0..<0
  private var missingCount = 0
  /// What was taken and given back, by who made it.
  private var spent: [[Made]]

  init(count: Int, ahead: Int, makers: Int) {
    self.count = count
    self.ahead = max(ahead, 1)
    spent = Array(repeating: [], count: makers)
  }

  /// What a thread can do.
  enum Task {
    /// Work on an element, for whose result there is room.
    case make(Int)
    /// Finish a result that was taken, and let go of it.
    case finish(Output)
  }

  /// The next thing to do, once there is one; nil where nothing is left.
  func next(for maker: Int) -> Task? {
    condition.withLock {
      while !isStopped {
        // First what takes memory.
        if let old = spent[maker].popLast() { return .finish(old.output) }
        if begun < count, begun - taken < ahead {
          begun += 1
          return .make(begun - 1)
        }
        if hasEnded {
          // No core should wait for another at the end.
          guard let other = spent.indices.first(where: { !spent[$0].isEmpty }) else { return nil }
          return spent[other].popLast().map { .finish($0.output) }
        }
        condition.wait()
      }
      return nil
    }
  }

  func put(_ made: Made, at index: Int) {
    condition.withLock {
      ready[index] = made
      guard wanted.contains(index) else { return }
      missingCount -= 1
      // Waking the taker for each result would take the core from one who makes the next.
      if missingCount == 0 { condition.broadcast() }
    }
  }

  /// The results of some elements in their order, once there are all of them.
  func take(_ range: Range<Int>) throws -> [Made] {
    try condition.withLock {
      wanted = range
      missingCount = range.count { ready[$0] == nil }
      while missingCount > 0 {
        if let failure { throw failure }
        condition.wait()
      }
      if let failure { throw failure }
      taken = range.upperBound
      wanted = 0..<0
      condition.broadcast()
      return range.compactMap { ready.removeValue(forKey: $0) }
    }
  }

  /// Hands results back to those who made them.
  func giveBack(_ results: inout [Made]) {
    condition.withLock {
      for made in results { spent[made.maker].append(made) }
      condition.broadcast()
    }
    results = []
  }

  /// Says that nothing more will be given back.
  func end() {
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  /// Gives the work up.
  func fail(_ error: any Error) {
    condition.withLock {
      failure = failure ?? error
      isStopped = true
      condition.broadcast()
    }
  }

  func throwFailure() throws {
    if let failure = condition.withLock({ failure }) { throw failure }
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }
}

extension Array {
  /// The array in pieces of at most that many elements, in order.
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
