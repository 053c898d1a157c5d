import Diagnostics

/// Adds to a page what makes it live: a script and a style sheet of the server's own.
struct PageInjection: Sendable {
  let token: String
  let session: String

  /// The page with the two, before the end of its head; as it is where it has no head.
  ///
  /// - Parameters:
  ///   - page: HTML.
  ///   - version: What tells this state of the page from any other.
  /// - Returns: HTML.
  func page(_ page: [UInt8], version: String) -> [UInt8] {
    guard let end = Self.place(of: "</head>", in: page) else { return page }
    let words = PreviewWords.of(language: Self.language(of: page[..<end]))
    let tags = """
      <link rel="stylesheet" href="/.valise/live.css">
      <script src="/.valise/live.js" data-valise-live data-token="\(token)" \
      data-session="\(session)" data-version="\(version)" \
      data-words="\(Self.escaped(words.json))" defer></script>

      """
    return page[..<end] + Array(tags.utf8) + page[end...]
  }

  /// What `<html lang="…">` says; empty where it says nothing.
  private static func language(of head: ArraySlice<UInt8>) -> String {
    guard let start = place(of: "<html lang=\"", in: Array(head)) else { return "" }
    let value = head[(start + "<html lang=\"".utf8.count)...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: value, as: UTF8.self)
  }

  private static func place(of word: String, in bytes: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    return (0...bytes.count - word.count).first { start in
      bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "<": escaped += "&lt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
