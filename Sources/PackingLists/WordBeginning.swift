/// The first letters of a word that searches find, packed into a few numbers: there are as many words
/// as an index has, and each is looked at once a letter.
public struct WordBeginning: Sendable, Hashable {
  /// Beyond this many characters words are alike.
  private static let longest = 10
  /// A scalar has 21 bits, so three fit into each number.
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0
  /// How many letters there are.
  public private(set) var count = 0

  /// The beginning of a word, such as ``searchWords(of:)`` gives.
  public init(_ word: String) {
    for scalar in word.unicodeScalars.prefix(Self.longest) { append(scalar.value) }
  }

  /// The beginning of a word in ASCII, in small letters whatever it is written in.
  fileprivate init(ascii word: Slice<UnsafeBufferPointer<UInt8>>) {
    // A capital differs from its small letter by one bit, which digits have too.
    for byte in word.prefix(Self.longest) { append(UInt32(byte | 0x20)) }
  }

  private mutating func append(_ scalar: UInt32) {
    let bits = UInt64(scalar) << UInt64(21 * (count % 3))
    switch count / 3 {
    case 0: first |= bits
    case 1: second |= bits
    case 2: third |= bits
    default: fourth |= bits
    }
    count += 1
  }

  /// The scalar value of a letter.
  public subscript(_ place: Int) -> UInt32 {
    let part =
      switch place / 3 {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    return UInt32(truncatingIfNeeded: (part >> UInt64(21 * (place % 3))) & 0x1F_FFFF)
  }

  /// Appends the beginnings of all words of a text, those that are there already left out.
  ///
  /// They are the beginnings of ``searchWords(of:)``, which costs several times as much.
  public static func append(of text: String, to beginnings: inout [WordBeginning]) {
    func add(_ beginning: WordBeginning) {
      if !beginnings.contains(beginning) { beginnings.append(beginning) }
    }
    // Without case and accents nearly all Latin text is ASCII.
    var folded = foldedName(text)
    let isASCII = folded.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
      eachASCIIWord(in: bytes) { add(WordBeginning(ascii: $0)) }
      return true
    }
    if !isASCII { for word in searchWords(of: text) { add(WordBeginning(word)) } }
  }
}
