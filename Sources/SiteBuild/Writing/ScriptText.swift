/// Appends a text as JSON that is a script's literal too, whatever it holds.
func appendJSON(_ text: some StringProtocol, to bytes: inout [UInt8]) {
  let digits = Array("0123456789abcdef".utf8)
  bytes.append(UInt8(ascii: "\""))
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes += [UInt8(ascii: "\\"), byte]
    // A script that is put into a page some day must not end there.
    case 0..<0x20, UInt8(ascii: "<"), 0x7F:
      bytes += Array("\\u00".utf8)
      bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}
