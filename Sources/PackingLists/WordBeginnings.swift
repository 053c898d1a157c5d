/// The first letters of words that searches find, all in one buffer: there are as many words as an index
/// has, and each is looked at once a letter.
public struct WordBeginnings: Sendable {
  /// Where a word's beginning stands among ``letters``.
  public struct Word: Sendable {
    /// Where it starts.
    public let start: UInt32
    /// How many bytes it has: 1 to 40.
    public let count: UInt8
  }

  /// The letters of all words, in UTF-8.
  public private(set) var letters: [UInt8] = []
  /// The words, in the order in which they were appended.
  public private(set) var words: [Word] = []
  /// Where the words begin that have to differ from each other.
  private var own = 0

  /// Beyond this many characters words are alike.
  private static let longest = 10

  /// No words.
  public init() {}

  /// Begins with words that differ from each other, whatever was appended before.
  public mutating func begin() { own = words.count }

  /// Appends the beginnings of all words of a text, those that are there already since ``begin()`` left
  /// out.
  ///
  /// They are the beginnings of ``searchWords(of:)``, which costs several times as much.
  public mutating func append(of text: String) {
    // Without case and accents nearly all Latin text is ASCII.
    var folded = foldedName(text)
    let isASCII = folded.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
      // A capital differs from its small letter by one bit, which digits have too.
      eachASCIIWord(in: bytes) { append($0.prefix(Self.longest).lazy.map { $0 | 0x20 }) }
      return true
    }
    if isASCII { return }
    for word in searchWords(of: text) {
      append(String(word.unicodeScalars.prefix(Self.longest)).utf8)
    }
  }

  private mutating func append(_ word: some Sequence<UInt8>) {
    let start = letters.count
    letters.append(contentsOf: word)
    let count = letters.count - start
    let isThere = words[own...].contains { other in
      Int(other.count) == count
        && letters[Int(other.start)...].prefix(count).elementsEqual(letters[start...])
    }
    if isThere {
      letters.removeSubrange(start...)
    } else {
      words.append(Word(start: UInt32(start), count: UInt8(count)))
    }
  }
}
