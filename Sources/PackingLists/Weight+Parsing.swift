extension Weight {
  /// More than anyone packs; sums and products of weights below it fit an `Int` with ease.
  static let maximumMilligrams = 1_000_000_000_000

  /// Reads a weight that is written out, such as `350 g`, `1,5 kg`, `2.6oz` or `2 lb 3 oz`.
  ///
  /// A comma or point with digits after it is a decimal one; a comma with exactly three groups
  /// thousands with grams alone (`1,250 g`, but `1,250 kg` is one and a quarter). No-break and
  /// thin spaces group thousands too. The sum is rounded once, to a whole milligram, half up.
  /// - Parameters:
  ///   - text: The whole text is the weight; spaces around it are skipped.
  ///   - defaultUnit: The unit of a bare number; without one, a bare number is no weight.
  ///   - spacesGroupDigits: Whether a plain space groups thousands too, as in a table's cell.
  public init?(
    parsing text: some StringProtocol, defaultUnit: WeightUnit? = nil,
    spacesGroupDigits: Bool = false
  ) {
    var text = String(text)
    if let grams = text.withUTF8(Self.wholeGrams) {
      self.init(rawValue: grams * 1000)
      return
    }
    var scanner = WeightScanner(text, spacesGroupDigits: spacesGroupDigits)
    guard let weight = scanner.weight(defaultUnit: defaultUnit) else { return nil }
    self = weight
  }

  /// The number of `350 g` or `350g`, as nearly all weights are written; nil where it is another text.
  private static func wholeGrams(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count <= 8, bytes.last == UInt8(ascii: "g") else { return nil }
    var digits = bytes.dropLast()
    if digits.last == UInt8(ascii: " ") { digits.removeLast() }
    guard !digits.isEmpty else { return nil }
    var grams = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      grams = grams * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return grams
  }
}

/// Reads numbers and units from the bytes of a text.
private struct WeightScanner {
  private let bytes: [UInt8]
  private let spacesGroupDigits: Bool
  private var index = 0

  init(_ text: String, spacesGroupDigits: Bool) {
    bytes = Array(text.utf8)
    self.spacesGroupDigits = spacesGroupDigits
  }

  mutating func weight(defaultUnit: WeightUnit?) -> Weight? {
    skipSpaces()
    guard let number = number() else { return nil }
    skipSpaces()
    guard let unit = unit() else {
      guard let defaultUnit, index == bytes.count else { return nil }
      return Self.rounded([number.mass(in: defaultUnit)])
    }
    var masses = [number.mass(in: unit)]
    skipSpaces()
    if unit == .pounds, index < bytes.count {
      guard let rest = self.number() else { return nil }
      skipSpaces()
      guard self.unit() == .ounces else { return nil }
      masses.append(rest.mass(in: .ounces))
      skipSpaces()
    }
    guard index == bytes.count else { return nil }
    return Self.rounded(masses)
  }

  private static func rounded(_ masses: [Mass?]) -> Weight? {
    var sum = Mass(value: 0, denominator: 1)
    for mass in masses {
      guard let mass, let next = sum.adding(mass) else { return nil }
      sum = next
    }
    let unit = Int128(sum.denominator)
    let milligrams = (sum.value + unit / 2) / unit
    guard milligrams <= Int128(Weight.maximumMilligrams) else { return nil }
    return Weight(rawValue: Int(milligrams))
  }

  // MARK: Numbers

  /// A decimal number as it is written.
  private struct Number {
    /// Its parts: digits between commas, points and spaces.
    var groups: [[UInt8]]
    /// What stands between them.
    var separators: [Separator]

    /// The exact mass of so many units.
    func mass(in unit: WeightUnit) -> Mass? {
      guard let (whole, fraction) = parts(in: unit) else { return nil }
      let digits = whole + fraction
      guard digits.count <= 18, fraction.count <= 9, let mantissa = Self.value(of: digits)
      else { return nil }
      var denominator: Int128 = 1_000_000
      for _ in fraction { denominator *= 10 }
      return Mass(value: Int128(mantissa) * Int128(unit.nanograms), denominator: denominator)
    }

    /// Digits before and after the decimal sign; nil where the signs make no number.
    private func parts(in unit: WeightUnit) -> ([UInt8], [UInt8])? {
      guard let last = separators.last else { return (groups[0], []) }
      let isDecimal: Bool
      switch last {
      case .space: isDecimal = false
      case .comma, .point:
        let other: Separator = last == .comma ? .point : .comma
        if separators.dropLast().contains(last) {
          isDecimal = false
        } else if separators.contains(other) || separators.contains(.space) {
          isDecimal = true
        } else {
          isDecimal = !(last == .comma && unit == .grams && (groups.last?.count ?? 0) == 3)
        }
      }
      let whole = isDecimal ? groups.dropLast() : groups[...]
      let grouping = isDecimal ? separators.dropLast() : separators[...]
      guard Set(grouping).count <= 1, whole.dropFirst().allSatisfy({ $0.count == 3 }),
        whole.count == 1 || (1...3).contains(whole[whole.startIndex].count)
      else { return nil }
      return (whole.flatMap(\.self), isDecimal ? groups[groups.count - 1] : [])
    }

    private static func value(of digits: [UInt8]) -> Int? {
      digits.reduce(into: 0) { $0 = $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
  }

  private enum Separator: Hashable {
    case comma, point, space
  }

  private mutating func number() -> Number? {
    guard let first = digits() else { return nil }
    var number = Number(groups: [first], separators: [])
    while true {
      let start = index
      guard let separator = separator(), let next = digits(),
        separator != .space || next.count == 3
      else {
        index = start
        return number
      }
      number.separators.append(separator)
      number.groups.append(next)
    }
  }

  private mutating func digits() -> [UInt8]? {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      index += 1
    }
    return index > start ? Array(bytes[start..<index]) : nil
  }

  private mutating func separator() -> Separator? {
    switch peek(0) {
    case UInt8(ascii: ","):
      index += 1
      return .comma
    case UInt8(ascii: "."):
      index += 1
      return .point
    case UInt8(ascii: " ") where spacesGroupDigits:
      index += 1
      return .space
    case UInt8(ascii: "'"):
      index += 1
      return .space
    default:
      let length = wideSpaceLength
      index += length
      return length > 0 ? .space : nil
    }
  }

  private mutating func unit() -> WeightUnit? {
    let start = index
    while index < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index]) {
      index += 1
    }
    return WeightUnit(named: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func skipSpaces() {
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") {
        index += 1
      } else if wideSpaceLength > 0 {
        index += wideSpaceLength
      } else {
        return
      }
    }
  }

  /// The bytes of a no-break, narrow no-break, thin or figure space here; 0 where there is none.
  private var wideSpaceLength: Int {
    if peek(0) == 0xC2, peek(1) == 0xA0 { return 2 }
    guard peek(0) == 0xE2, peek(1) == 0x80, let last = peek(2) else { return 0 }
    return [0xAF, 0x89, 0x87].contains(last) ? 3 : 0
  }

  private func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }
}

/// A mass as a fraction of a milligram.
private struct Mass {
  /// The numerator.
  var value: Int128
  /// A power of ten.
  var denominator: Int128

  func adding(_ other: Mass) -> Mass? {
    let common = max(denominator, other.denominator)
    let left = value.multipliedReportingOverflow(by: common / denominator)
    let right = other.value.multipliedReportingOverflow(by: common / other.denominator)
    guard !left.overflow, !right.overflow else { return nil }
    let sum = left.partialValue.addingReportingOverflow(right.partialValue)
    return sum.overflow ? nil : Mass(value: sum.partialValue, denominator: common)
  }
}
