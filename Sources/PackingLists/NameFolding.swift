import Foundation

/// A name as it is compared: without case and accents.
///
/// Only accents on Latin, Greek and Cyrillic letters are dropped; vowel signs of other scripts are
/// letters of their own right there. Spaces at the ends do not count.
public func foldedName(_ name: String) -> String {
  var name = name
  // Nearly all names, and every build folds each several times.
  switch name.withUTF8(ASCIIName.init) {
  case .folded: return name
  case .foldable(let folded): return folded
  case .other: break
  }
  return foldedLatin(name) ?? foldedByFoundation(name)
}

func foldedByFoundation(_ name: String) -> String {
  var folded = String.UnicodeScalarView()
  for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
  where !(0x300...0x36F).contains(scalar.value) {
    if scalar.value == 0xDF {
      folded.append(contentsOf: "ss".unicodeScalars)
    } else {
      folded.append(scalar)
    }
  }
  return String(folded).trimmedOfSpaces
}

/// A name whose letters are all Latin ones that stand for themselves, folded letter by letter; nil of
/// any other.
private func foldedLatin(_ name: String) -> String? {
  var name = name
  var isLatin = true
  // No letter takes more bytes without its accents.
  let folded = name.withUTF8 { bytes in
    String(unsafeUninitializedCapacity: bytes.count) { folded in
      var (index, count) = (0, 0)
      while index < bytes.count {
        guard let (letter, length) = FoldedLetters.of(bytes, at: index) else {
          isLatin = false
          return 0
        }
        for place in 0..<letter.count {
          folded[count] = UInt8(truncatingIfNeeded: letter.bytes >> (8 * UInt32(place)))
          count += 1
        }
        index += length
      }
      return count
    }
  }
  return isLatin ? folded.trimmedOfSpaces : nil
}

/// What Foundation makes of single letters, asked once: asked name by name it was a tenth of an edit.
///
/// In these blocks neither a letter's small form nor its accents depend on what stands around it.
private enum FoldedLetters {
  /// Up to four bytes of UTF-8, the first one lowest.
  struct Letter {
    var bytes: UInt32 = 0
    var count = 0
  }

  private static let latin = letters(0x00..<0x180)
  private static let additional = letters(0x1E00..<0x1F00)

  /// The letter at a place folded, and how many bytes it takes there; nil for one of another block.
  static func of(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (letter: Letter, length: Int)? {
    let first = text[index]
    switch first {
    case 0x00..<0x80: return (latin[Int(first)], 1)
    case 0xC2...0xC5:
      return (latin[Int(first & 0x1F) << 6 | Int(text[index + 1] & 0x3F)], 2)
    case 0xE1 where text[index + 1] >= 0xB8 && text[index + 1] <= 0xBB:
      return (additional[Int(text[index + 1] - 0xB8) << 6 | Int(text[index + 2] & 0x3F)], 3)
    default: return nil
    }
  }

  private static func letters(_ block: Range<UInt32>) -> [Letter] {
    block.map { value in
      var letter = Letter()
      guard let scalar = Unicode.Scalar(value) else { return letter }
      // A space folds to nothing where it stands alone, as it does at the ends of a name.
      let folded = value == 0x20 ? " " : foldedByFoundation(String(scalar))
      precondition(
        folded.utf8.count <= String(scalar).utf8.count, "U+\(value) grows when it is folded")
      for byte in folded.utf8 {
        letter.bytes |= UInt32(byte) << UInt32(8 * letter.count)
        letter.count += 1
      }
      return letter
    }
  }
}

/// What folding makes of a name of ASCII alone.
private enum ASCIIName {
  /// Nothing: it is folded as it stands.
  case folded
  case foldable(String)
  /// It is no such name.
  case other

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Without a way out of the loop the compiler takes many bytes at once.
    var all: UInt8 = 0
    var hasCapital = false
    for byte in bytes {
      all |= byte
      hasCapital = hasCapital || Self.isCapital(byte)
    }
    guard all < 0x80 else {
      self = .other
      return
    }
    let space = UInt8(ascii: " ")
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] == space { start += 1 }
    while end > start, bytes[end - 1] == space { end -= 1 }
    if !hasCapital, end - start == bytes.count {
      self = .folded
      return
    }
    let name = UnsafeBufferPointer(rebasing: bytes[start..<end])
    self = .foldable(
      String(unsafeUninitializedCapacity: name.count) { folded in
        for index in name.indices {
          folded[index] = name[index] | (Self.isCapital(name[index]) ? 0x20 : 0)
        }
        return name.count
      })
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "A") < 26
  }
}

extension String {
  fileprivate var trimmedOfSpaces: String {
    guard let first = utf8.first, let last = utf8.last, first == 0x20 || last == 0x20 else {
      return self
    }
    return String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
