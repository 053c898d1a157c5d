import Foundation

extension PredicateExpressions.Arithmetic: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let sign: String
    switch op {
    case .add: sign = "+"
    case .subtract: sign = "-"
    case .multiply: sign = "*"
    @unknown default: throw builder.unsupported(self, "which is new to this store")
    }
    return try builder.arithmetic(lhs, sign, rhs) ?? .folded(foldedValue())
  }
}

extension PredicateExpressions.IntDivision: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    try builder.arithmetic(lhs, "/", rhs) ?? .folded(foldedValue())
  }
}

extension PredicateExpressions.IntRemainder: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    try builder.arithmetic(lhs, "%", rhs) ?? .folded(foldedValue())
  }
}

extension PredicateExpressions.FloatDivision: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    try builder.arithmetic(lhs, "/", rhs) ?? .folded(foldedValue())
  }
}

extension PredicateExpressions.UnaryMinus: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let term = try builder.term(wrapped)
    if case .constant = term { return .folded(try foldedValue()) }
    let value = try builder.scalar(of: term, self)
    return .scalar(Scalar(sql: "(-\(value.sql))", isOptional: value.isOptional))
  }
}

extension PredicateBuilder {
  /// Two numbers with a sign between them; nil where both are constants.
  fileprivate mutating func arithmetic(
    _ left: Any, _ sign: String, _ right: Any
  ) throws -> Term? {
    let (a, b) = (try term(left), try term(right))
    if case .constant = a, case .constant = b { return nil }
    let (first, second) = (try scalar(of: a, left), try scalar(of: b, right))
    return .scalar(
      Scalar(
        sql: "(\(first.sql) \(raw: sign) \(second.sql))",
        isOptional: first.isOptional || second.isOptional))
  }
}
