/// A 64-bit hash of bytes, the same on every machine and in every run (FNV-1a).
///
/// It tells whether something changed. It is no guard against somebody who wants two things to look
/// the same.
public struct StableHash: Sendable, Hashable {
  /// The hash so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the hash of nothing.
  public init() {}

  /// Makes the hash of some bytes.
  public init(of bytes: some Sequence<UInt8>) {
    add(bytes)
  }

  /// Takes more bytes in.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    value = hash
  }

  /// Takes a text in, and a byte that no text contains, so that "ab", "c" and "a", "bc" differ.
  public mutating func add(_ text: String) {
    add(text.utf8)
    add(CollectionOfOne(0xFF))
  }

  /// The hash as 16 hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
