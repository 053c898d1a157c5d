/// Texts of a statement's parameters, one behind the other at places that do not change.
@safe final class TextBuffer {
  private let memory: UnsafeMutableBufferPointer<CChar>
  private var used = 0

  /// Room for the short texts of some rows; what does not fit is not kept.
  private static let size = 16 << 10

  init() { unsafe memory = .allocate(capacity: Self.size) }

  deinit { unsafe memory.deallocate() }

  /// Lets go of all texts.
  func removeAll() { used = 0 }

  /// Keeps a text until ``removeAll()``.
  ///
  /// - Returns: Where it is; nil where there is no room left.
  func keep(_ text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
    let size = text.count
    guard size <= Self.size - used, let start = text.baseAddress,
      let memory = unsafe memory.baseAddress
    else { return nil }
    let place = unsafe memory + used
    unsafe UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: size)
    used += size
    return unsafe UnsafePointer(place)
  }
}
