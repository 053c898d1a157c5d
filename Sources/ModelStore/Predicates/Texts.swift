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
  /// What `#Predicate` writes for `localizedStandardContains`: whether a text contains another,
  /// whatever the case and the accents.
  ///
  /// Foundation has no such expression on Linux. This one is made of expressions that it has, so that
  /// a predicate can still be printed and encoded.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> CollectionContainsCollection<KeyPath<Root, String>, KeyPath<Other, String>>
  where Root.Output == String, Other.Output == String {
    build_contains(
      build_KeyPath(root: root, keyPath: \._searchKey),
      build_KeyPath(root: other, keyPath: \._searchKey))
  }
}

extension String {
  /// The text without case and accents, as a search compares it.
  public var _searchKey: String {
    // Most texts are plain ASCII, where this is the same and much faster.
    utf8.allSatisfy { $0 < 0x80 }
      ? lowercased() : folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
