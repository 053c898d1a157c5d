import Foundation

// Variables, constants and properties: the leaves of a predicate's tree.

extension PredicateExpressions.Variable: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    guard let term = builder.variables[key] else {
      throw builder.unsupported(self, "which stands for nothing here")
    }
    return term
  }
}

extension PredicateExpressions.Value: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term { .folded(value) }
}

extension PredicateExpressions.NilLiteral: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term { .constant(nil) }
}

extension PredicateExpressions.KeyPath: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    switch try builder.term(root) {
    case .constant: return .folded(try foldedValue())
    case .object(let object): return try builder.property(keyPath, of: object)
    case .objects(let objects):
      switch kind {
      case .collectionCount:
        return .scalar(Scalar(sql: try builder.subquery("count(*)", objects)))
      case .collectionIsEmpty:
        return .scalar(.condition("NOT EXISTS \(try builder.subquery("1", objects))"))
      default: throw builder.unsupported(self, "which is not known of a relationship's objects")
      }
    case .scalar(let scalar):
      if let member = builder.member(keyPath, of: scalar) { return .scalar(member) }
      guard scalar.form == .plain else {
        throw builder.unsupported(
          self, "reading into a value of \(scalar.name ?? "a property"), which is kept as one")
      }
      if keyPath == \String._searchKey {
        return .scalar(
          Scalar(sql: "text_searched(\(scalar.sql))", isOptional: scalar.isOptional))
      }
      switch kind {
      case .collectionCount: return .scalar(Scalar(sql: "text_count(\(scalar.sql))"))
      case .collectionIsEmpty: return .scalar(.condition("\(scalar.sql) IS ''"))
      default: throw builder.unsupported(self, "reading \(keyPath), which is no column")
      }
    case .range: throw builder.unsupported(self, "on a range")
    }
  }
}

extension PredicateExpression {
  /// The value of an expression that holds no variable.
  func foldedValue() throws -> Output { try evaluate(PredicateBindings()) }
}
