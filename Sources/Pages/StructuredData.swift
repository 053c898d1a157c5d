/// What a page is about, for programs that read pages: a value of JSON-LD in the words of schema.org.
enum StructuredData {
  case text(String)
  case number(Int)
  case list([StructuredData])
  case object([(String, StructuredData)])

  /// A thing of a kind, with what is known of it.
  static func thing(_ type: String, _ members: [(String, StructuredData?)]) -> StructuredData {
    .object(
      [("@type", .text(type))] + members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The value as it may stand in a `script` element: no sign in it can end that.
  var script: String {
    var members = self
    if case .object(let own) = self {
      members = .object([("@context", .text("https://schema.org"))] + own)
    }
    var json: [UInt8] = []
    json.reserveCapacity(512)
    members.append(to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  private func append(to json: inout [UInt8]) {
    switch self {
    case .text(let text): Self.append(quoted: text, to: &json)
    case .number(let number): json += String(number).utf8
    case .list(let values):
      json.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        value.append(to: &json)
      }
      json.append(UInt8(ascii: "]"))
    case .object(let members):
      json.append(UInt8(ascii: "{"))
      for (index, (name, value)) in members.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        Self.append(quoted: name, to: &json)
        json.append(UInt8(ascii: ":"))
        value.append(to: &json)
      }
      json.append(UInt8(ascii: "}"))
    }
  }

  private static func append(quoted text: String, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    // Most texts stand as they are.
    if text.utf8.allSatisfy(isPlain) {
      json += text.utf8
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &json) }
    }
    json.append(UInt8(ascii: "\""))
  }

  private static func append(_ scalar: Unicode.Scalar, to json: inout [UInt8]) {
    switch scalar {
    case "\"", "\\": json += [UInt8(ascii: "\\"), UInt8(scalar.value)]
    case "<", ">", "&", "'", "\u{2028}", "\u{2029}",
      _ where scalar.value < 0x20 || scalar == "\u{7F}":
      let digits = String(scalar.value, radix: 16)
      json += ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
    default: json += UTF8.encode(scalar).map(Array.init) ?? []
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "'"):
      false
    default: byte >= 0x20 && byte < 0x7F
    }
  }
}
