/// Text made fit for places where some of its signs would act.
///
/// All of it looks at Unicode scalars: a quote or a bracket with an accent behind it is one
/// character to Swift, and still a quote to whatever reads the file.
public enum EscapedText {
  /// A text as a YAML value in double quotes, on one line.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The value, quotes included; what YAML may not hold as it is, is an escape in it.
  public static func yaml(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result.unicodeScalars.append(contentsOf: ["\\", scalar])
      case 0x0A: result += "\\n"
      case 0x09: result += "\\t"
      case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A text with a backslash before each of some signs.
  static func backslashed(_ text: String, before signs: String) -> String {
    let signs = Set(signs.unicodeScalars)
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if signs.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
