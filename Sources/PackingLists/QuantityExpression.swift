/// A quantity that depends on the trip, such as `nights + 1` or `min(nights, 3) * travellers`.
///
/// Arithmetic is exact; the result is rounded up, and below 1 it is 1.
public struct QuantityExpression: Sendable, Hashable {
  /// What a trip tells an expression; nil where the trip says nothing about it.
  public struct Values: Sendable, Hashable {
    /// Nights away.
    public var nights: Int?
    /// How many travel.
    public var travellers: Int?

    /// Makes the values; `days` is one more than nights.
    public init(nights: Int? = nil, travellers: Int? = nil) {
      self.nights = nights
      self.travellers = travellers
    }
  }

  /// The names that an expression may use.
  public enum Name: String, Sendable, CaseIterable {
    case nights, days, travellers
  }

  /// Why an expression is not understood, or gives no number.
  public enum Failure: Error, Sendable, Hashable {
    /// It is not written as an expression; how many UTF-8 bytes of it come before the trouble.
    case syntax(offset: Int)
    /// It uses a name that there is not.
    case unknownName(String)
    /// The trip says nothing about a name that it uses.
    case missingValue(Name)
    /// It divides by zero.
    case divisionByZero
    /// A number in it is too large.
    case overflow
    /// Its parentheses lie too deep in each other.
    case tooDeep
  }

  /// The largest quantity there may be, of one item.
  public static let maximumQuantity = 100_000
  /// How deep parentheses and signs may lie in each other.
  public static let maximumDepth = 40

  /// As it was written.
  public let text: String

  private let steps: [QuantityStep]

  /// Reads an expression: whole numbers, names, `+ - * /`, `min`, `max` and parentheses.
  public init(parsing text: some StringProtocol) throws(Failure) {
    self.text = String(text)
    var parser = QuantityParser(self.text)
    steps = try parser.parse()
  }

  /// The quantity on a trip: from 1 to `maximumQuantity`.
  public func evaluated(with values: Values) throws(Failure) -> Int {
    var stack: [Fraction] = []
    for step in steps {
      switch step {
      case .number(let number): stack.append(Fraction(number))
      case .name(let name): stack.append(Fraction(try Self.value(of: name, in: values)))
      case .operation(let operation):
        guard let right = stack.popLast(), let left = stack.popLast() else {
          throw .syntax(offset: 0)
        }
        stack.append(try operation.result(left, right))
      }
    }
    guard let result = stack.last else { throw .syntax(offset: 0) }
    let rounded = result.roundedUp
    guard rounded <= Self.maximumQuantity else { throw .overflow }
    return max(1, rounded)
  }

  private static func value(of name: Name, in values: Values) throws(Failure) -> Int {
    let value: Int? =
      switch name {
      case .nights: values.nights
      case .days: values.nights.map { $0 + 1 }
      case .travellers: values.travellers
      }
    guard let value else { throw .missingValue(name) }
    return value
  }
}

/// One step of an expression, operands before their operation.
enum QuantityStep: Sendable, Hashable {
  case number(Int)
  case name(QuantityExpression.Name)
  case operation(QuantityOperation)
}

/// What is done with two numbers.
enum QuantityOperation: Sendable, Hashable {
  case add, subtract, multiply, divide, minimum, maximum

  func result(_ left: Fraction, _ right: Fraction) throws(QuantityExpression.Failure) -> Fraction {
    switch self {
    case .add: try left.adding(right)
    case .subtract: try left.adding(try right.negated)
    case .multiply: try left.multiplied(by: right)
    case .divide: try left.multiplied(by: try right.inverted())
    case .minimum: try left.isLess(than: right) ? left : right
    case .maximum: try left.isLess(than: right) ? right : left
    }
  }
}

/// An exact fraction; its denominator is above 0, and no number divides both parts.
struct Fraction: Sendable, Hashable {
  private let numerator: Int
  private let denominator: Int

  init(_ whole: Int) {
    numerator = whole
    denominator = 1
  }

  private init(_ numerator: Int, over denominator: Int) throws(QuantityExpression.Failure) {
    guard numerator != .min, denominator != .min else { throw .overflow }
    var (larger, smaller) = (abs(numerator), abs(denominator))
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    let divisor = denominator < 0 ? -max(larger, 1) : max(larger, 1)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  var negated: Fraction {
    get throws(QuantityExpression.Failure) { try Fraction(-numerator, over: denominator) }
  }

  var roundedUp: Int {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder > 0 ? quotient + 1 : quotient
  }

  func inverted() throws(QuantityExpression.Failure) -> Fraction {
    guard numerator != 0 else { throw .divisionByZero }
    return try Fraction(denominator, over: numerator)
  }

  func adding(_ other: Fraction) throws(QuantityExpression.Failure) -> Fraction {
    let left = try Self.product(numerator, other.denominator)
    let right = try Self.product(other.numerator, denominator)
    let sum = left.addingReportingOverflow(right)
    guard !sum.overflow else { throw .overflow }
    return try Fraction(
      sum.partialValue, over: try Self.product(denominator, other.denominator))
  }

  func multiplied(by other: Fraction) throws(QuantityExpression.Failure) -> Fraction {
    try Fraction(
      try Self.product(numerator, other.numerator),
      over: try Self.product(denominator, other.denominator))
  }

  func isLess(than other: Fraction) throws(QuantityExpression.Failure) -> Bool {
    try Self.product(numerator, other.denominator) < Self.product(other.numerator, denominator)
  }

  private static func product(_ left: Int, _ right: Int) throws(QuantityExpression.Failure) -> Int {
    let product = left.multipliedReportingOverflow(by: right)
    guard !product.overflow else { throw .overflow }
    return product.partialValue
  }
}
