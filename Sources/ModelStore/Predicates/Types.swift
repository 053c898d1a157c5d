import Foundation

extension PredicateExpressions.TypeCheck: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    guard case .object(let object) = try builder.term(input),
      let type = Desired.self as? any PersistentModel.Type
    else { throw builder.unsupported(self, "on what is no model") }
    let kinds = try builder.schema.entity(of: type).kinds
    guard object.entity.isShared else {
      return .constant(kinds.contains { $0 === object.entity })
    }
    let alias = builder.alias(of: object)
    let names = kinds.map { SQLText(raw: "'\($0.name)'") }.joined(separator: ", ")
    return .scalar(.condition("coalesce(\(raw: alias)._model IN (\(names)), 0)"))
  }
}
