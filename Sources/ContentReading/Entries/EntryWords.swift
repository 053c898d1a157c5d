import PackingLists

/// The words of an entry, taken apart at blanks; what stands in quotation marks is one word.
struct EntryWords {
  private(set) var words: [String]

  init(_ text: String) {
    var words: [String] = []
    var word = ""
    var closing: Character?
    for character in text {
      if character == " ", closing == nil {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if let end = closing {
        if character == end { closing = nil }
      } else if let end = Self.quotes[character] {
        // Only a quotation that begins a word, or a value after a colon, holds it together.
        if word.isEmpty || word.hasSuffix(":") { closing = end }
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    // A quotation mark that nothing closes is a sign like any other.
    self.words = closing == nil ? words : text.split(separator: " ").map(String.init)
  }

  private static let quotes: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»"]

  /// All of it again, single blanks between the words.
  var text: String { words.joined(separator: " ") }

  /// Takes the last word away.
  mutating func removeLast() { words.removeLast() }

  /// Takes a sign off the end of the last word, and the word where nothing is left of it.
  mutating func removeLast(sign: Character) {
    guard var last = words.last, last.last == sign else { return }
    last.removeLast()
    words[words.count - 1] = last
    if last.isEmpty { words.removeLast() }
  }

  /// The value of a mark such as `word:swim` or `collection:"Summer Vibes"`; nil for another word.
  static func value(of key: String, in word: String) -> String? {
    let start = key + ":"
    guard word.lowercased().hasPrefix(start), word.count > start.count else { return nil }
    return unquoted(String(word.dropFirst(start.count)))
  }

  /// A text without the quotation marks around it.
  static func unquoted(_ text: String) -> String {
    guard text.count > 2, let first = text.first, let end = quotes[first], text.last == end else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// A whole number of digits alone, up to a million; nil for anything else.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 7, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }

  /// What a word that looks like a date says.
  enum FoundDate: Equatable {
    case day(CalendarDay)
    /// Digits and dashes in the form of a date that the calendar does not have.
    case wrong
  }

  /// Reads `2026-05-03`; nil for a word of another form.
  static func date(_ word: some StringProtocol) -> FoundDate? {
    let bytes = Array(word.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes.enumerated().allSatisfy({ $0 == 4 || $0 == 7 || $1.isDigit })
    else { return nil }
    return CalendarDay(iso: String(word)).map(FoundDate.day) ?? .wrong
  }

  /// A word without parentheses around it.
  static func withoutParentheses(_ word: String) -> String {
    guard word.count > 2, word.first == "(", word.last == ")" else { return word }
    return String(word.dropFirst().dropLast())
  }
}

/// Words that mean one thing, in the languages that Valise speaks, folded.
func wordSet(_ words: String) -> Set<String> {
  Set(words.split { $0 == "|" || $0 == "\n" }.map { foldedName(String($0)) })
}
