import Dispatch
import Synchronization

/// The results of a function for each element, worked out on all cores, in the elements' order.
func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: ArraySlice<Element>, _ transform: @Sendable (Element) -> Result
) -> [Result] {
  let results = Mutex([Result?](repeating: nil, count: elements.count))
  let start = elements.startIndex
  DispatchQueue.concurrentPerform(iterations: elements.count) { offset in
    let result = transform(elements[start + offset])
    results.withLock { $0[offset] = result }
  }
  return results.withLock { $0.compactMap(\.self) }
}

extension Array {
  /// The array in pieces of at most that many elements, in order.
  func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
