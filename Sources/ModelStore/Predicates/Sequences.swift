import Foundation
import SQLite

extension PredicateExpressions.SequenceContains: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let (list, item) = (try builder.term(sequence), try builder.term(element))
    switch (list, item) {
    case (.constant, .constant): return .folded(try foldedValue())
    case (.constant(let values?), _): return .scalar(try builder.membership(item, values, self))
    case (.objects(let objects), _):
      let key = try builder.scalar(of: item, self)
      let found = try builder.subquery("1", objects) { builder, each in
        "\(try builder.scalar(of: each, self).sql) IS \(key.sql)"
      }
      return .scalar(.condition("EXISTS \(found)"))
    case (.scalar(let text), .constant(let character as Character)):
      let value = SQLValue.text(String(character)._canonical)
      return .scalar(.condition("text_contains(\(text.sql), \(value: value))"))
    default:
      // A list kept as JSON is refused by its name.
      if case .scalar = list { _ = try builder.scalar(of: list, self) }
      throw builder.unsupported(self, "in what is no list of constants and no relationship")
    }
  }
}

extension PredicateBuilder {
  /// Whether a value is one of some constants.
  fileprivate func membership(_ item: Term, _ values: Any, _ expression: Any) throws -> Scalar {
    guard let sequence = values as? any Sequence else {
      throw unsupported(expression, "in what is no list")
    }
    let subject = try scalar(of: item, expression)
    var constants: [SQLText] = []
    var hasNil = false
    for value in AnySequence<Any>(erasing: sequence) {
      guard let value = flattened(value) else {
        hasNil = true
        continue
      }
      guard let constant = SQLValue(constant: value) else {
        throw unsupported(expression, "with a value of type \(type(of: value))")
      }
      constants.append("\(value: constant)")
    }
    let list: SQLText = "\(subject.sql) IN (\(constants.joined(separator: ", ")))"
    // `NULL IN (…)` is NULL, and nil is either in the list or not.
    if hasNil { return .condition("(\(subject.sql) IS NULL OR \(list))") }
    return subject.isOptional
      ? .condition("(\(subject.sql) IS NOT NULL AND \(list))") : .condition("(\(list))")
  }
}

extension AnySequence where Element == Any {
  fileprivate init(erasing sequence: some Sequence) {
    self.init(sequence.lazy.map { $0 as Any })
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    switch try builder.term(sequence) {
    case .objects(let objects):
      let found = try builder.subquery("1", objects) { builder, element in
        try builder.with(variable.key, element) { try $0.condition(test) }
      }
      return .scalar(.condition("EXISTS \(found)"))
    case .constant(let values?):
      let tests = try builder.tests(values, variable.key, test, self)
      return .scalar(.condition(tests.isEmpty ? "0" : "(\(tests.joined(separator: " OR ")))"))
    default: throw builder.unsupported(self, "on what is no relationship to many")
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    switch try builder.term(sequence) {
    case .objects(let objects):
      let found = try builder.subquery("1", objects) { builder, element in
        try builder.with(variable.key, element) { "(\(try $0.condition(test))) IS NOT 1" }
      }
      return .scalar(.condition("NOT EXISTS \(found)"))
    case .constant(let values?):
      let tests = try builder.tests(values, variable.key, test, self)
      return .scalar(.condition(tests.isEmpty ? "1" : "(\(tests.joined(separator: " AND ")))"))
    default: throw builder.unsupported(self, "on what is no relationship to many")
    }
  }
}

extension PredicateBuilder {
  /// One test for each of some constants.
  fileprivate mutating func tests(
    _ values: Any, _ variable: PredicateExpressions.VariableID, _ test: Any, _ expression: Any
  ) throws -> [SQLText] {
    guard let sequence = values as? any Sequence else {
      throw unsupported(expression, "in what is no list")
    }
    var tests: [SQLText] = []
    for value in AnySequence<Any>(erasing: sequence) {
      tests.append(try with(variable, .folded(value)) { "(\(try $0.condition(test)))" })
    }
    return tests
  }
}

extension PredicateExpressions.Filter: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    guard case .objects(var objects) = try builder.term(sequence),
      let test = filter as? any SQLExpression
    else { throw builder.unsupported(self, "on what is no relationship to many") }
    objects.filters.append((variable.key, test))
    return .objects(objects)
  }
}

extension PredicateExpressions.SequenceMaximum: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    guard case .constant = try builder.term(elements) else {
      throw builder.unsupported(self, "on values of the rows")
    }
    return .folded(try foldedValue() as Any)
  }
}

extension PredicateExpressions.SequenceMinimum: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    guard case .constant = try builder.term(elements) else {
      throw builder.unsupported(self, "on values of the rows")
    }
    return .folded(try foldedValue() as Any)
  }
}
