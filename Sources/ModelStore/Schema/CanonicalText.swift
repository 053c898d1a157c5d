import Foundation

extension String {
  /// The text in Unicode NFC, so that texts that Swift calls equal are equal byte for byte.
  public var _canonical: String {
    var text = self
    let isSurelyCanonical = text.withUTF8 { bytes in
      // Below U+0300 nothing combines, and a lead byte below 0xCC is below U+0300. The other blocks
      // are CJK ideographs (E4…E9), and the emoji and symbols of plane 1 (F0 9F).
      var index = 0
      // Most texts are ASCII.
      while index + 8 <= bytes.count,
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0xCC {
          index += 1
        } else if (0xE4...0xE9).contains(byte) {
          index += 3
        } else if byte == 0xF0, index + 1 < bytes.count, bytes[index + 1] == 0x9F {
          index += 4
        } else {
          return false
        }
      }
      return true
    }
    return isSurelyCanonical ? self : precomposedStringWithCanonicalMapping
  }
}
