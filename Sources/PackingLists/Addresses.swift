import Foundation

/// Makes names fit for an address: lower case, words joined by `-`, letters and digits of any
/// script, Latin accents taken off.
///
/// - Parameter text: A file's name or a title.
/// - Returns: At most 100 characters; empty where the text has no letter or digit.
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
  return String(slug.precomposedStringWithCanonicalMapping.prefix(100))
}

private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
    true
  default: false
  }
}
