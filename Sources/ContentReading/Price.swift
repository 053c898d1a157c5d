/// Prices as people write them.
enum Price {
  /// More than anything that is packed costs.
  private static let maximumDigits = 12

  /// The hundredths in `12.50`, `12,50`, `$35`, `1,250.00 EUR` or `35 €`; nil where it is no price.
  static func cents(of text: String) -> Int? {
    var bytes = Array(text.utf8)[...]
    bytes = withoutCurrency(bytes)
    guard let first = bytes.first, first.isDigit, bytes.count <= 24 else { return nil }
    let parts = bytes.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ")
        || $0 == UInt8(ascii: "'")
    }
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }), let last = parts.last
    else { return nil }
    let hasCents = parts.count > 1 && last.count <= 2
    let whole = hasCents ? parts.dropLast() : parts[...]
    guard whole.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    var digits = whole.flatMap(\.self)
    digits += hasCents ? last + (last.count == 1 ? [0x30] : []) : [0x30, 0x30]
    guard digits.count <= maximumDigits else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Signs and codes of currencies stand before or after the number.
  private static func withoutCurrency(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isNumber: (UInt8) -> Bool = { $0.isDigit }
    guard let first = bytes.firstIndex(where: isNumber), let last = bytes.lastIndex(where: isNumber)
    else { return [] }
    let before = bytes[..<first]
    let after = bytes[(last + 1)...]
    return isCurrency(before) && isCurrency(after) ? bytes[first...last] : []
  }

  private static func isCurrency(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = PlainWords.tidied(bytes)
    if text.isEmpty { return true }
    if text.utf8.count == 3, text.utf8.allSatisfy(\.isASCIILetter) { return true }
    return text.unicodeScalars.count <= 3
      && text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
      || text == "kr" || text == "Fr." || text == ".-" || text == "zł" || text == "Kč"
  }
}
