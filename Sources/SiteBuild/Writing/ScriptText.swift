/// Appends a text as JSON that is a script's literal too, whatever it holds.
func appendJSON(_ text: some StringProtocol, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  // Nearly all texts stand for themselves.
  if text.utf8.contains(where: isSpecialInScripts) {
    for byte in text.utf8 { appendInScript(byte, to: &bytes) }
  } else {
    bytes.append(contentsOf: text.utf8)
  }
  bytes.append(UInt8(ascii: "\""))
}

private func isSpecialInScripts(_ byte: UInt8) -> Bool {
  switch byte {
  // A script that is put into a page some day must not end there.
  case 0..<0x20, UInt8(ascii: "<"), 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): true
  default: false
  }
}

private func appendInScript(_ byte: UInt8, to bytes: inout [UInt8]) {
  if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
    bytes += [UInt8(ascii: "\\"), byte]
  } else if isSpecialInScripts(byte) {
    let digits = String(byte, radix: 16)
    bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
  } else {
    bytes.append(byte)
  }
}
