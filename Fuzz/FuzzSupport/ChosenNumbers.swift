/// Numbers that an input decides, so that libFuzzer can steer what is built by chance.
public struct ChosenNumbers: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  private var count: UInt64 = 0

  /// Makes numbers from bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)[...]
  }

  /// A number that begins with the next byte; beyond the last they begin with 0.
  public mutating func next() -> UInt64 {
    // The standard library looks at the highest bits first, and asks again for some of the
    // lower ones: those have to differ.
    count += 1
    return UInt64(bytes.popFirst() ?? 0) << 56 | (count &* 0x9E37_79B9_7F4A_7C15) >> 8
  }

  /// The next byte; 0 beyond the last.
  public mutating func byte() -> UInt8 {
    bytes.popFirst() ?? 0
  }

  /// All bytes that are left.
  public mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
