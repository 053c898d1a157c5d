import Foundation

/// Makes names fit for an address: lower case, words joined by `-`, letters and digits of any
/// script, Latin accents taken off.
///
/// - Parameter text: A file's name or a title.
/// - Returns: At most 200 bytes of UTF-8, since the name of a file has 255 at most; empty where the text has no letter or digit.
public func slug(of text: String) -> String {
  plainSlug(of: text) ?? generalSlug(of: text)
}

/// The same for a text of ASCII, as nearly all names of files are; nil for any other.
private func plainSlug(of text: String) -> String? {
  guard text.utf8.count <= 200 else { return nil }
  var slug: [UInt8] = []
  slug.reserveCapacity(text.utf8.count)
  var wantsDash = false
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      if wantsDash { slug.append(UInt8(ascii: "-")) }
      wantsDash = false
      // The one bit between the cases of a letter; digits have it set.
      slug.append(byte | 0x20)
    case 0x80...: return nil
    default: wantsDash = !slug.isEmpty
    }
  }
  return String(decoding: slug, as: UTF8.self)
}

private func generalSlug(of text: String) -> String {
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
