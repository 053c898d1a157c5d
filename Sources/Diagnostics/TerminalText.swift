/// Text made fit for a terminal.
public enum TerminalText {
  /// The text without characters that a terminal would act on: file names and values come from
  /// strangers, and an escape sequence in one may not move a cursor or change a title.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text with each control character and each mark that turns the direction of
  ///   writing replaced by U+FFFD; tabs become single spaces.
  public static func cleaned(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        cleaned.append(" ")
      } else {
        cleaned.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(cleaned)
  }

  /// How many columns of a terminal the text takes: 2 for a wide character (Chinese, Japanese,
  /// Korean, emoji), 0 for a mark that joins the character before it, else 1.
  public static func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Whether a terminal would act on a character: move a cursor, or turn the direction of a line.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if first.properties.isEmojiPresentation { return 2 }
    switch first.value {
    case 0x200B...0x200F, 0xFEFF: return 0
    // The wide and full-width blocks of Unicode's East Asian Width.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}
