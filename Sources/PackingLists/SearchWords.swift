import Foundation

/// The words of a text as searches compare them: without case and accents, cut at everything that is
/// no letter, mark or digit.
///
/// Scripts that put no spaces between words are cut at each character. The search page's script cuts
/// in the same way; `docs/website.md` describes it for both.
/// - Parameter text: Any text.
/// - Returns: Its words in their order, none of them empty.
public func searchWords(of text: String) -> [String] {
  var text = text
  if let words = text.withUTF8(asciiWords) { return words }
  var words: [String] = []
  var word = String.UnicodeScalarView()
  func end() {
    if !word.isEmpty { words.append(String(word)) }
    word = String.UnicodeScalarView()
  }
  for scalar in foldedName(text).unicodeScalars {
    if isWordOfItsOwn(scalar) {
      end()
      words.append(String(scalar))
    } else if isPartOfWord(scalar) {
      // The two small sigmas are one letter, whichever stood at the end of a word.
      word.append(scalar == "ς" ? "σ" : scalar)
    } else {
      end()
    }
  }
  end()
  return words
}

/// The words of a text that is all ASCII; nil of any other.
private func asciiWords(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
  guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
  var words: [String] = []
  eachASCIIWord(in: bytes) { word in
    words.append(
      String(unsafeUninitializedCapacity: word.count) { lower in
        // A capital differs from its small letter by one bit, which digits have too.
        for (index, byte) in word.enumerated() { lower[index] = byte | 0x20 }
        return word.count
      })
  }
  return words
}

/// Calls a function with each word of a text in ASCII, as it is written.
func eachASCIIWord(
  in bytes: UnsafeBufferPointer<UInt8>, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
) {
  var start = 0
  for place in 0...bytes.count {
    if place < bytes.count, isASCIILetterOrDigit(bytes[place]) { continue }
    if start < place { body(bytes[start..<place]) }
    start = place + 1
  }
}

private func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
  byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
}

/// Thai and Lao, kana, and the ideographs: no spaces tell where their words end.
private func isWordOfItsOwn(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0E00...0x0EFF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
  default: false
  }
}

private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
    true
  default: false
  }
}
