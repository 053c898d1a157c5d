/// A link that a page may carry, nil where the text is none or could run code.
///
/// Allowed are `http`, `https`, `mailto` and `tel`, and links without a scheme. Control characters
/// are refused: browsers skip some of them, which makes `java\nscript:` a scheme after all.
/// - Parameter text: What a person wrote as the address.
/// - Returns: The text as it is.
func safeLink(_ text: String) -> String? {
  let bytes = text.utf8
  guard let first = bytes.first, first > 0x20 else { return nil }
  guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
  let beforePath = bytes.prefix { !isPathDelimiter($0) }
  guard let colon = beforePath.firstIndex(of: UInt8(ascii: ":")) else { return text }
  switch text[..<colon].lowercased() {
  case "http", "https", "mailto", "tel": return text
  default: return nil
  }
}

private func isPathDelimiter(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}

/// A path as links write it: all but letters, digits and `-._~/` of ASCII percent-encoded.
func encodedPath(_ path: String) -> String {
  if path.utf8.allSatisfy(isPlainInPath) { return path }
  let digits = Array("0123456789ABCDEF".utf8)
  var encoded: [UInt8] = []
  for byte in path.utf8 {
    if isPlainInPath(byte) {
      encoded.append(byte)
    } else {
      encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}

private func isPlainInPath(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
    true
  default: false
  }
}

/// A text that keeps its own direction among others, where no tag can see to that.
///
/// - Parameter text: Plain text; what is all ASCII needs no help.
/// - Returns: The text between the marks that isolate it, FSI and PDI.
func isolated(_ text: String) -> String {
  text.utf8.allSatisfy { $0 < 0x80 } ? text : "\u{2068}\(text)\u{2069}"
}
