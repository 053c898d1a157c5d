import PackingLists

/// The same arithmetic told once more, with doubles: what an expression is worth, nearly.
struct DoubleExpression {
  private var rest: Substring
  private let values: QuantityExpression.Values

  init(_ text: String, _ values: QuantityExpression.Values) {
    let plain = text.replacing("−", with: "-").replacing("×", with: "*")
    rest = plain.filter { $0 != " " && $0 != "\t" }[...]
    self.values = values
  }

  /// Its value; nil where it is none.
  mutating func value() -> Double? {
    guard let result = sum(), rest.isEmpty else { return nil }
    return result
  }

  private mutating func take(_ sign: String) -> Bool {
    guard rest.hasPrefix(sign) else { return false }
    rest = rest.dropFirst(sign.count)
    return true
  }

  private mutating func sum() -> Double? {
    guard var result = product() else { return nil }
    while true {
      if take("+") {
        guard let right = product() else { return nil }
        result += right
      } else if take("-") {
        guard let right = product() else { return nil }
        result -= right
      } else {
        return result
      }
    }
  }

  private mutating func product() -> Double? {
    guard var result = factor() else { return nil }
    while true {
      if take("*") {
        guard let right = factor() else { return nil }
        result *= right
      } else if take("/") {
        guard let right = factor() else { return nil }
        result /= right
      } else {
        return result
      }
    }
  }

  private mutating func factor() -> Double? {
    if take("-") { return factor().map { -$0 } }
    if take("(") {
      guard let inner = sum(), take(")") else { return nil }
      return inner
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      rest = rest.dropFirst(digits.count)
      return Double(digits)
    }
    if take("min(") { return list(min) }
    if take("max(") { return list(max) }
    if take("nights") { return values.nights.map(Double.init) }
    if take("days") { return values.nights.map { Double($0 + 1) } }
    if take("travellers") { return values.travellers.map(Double.init) }
    return nil
  }

  private mutating func list(_ join: (Double, Double) -> Double) -> Double? {
    guard var result = sum() else { return nil }
    while take(",") {
      guard let next = sum() else { return nil }
      result = join(result, next)
    }
    return take(")") ? result : nil
  }
}
