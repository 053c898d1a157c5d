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
  var folded = String.UnicodeScalarView()
  for scalar in name.unicodeScalars {
    guard let letter = FoldedLetters.of(scalar) else { return nil }
    folded.append(contentsOf: letter)
  }
  return String(folded).trimmedOfSpaces
}

/// What Foundation makes of single letters, asked once: asked name by name it was a tenth of an edit.
///
/// In these blocks neither a letter's small form nor its accents depend on what stands around it.
private enum FoldedLetters {
  private static let latin = letters(0x00..<0x180)
  private static let additional = letters(0x1E00..<0x1F00)

  /// A letter folded; nil for one of another block.
  static func of(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView? {
    switch scalar.value {
    case 0x00..<0x180: latin[Int(scalar.value)]
    case 0x1E00..<0x1F00: additional[Int(scalar.value) - 0x1E00]
    default: nil
    }
  }

  private static func letters(_ block: Range<UInt32>) -> [String.UnicodeScalarView] {
    block.map { value in
      guard let scalar = Unicode.Scalar(value), value != 0x20 else {
        return String.UnicodeScalarView(" ".unicodeScalars)
      }
      return String.UnicodeScalarView(foldedByFoundation(String(scalar)).unicodeScalars)
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
    var isFolded = true
    for byte in bytes {
      if byte >= 0x80 {
        self = .other
        return
      }
      if Self.isCapital(byte) { isFolded = false }
    }
    let space = UInt8(ascii: " ")
    let start = bytes.firstIndex { $0 != space } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 != space }.map { $0 + 1 } ?? start
    if isFolded, start == 0, end == bytes.count {
      self = .folded
      return
    }
    self = .foldable(
      String(unsafeUninitializedCapacity: end - start) { folded in
        for index in start..<end {
          folded[index - start] = Self.isCapital(bytes[index]) ? bytes[index] | 0x20 : bytes[index]
        }
        return end - start
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
