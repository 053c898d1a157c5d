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
  public init(of bytes: [UInt8]) {
    add(bytes)
  }

  /// Makes the hash of a text's UTF-8.
  public init(of text: String) {
    addBytes(of: text)
  }

  /// Takes more bytes in.
  public mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { add($0) }
  }

  /// Takes a text in, and a byte that no text contains, so that "ab", "c" and "a", "bc" differ.
  public mutating func add(_ text: String) {
    addBytes(of: text)
    value = (value ^ 0xFF) &* Self.prime
  }

  /// Takes a number in, the same on every machine.
  public mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { add($0) }
    }
  }

  /// Takes a hash in, at once and not byte by byte: bits that differ in its middle differ everywhere
  /// afterwards.
  public mutating func mix(_ hash: UInt64) {
    value = (value ^ hash) &* Self.prime
    value ^= value >> 29
  }

  private static let prime: UInt64 = 0x0000_0100_0000_01b3

  private mutating func addBytes(of text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* Self.prime }
    value = hash
  }

  /// Whether a byte is one of the digits that ``text`` has.
  public static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "v"): true
    default: false
    }
  }

  /// The hash as 13 digits of base 32: `0` to `9` and `a` to `v`.
  ///
  /// A text of at most 15 bytes lies in the variable itself; with 16 digits, a tenth of all memory that
  /// a build asks for was for hashes.
  public var text: String {
    String(unsafeUninitializedCapacity: 13) { digits in
      for place in 0..<13 {
        let digit = UInt8(truncatingIfNeeded: value >> (60 - 5 * place)) & 31
        digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
      }
      return 13
    }
  }
}
