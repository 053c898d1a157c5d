import PackingLists
import Testing

@Suite("Quantities that depend on the trip")
struct QuantityExpressionTests {
  private static let values = QuantityExpression.Values(nights: 5, travellers: 2)

  @Test(
    "are worked out exactly and rounded up",
    arguments: [
      ("nights", 5), ("days", 6), ("travellers", 2), ("nights+1", 6), ("nights / 4", 2), ("4", 4),
      ("min(nights, 3) * travellers", 6), ("max(nights, 3, 9)", 9),
      ("(nights + 1) / 2 * 2", 6), ("nights - 10", 1), ("0", 1), ("-nights + 8", 3),
      ("1/3 + 1/3 + 1/3", 1), ("10 / 3 * 3", 10), ("2*3-4/2", 4), ("8 / 2 / 2", 2),
      ("8 - 2 - 2", 4), ("  days  ", 6), ("nights×2", 10), ("nights − 1", 4), ("100000", 100_000),
      ("- - 3", 3), ("max(nights / 2, 1)", 3),
    ])
  func worked(text: String, quantity: Int) throws {
    #expect(try QuantityExpression(parsing: text).evaluated(with: Self.values) == quantity)
  }

  @Test(
    "say what is wrong with them",
    arguments: [
      ("", QuantityExpression.Failure.syntax(offset: 0)), ("nights+", .syntax(offset: 7)),
      ("nights 2", .syntax(offset: 7)), ("(nights", .syntax(offset: 7)),
      ("min", .syntax(offset: 3)), ("min()", .syntax(offset: 4)), ("min(1)", .syntax(offset: 5)),
      ("1.5", .syntax(offset: 1)),
      ("weeks", .unknownName("weeks")), ("Nights", .unknownName("Nights")),
      ("2nights", .syntax(offset: 1)), ("nächte", .unknownName("nächte")),
      ("9999999999", .overflow), (")", .syntax(offset: 0)), ("1;2", .syntax(offset: 1)),
    ])
  func wrong(text: String, failure: QuantityExpression.Failure) {
    #expect(throws: failure) { try QuantityExpression(parsing: text) }
  }

  @Test(
    "may give no number",
    arguments: [
      ("1 / 0", QuantityExpression.Failure.divisionByZero),
      ("1 / (nights - 5)", .divisionByZero), ("100001", .overflow),
      ("999999999 * 999999999 * 999999999", .overflow),
    ])
  func noNumber(text: String, failure: QuantityExpression.Failure) throws {
    let expression = try QuantityExpression(parsing: text)
    #expect(throws: failure) { try expression.evaluated(with: Self.values) }
  }

  @Test(
    "need what the trip does not say",
    arguments: [
      ("nights", QuantityExpression.Name.nights), ("days", .days), ("travellers", .travellers),
    ])
  func missing(text: String, name: QuantityExpression.Name) throws {
    let expression = try QuantityExpression(parsing: text)
    #expect(throws: QuantityExpression.Failure.missingValue(name)) {
      try expression.evaluated(with: QuantityExpression.Values())
    }
  }

  @Test("do not nest without end", arguments: ["(", "-", "min("])
  func deep(opening: String) {
    let text = String(repeating: opening, count: 100_000) + "1"
    #expect(throws: QuantityExpression.Failure.tooDeep) { try QuantityExpression(parsing: text) }
  }
}
