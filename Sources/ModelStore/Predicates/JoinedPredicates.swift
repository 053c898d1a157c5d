public import Foundation

/// Whether both hold of an object.
///
/// Predicates that are made apart and joined are checked by the compiler one by one, so that it takes no
/// longer for many than for a few.
public func && <Input>(
  left: Predicate<Input>, right: Predicate<Input>
) -> Predicate<Input> { joined(.all, [left, right]) }

/// Whether one of two holds of an object, or both.
public func || <Input>(
  left: Predicate<Input>, right: Predicate<Input>
) -> Predicate<Input> { joined(.any, [left, right]) }

/// Whether a predicate does not hold of an object.
public prefix func ! <Input>(predicate: Predicate<Input>) -> Predicate<Input> {
  joined(.none, [predicate])
}

/// Whether all of a list of predicates hold of an object; true for an empty list.
///
/// The list is written line by line, with `if`, `switch` and `for` where they are of use.
public func allOf<Input>(
  @PredicateList<Input> _ predicates: () -> [Predicate<Input>]
) -> Predicate<Input> { joined(.all, predicates()) }

/// Whether at least one of a list of predicates holds of an object; false for an empty list.
public func anyOf<Input>(
  @PredicateList<Input> _ predicates: () -> [Predicate<Input>]
) -> Predicate<Input> { joined(.any, predicates()) }

/// Puts together the list of ``allOf(_:)`` and ``anyOf(_:)``.
@resultBuilder public enum PredicateList<Input> {
  /// One line.
  public static func buildExpression(_ predicate: Predicate<Input>) -> [Predicate<Input>] {
    [predicate]
  }
  /// All lines.
  public static func buildBlock(_ parts: [Predicate<Input>]...) -> [Predicate<Input>] {
    parts.flatMap { $0 }
  }
  /// What is under an `if` without `else`.
  public static func buildOptional(_ part: [Predicate<Input>]?) -> [Predicate<Input>] {
    part ?? []
  }
  /// What is under an `if`.
  public static func buildEither(first: [Predicate<Input>]) -> [Predicate<Input>] { first }
  /// What is under an `else`.
  public static func buildEither(second: [Predicate<Input>]) -> [Predicate<Input>] { second }
  /// What a loop gives.
  public static func buildArray(_ parts: [[Predicate<Input>]]) -> [Predicate<Input>] {
    parts.flatMap { $0 }
  }
}

private func joined<Input>(
  _ kind: JoinedPredicates<Input>.Kind, _ parts: [Predicate<Input>]
) -> Predicate<Input> {
  Predicate<Input> { input in JoinedPredicates(kind: kind, input: input, parts: parts) }
}

/// Predicates of one input that were made apart, as one expression.
struct JoinedPredicates<Input>: StandardPredicateExpression {
  enum Kind: Sendable { case all, any, none }

  let kind: Kind
  let input: PredicateExpressions.Variable<Input>
  let parts: [Predicate<Input>]

  init(kind: Kind, input: PredicateExpressions.Variable<Input>, parts: [Predicate<Input>]) {
    self.kind = kind
    self.input = input
    self.parts = parts
  }

  func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    let value = try input.evaluate(bindings)
    switch kind {
    case .all: return try parts.allSatisfy { try $0.evaluate(value) }
    case .any: return try parts.contains { try $0.evaluate(value) }
    case .none: return try !parts.contains { try $0.evaluate(value) }
    }
  }

  // A predicate's tree must be Codable; the parts of this one have types that only the program knows.
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "joined predicates are not decoded"))
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "joined predicates are not encoded"))
  }
}

extension JoinedPredicates: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    let object = try builder.term(input)
    let conditions: [SQLText] = try parts.map { part in
      try builder.with(part.variable.key, object) { "(\(try $0.condition(part.expression)))" }
    }
    switch kind {
    case .all where conditions.isEmpty: return .constant(true)
    case .any where conditions.isEmpty: return .constant(false)
    case .all: return .scalar(.condition("(\(conditions.joined(separator: " AND ")))"))
    case .any: return .scalar(.condition("(\(conditions.joined(separator: " OR ")))"))
    case .none: return .scalar(.condition("(NOT \(conditions.joined(separator: " OR ")))"))
    }
  }
}
