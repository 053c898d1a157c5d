/// Appends a text so that it means itself in HTML, between tags and in quoted attributes.
func appendEscaped(_ text: String, to output: inout [UInt8]) {
  var text = text
  text.withUTF8 { bytes in
    var start = 0
    for index in bytes.indices {
      // All signs that have another meaning come before the letters.
      guard bytes[index] <= UInt8(ascii: ">"), let entity = entity(for: bytes[index]) else {
        continue
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      output.append(contentsOf: entity.utf8)
      start = index + 1
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}

private func entity(for byte: UInt8) -> String? {
  switch byte {
  case UInt8(ascii: "&"): "&amp;"
  case UInt8(ascii: "<"): "&lt;"
  case UInt8(ascii: ">"): "&gt;"
  case UInt8(ascii: "\""): "&quot;"
  case UInt8(ascii: "'"): "&#39;"
  default: nil
  }
}

/// A number in as few digits as tell it apart, without a fraction if it is whole.
func written(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
