import Foundation

extension PredicateExpressions.Conjunction: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let (left, right) = (try builder.condition(lhs), try builder.condition(rhs))
    return .scalar(.condition("(\(left) AND \(right))"))
  }
}

extension PredicateExpressions.Disjunction: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let (left, right) = (try builder.condition(lhs), try builder.condition(rhs))
    return .scalar(.condition("(\(left) OR \(right))"))
  }
}

extension PredicateExpressions.Negation: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let term = try builder.term(wrapped)
    if case .constant(let value as Bool) = term { return .constant(!value) }
    // So that an index on the column serves.
    if case .scalar(let scalar) = term, !scalar.isCondition {
      return .scalar(.condition("(\(scalar.sql) IS 0)"))
    }
    return .scalar(.condition("(NOT (\(try builder.condition(of: term, self))))"))
  }
}

extension PredicateExpressions.Conditional: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let test = try builder.term(test)
    if case .constant(let value as Bool) = test {
      return value ? try builder.term(trueBranch) : try builder.term(falseBranch)
    }
    let condition = try builder.condition(of: test, self)
    let (first, second) = (try builder.scalar(trueBranch), try builder.scalar(falseBranch))
    return .scalar(
      Scalar(
        sql: "CASE WHEN \(condition) THEN \(first.sql) ELSE \(second.sql) END",
        isOptional: first.isOptional || second.isOptional))
  }
}
