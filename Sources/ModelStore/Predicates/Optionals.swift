import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let wrapped = try builder.term(wrapped)
    if case .constant(nil) = wrapped { return .constant(nil) }
    let result = try builder.with(variable.key, wrapped) { try $0.term(transform) }
    switch (wrapped, result) {
    case (.constant, _): return result
    case (_, .scalar(var scalar)) where !scalar.isCondition:
      // A column of what is missing is NULL by itself.
      scalar.isOptional = true
      return .scalar(scalar)
    case (_, .scalar), (_, .constant):
      let test = try builder.scalar(of: wrapped, self)
      let value = try builder.scalar(of: result, self)
      var scalar = Scalar(
        sql: "CASE WHEN \(test.sql) IS NOT NULL THEN \(value.sql) END", isOptional: true)
      if value.isCondition { scalar.whereThere = "(\(test.sql) IS NOT NULL AND \(value.sql))" }
      return .scalar(scalar)
    case (_, .object), (_, .objects), (_, .range): return result
    }
  }
}

extension PredicateExpressions.NilCoalesce: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let left = try builder.term(lhs)
    if case .constant(let value) = left {
      return value == nil ? try builder.term(rhs) : left
    }
    let right = try builder.term(rhs)
    if case .scalar(let scalar) = left, let condition = scalar.whereThere,
      case .constant(let value as Bool) = right, !value
    {
      return .scalar(.condition(condition))
    }
    let (first, second) = (
      try builder.scalar(of: left, self), try builder.scalar(of: right, self)
    )
    return .scalar(
      Scalar(sql: "coalesce(\(first.sql), \(second.sql))", isOptional: second.isOptional))
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let term = try builder.term(inner)
    if case .constant(nil) = term {
      throw builder.unsupported(self, "which unwraps a value that is nil")
    }
    return term
  }
}
