import Foundation

/// Makes names fit for an address: lower case, words joined by `-`, letters and digits of any
/// script, Latin accents taken off.
///
/// - Parameter text: A file's name or a title.
/// - Returns: At most 200 bytes of UTF-8, since the name of a file has 255 at most; empty where the text has no letter or digit.
public func slug(of text: String) -> String {
  var slug = ""
  var wantsDash = false
  for scalar in text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
    // The marks of Latin, Greek and Cyrillic letters go; those of other scripts carry the reading.
    if (0x300...0x36F).contains(scalar.value) { continue }
    guard isPartOfWord(scalar) else {
      wantsDash = !slug.isEmpty
      continue
    }
    if wantsDash { slug += "-" }
    wantsDash = false
    slug.unicodeScalars.append(scalar)
  }
  return shortened(slug.precomposedStringWithCanonicalMapping, toBytes: 200)
}

private func shortened(_ text: String, toBytes limit: Int) -> String {
  guard text.utf8.count > limit else { return text }
  var byteCount = 0
  return String(
    text.prefix { character in
      byteCount += character.utf8.count
      return byteCount <= limit
    })
}

private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
    true
  default: false
  }
}
