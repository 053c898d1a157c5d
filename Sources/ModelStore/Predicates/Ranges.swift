import Foundation

extension PredicateExpressions.Range: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    .range(lower: try builder.term(lower), upper: try builder.term(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    .range(lower: try builder.term(lower), upper: try builder.term(upper), isClosed: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let ends = try builder.term(range)
    let value = try builder.scalar(element)
    switch ends {
    case .range(let lower, let upper, let isClosed):
      let (low, high) = (try builder.scalar(of: lower, self), try builder.scalar(of: upper, self))
      return .scalar(
        .condition(
          "(\(value.sql) >= \(low.sql) AND \(value.sql) \(raw: isClosed ? "<=" : "<") \(high.sql))")
      )
    case .constant(let range as any ConstantRange):
      var tests: [SQLText] = []
      if let lower = range.lowerEnd {
        tests.append("\(value.sql) >= \(try builder.scalar(of: .constant(lower), self).sql)")
      }
      if let upper = range.upperEnd {
        let sign = range.isClosedAbove ? "<=" : "<"
        tests.append(
          "\(value.sql) \(raw: sign) \(try builder.scalar(of: .constant(upper), self).sql)")
      }
      return .scalar(.condition("(\(tests.joined(separator: " AND ")))"))
    default: throw builder.unsupported(self, "on what is no range")
    }
  }
}

/// A range that is known before the query runs.
private protocol ConstantRange {
  var lowerEnd: Any? { get }
  var upperEnd: Any? { get }
  var isClosedAbove: Bool { get }
}

extension Range: ConstantRange {
  fileprivate var lowerEnd: Any? { lowerBound }
  fileprivate var upperEnd: Any? { upperBound }
  fileprivate var isClosedAbove: Bool { false }
}

extension ClosedRange: ConstantRange {
  fileprivate var lowerEnd: Any? { lowerBound }
  fileprivate var upperEnd: Any? { upperBound }
  fileprivate var isClosedAbove: Bool { true }
}

extension PartialRangeFrom: ConstantRange {
  fileprivate var lowerEnd: Any? { lowerBound }
  fileprivate var upperEnd: Any? { nil }
  fileprivate var isClosedAbove: Bool { true }
}

extension PartialRangeUpTo: ConstantRange {
  fileprivate var lowerEnd: Any? { nil }
  fileprivate var upperEnd: Any? { upperBound }
  fileprivate var isClosedAbove: Bool { false }
}

extension PartialRangeThrough: ConstantRange {
  fileprivate var lowerEnd: Any? { nil }
  fileprivate var upperEnd: Any? { upperBound }
  fileprivate var isClosedAbove: Bool { true }
}
