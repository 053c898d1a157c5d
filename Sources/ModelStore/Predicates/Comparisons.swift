import Foundation

extension PredicateExpressions.Equal: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let (left, right) = (try builder.term(lhs), try builder.term(rhs))
    if case .constant = left, case .constant = right { return .folded(try foldedValue()) }
    return try .scalar(builder.equality(left, right, isEqual: true, self))
  }
}

extension PredicateExpressions.NotEqual: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let (left, right) = (try builder.term(lhs), try builder.term(rhs))
    if case .constant = left, case .constant = right { return .folded(try foldedValue()) }
    return try .scalar(builder.equality(left, right, isEqual: false, self))
  }
}

extension PredicateBuilder {
  /// Equality as Swift has it: nil equals nil, and differs from everything else.
  func equality(
    _ left: Term, _ right: Term, isEqual: Bool, _ expression: Any
  ) throws -> Scalar {
    // A JSON column has no order, yet it is known whether it is empty.
    func isNull(_ term: Term) -> Bool { if case .constant(nil) = term { true } else { false } }
    if case .scalar(let scalar) = left, isNull(right),
      scalar.form == .json || scalar.form == .external
    {
      return .condition("\(scalar.sql) IS \(raw: isEqual ? "" : "NOT ")NULL")
    }
    func isValue(_ term: Term) -> Bool { if case .constant(.some) = term { true } else { false } }
    let values = (isValue(left), isValue(right))
    let (left, right) = (try scalar(of: left, expression), try scalar(of: right, expression))
    // "IS" holds for rows that are missing too, so that SQLite has to look for the others from the wrong
    // end of a join.
    if isEqual, left.isJoined && values.1 || right.isJoined && values.0 {
      let column = left.isJoined ? left : right
      return .condition("(\(column.sql) IS NOT NULL AND \(left.sql) = \(right.sql))")
    }
    return .condition("(\(left.sql) IS \(raw: isEqual ? "" : "NOT ")\(right.sql))")
  }
}

extension PredicateExpressions.Comparison: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let (left, right) = (try builder.term(lhs), try builder.term(rhs))
    if case .constant = left, case .constant = right { return .folded(try foldedValue()) }
    let sign: String
    switch op {
    case .lessThan: sign = "<"
    case .lessThanOrEqual: sign = "<="
    case .greaterThan: sign = ">"
    case .greaterThanOrEqual: sign = ">="
    @unknown default: throw builder.unsupported(self, "which is new to this store")
    }
    let (a, b) = (try builder.scalar(of: left, self), try builder.scalar(of: right, self))
    return .scalar(.condition("(\(a.sql) \(raw: sign) \(b.sql))"))
  }
}
