public import Foundation

extension PredicateExpressions.CollectionContainsCollection: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    try builder.textTest("text_contains", base, other, self) ?? .folded(foldedValue())
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    try builder.textTest("text_starts", base, prefix, self) ?? .folded(foldedValue())
  }
}

extension PredicateBuilder {
  /// A test of two texts by one of the store's functions; nil where both are constants.
  fileprivate mutating func textTest(
    _ function: String, _ subject: Any, _ part: Any, _ expression: Any
  ) throws -> Term? {
    let (left, right) = (try term(subject), try term(part))
    if case .constant = left, case .constant = right { return nil }
    let (a, b) = (try scalar(of: left, expression), try scalar(of: right, expression))
    return .scalar(.condition("\(raw: function)(\(a.sql), \(b.sql))"))
  }
}

extension PredicateExpressions {
  /// Whether a text contains another, whatever the case and the accents: what a person typing into a
  /// search field expects.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Always a Bool.
    public typealias Output = Bool
    /// The text that is searched.
    public let root: Root
    /// The text that is looked for.
    public let other: Other

    /// Makes the expression.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Whether the text is found.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      TextFunctions.matches(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }
  }

  /// What `#Predicate` writes for `localizedStandardContains`.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: SQLExpression {
  func term(_ builder: inout PredicateBuilder) throws -> Term {
    try builder.textTest("text_matches", root, other, self) ?? .folded(foldedValue())
  }
}
