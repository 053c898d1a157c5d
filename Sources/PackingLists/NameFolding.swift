import Foundation

/// A name as it is compared: without case and accents.
///
/// Only accents on Latin, Greek and Cyrillic letters are dropped; vowel signs of other scripts are
/// letters of their own right there. Spaces at the ends do not count.
public func foldedName(_ name: String) -> String {
  var name = name
  let isASCII = name.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
  if isASCII {
    return name.lowercased().trimmedOfSpaces
  }
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

extension String {
  fileprivate var trimmedOfSpaces: String {
    guard let first = utf8.first, let last = utf8.last, first == 0x20 || last == 0x20 else {
      return self
    }
    return String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
