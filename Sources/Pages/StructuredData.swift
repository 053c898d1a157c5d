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
    guard case .object(let members) = self else { return json }
    let context: (String, StructuredData) = ("@context", .text("https://schema.org"))
    return StructuredData.object([context] + members).json
  }

  private var json: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0) + ":" + $1.json }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    // Most texts stand as they are.
    if text.utf8.allSatisfy(isPlain) { return "\"" + text + "\"" }
    let digits = Array("0123456789abcdef".unicodeScalars)
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      case "<", ">", "&", "'", "\u{2028}", "\u{2029}",
        _ where scalar.value < 0x20 || scalar == "\u{7F}":
        quoted += "\\u"
        for place in stride(from: 12, through: 0, by: -4) {
          quoted.unicodeScalars.append(digits[Int(scalar.value >> UInt32(place)) & 15])
        }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
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
