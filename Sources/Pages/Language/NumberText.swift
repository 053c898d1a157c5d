import PackingLists

/// Counts and prices as a language writes them.
struct NumberText: Sendable {
  private let groupSeparator: String
  private let decimalSeparator: String
  private let minimumDigitsToGroup: Int
  private let hasSymbolFirst: Bool
  private let currency: String?

  /// Chooses the style of a language.
  ///
  /// - Parameters:
  ///   - tag: The language as in BCP 47.
  ///   - currency: The code of the currency that prices are in; nil for bare numbers.
  init(language tag: String, currency: String?) {
    let language = primaryLanguage(tag)
    decimalSeparator = Weight.decimalSeparator(of: tag)
    switch language {
    case "en", "he", "ja", "ko", "th", "zh": groupSeparator = ","
    case "da", "de", "el", "es", "id", "it", "nl", "pt", "ro", "tr", "vi":
      groupSeparator = decimalSeparator == "," ? "." : "’"
    default: groupSeparator = "\u{202F}"
    }
    // Spanish and Portuguese leave four digits together.
    minimumDigitsToGroup = language == "es" || language == "pt" || language == "pl" ? 5 : 4
    hasSymbolFirst = decimalSeparator == "."
    self.currency = currency?.uppercased()
  }

  /// A whole number: `12,345`.
  func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let sign = number < 0 ? "−" : ""
    guard digits.utf8.count >= minimumDigitsToGroup else { return sign + digits }
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { grouped += groupSeparator }
      grouped.append(digit)
    }
    return sign + grouped
  }

  /// A part of a whole, given in thousandths: `34%`, `34 %`; less than half a percent is `<1%`.
  func percent(_ permille: Int) -> String {
    let whole = (permille + 5) / 10
    let text = permille > 0 && whole == 0 ? "<1" : String(whole)
    return text + (hasSymbolFirst ? "%" : "\u{A0}%")
  }

  /// A price in hundredths of the currency, with its sign: `€24.90`, `24,90 €`, `CHF 24.90`.
  func price(_ hundredths: Int) -> String {
    let (whole, cents) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    var number = (hundredths < 0 ? "−" : "") + count(Int(whole))
    if cents != 0 || currency != "JPY" {
      number += decimalSeparator + (cents < 10 ? "0" : "") + String(cents)
    }
    guard let currency else { return number }
    guard hasSymbolFirst else { return "\(number)\u{A0}\(Self.symbols[currency] ?? currency)" }
    guard let symbol = Self.symbols[currency] else { return "\(currency)\u{A0}\(number)" }
    return symbol + number
  }

  private static let symbols = [
    "EUR": "€", "GBP": "£", "INR": "₹", "JPY": "¥", "USD": "$",
  ]
}
