import Dispatch
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

extension Array {
  /// The array in pieces of at most that many elements, in order.
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
