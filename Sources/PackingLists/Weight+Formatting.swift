extension Weight {
  /// The weight as people of a place write it, rounded only here.
  ///
  /// Grams are whole from 10 g on, and become kilograms from 1 kg on: `0.5 g`, `350 g`, `1.25 kg`.
  /// Kilograms have up to two decimals. Ounces have up to one, and become pounds and ounces from
  /// 1 lb on: `2.6 oz`, `2 lb 3 oz`.
  /// - Parameters:
  ///   - unit: The unit that the site shows.
  ///   - decimalSeparator: What stands before decimals, as `Weight.decimalSeparator(of:)` knows.
  /// - Returns: The number with its unit, after a plain space.
  public func formatted(in unit: WeightUnit, decimalSeparator: String = ".") -> String {
    let sign = rawValue < 0 ? "−" : ""
    let size = rawValue.magnitude
    switch unit {
    case .grams:
      if size < 9950 { return sign + Self.decimal(size, per: 1000, 1, decimalSeparator) + " g" }
      if size < 999_500 { return sign + Self.decimal(size, per: 1000, 0, decimalSeparator) + " g" }
      return sign + Self.decimal(size, per: 1_000_000, 2, decimalSeparator) + " kg"
    case .kilograms:
      return sign + Self.decimal(size, per: 1_000_000, 2, decimalSeparator) + " kg"
    case .ounces, .pounds:
      return sign + Self.imperial(size, decimalSeparator)
    }
  }

  /// The sign before decimals in a language, named as in BCP 47: `,` in German, `.` in English.
  public static func decimalSeparator(of language: String) -> String {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    let comma: Set<Substring> = [
      "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id",
      "is", "it", "lt", "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr",
      "sv", "tr", "uk", "vi",
    ]
    guard let first = parts.first, comma.contains(first) else { return "." }
    // Spanish of Mexico and German of Switzerland write a point.
    if (first == "es" && parts.contains("mx")) || parts.contains("ch") || parts.contains("li") {
      return "."
    }
    return ","
  }

  /// A number of units with so many decimals at most, half up, without zeros at its end.
  private static func decimal(
    _ milligrams: UInt, per unit: UInt, _ decimals: Int, _ separator: String
  ) -> String {
    var scale: UInt = 1
    for _ in 0..<decimals { scale *= 10 }
    let rounded = (UInt128(milligrams) * UInt128(scale) + UInt128(unit / 2)) / UInt128(unit)
    return written(UInt(clamping: rounded), scale: scale, decimals: decimals, separator)
  }

  private static func written(
    _ scaled: UInt, scale: UInt, decimals: Int, _ separator: String
  ) -> String {
    var (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    guard rest > 0 else { return String(whole) }
    var places = decimals
    while rest.isMultiple(of: 10) {
      rest /= 10
      places -= 1
    }
    let digits = String(rest)
    let zeros = String(repeating: "0", count: places - digits.utf8.count)
    return String(whole) + separator + zeros + digits
  }

  private static func imperial(_ milligrams: UInt, _ separator: String) -> String {
    let ounce = UInt128(WeightUnit.ounces.nanograms)
    let nanograms = UInt128(milligrams) * 1_000_000
    let tenths = UInt((nanograms * 10 + ounce / 2) / ounce)
    if tenths < 160 { return written(tenths, scale: 10, decimals: 1, separator) + " oz" }
    let ounces = UInt((nanograms + ounce / 2) / ounce)
    let (pounds, rest) = ounces.quotientAndRemainder(dividingBy: 16)
    return rest == 0 ? "\(pounds) lb" : "\(pounds) lb \(rest) oz"
  }
}
