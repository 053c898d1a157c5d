import Diagnostics
import PackingLists

/// Reads quantities: `3x`, `x3`, `(x3)`, `x{nights+1}`.
struct QuantityReader {
  /// What an expression may use; nil where it is worked out later, in the trip that includes it.
  var values: QuantityExpression.Values?
  /// Whether `5 shirts` and `socks (3)` are quantities too.
  var isGenerous = false

  /// A number of pieces as it was found.
  private enum Found {
    case number([UInt8])
    case expression([UInt8])
  }

  // MARK: At the end

  /// Reads the quantity that ends a range, and gives where it starts; nil where there is none.
  func trailing(_ text: InlineText, _ range: Range<Int>, into result: inout ItemText) -> Int? {
    let bytes = text.bytes
    let last = bytes[range.upperBound - 1]
    if last == UInt8(ascii: "}") {
      guard let (start, found) = trailingExpression(bytes, range) else { return nil }
      return accept(found, bytes[start..<range.upperBound], into: &result) ? start : nil
    }
    if last.isDigit {
      guard let (start, found) = signThenNumber(bytes, range) else { return nil }
      return accept(found, bytes[start..<range.upperBound], into: &result) ? start : nil
    }
    let sign = signLength(before: range.upperBound, in: bytes, from: range.lowerBound)
    guard sign > 0 else { return nil }
    let end = range.upperBound - sign
    let start = digitsStart(before: end, in: bytes, from: range.lowerBound)
    if start < end {
      guard isWordStart(start, in: bytes, from: range.lowerBound) else { return nil }
      return accept(
        .number(Array(bytes[start..<end])), bytes[start..<range.upperBound], into: &result)
        ? start : nil
    }
    guard end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "}"),
      let brace = opening(before: end - 1, in: bytes, from: range.lowerBound),
      isWordStart(brace, in: bytes, from: range.lowerBound)
    else { return nil }
    return accept(
      .expression(Array(bytes[brace + 1..<end - 1])), bytes[brace..<range.upperBound],
      into: &result) ? brace : nil
  }

  /// `x3` or `x 3`, unless a number stands before: `3 x 3`.
  private func signThenNumber(_ bytes: [UInt8], _ range: Range<Int>) -> (Int, Found)? {
    let digits = digitsStart(before: range.upperBound, in: bytes, from: range.lowerBound)
    let gap = Blanks.trimmed(range.lowerBound..<digits, in: bytes).upperBound
    let sign = signLength(before: gap, in: bytes, from: range.lowerBound)
    guard sign > 0, isWordStart(gap - sign, in: bytes, from: range.lowerBound) else { return nil }
    let before = Blanks.trimmed(range.lowerBound..<gap - sign, in: bytes)
    if !before.isEmpty, bytes[before.upperBound - 1].isDigit { return nil }
    return (gap - sign, .number(Array(bytes[digits..<range.upperBound])))
  }

  private func trailingExpression(_ bytes: [UInt8], _ range: Range<Int>) -> (Int, Found)? {
    guard let brace = opening(before: range.upperBound - 1, in: bytes, from: range.lowerBound)
    else { return nil }
    let gap = Blanks.trimmed(range.lowerBound..<brace, in: bytes).upperBound
    let sign = signLength(before: gap, in: bytes, from: range.lowerBound)
    guard sign > 0, isWordStart(gap - sign, in: bytes, from: range.lowerBound) else { return nil }
    return (gap - sign, .expression(Array(bytes[brace + 1..<range.upperBound - 1])))
  }

  // MARK: Alone, and at the start

  /// Reads a range that is nothing but a quantity, as in `(x3)`.
  func whole(_ text: InlineText, _ range: Range<Int>, into result: inout ItemText) -> Bool {
    let range = Blanks.trimmed(range, in: text.bytes)
    guard !range.isEmpty else { return false }
    var trial = result
    if let start = trailing(text, range, into: &trial), start == range.lowerBound {
      result = trial
      return true
    }
    result.problems = trial.problems
    return false
  }

  /// Reads `3x`, `3 x` or `{days} x` at the start of a range, and gives what follows it.
  func leading(_ text: InlineText, _ range: Range<Int>, into result: inout ItemText) -> Range<Int>?
  {
    let bytes = text.bytes
    guard let first = range.isEmpty ? nil : bytes[range.lowerBound], !text.isCode(range.lowerBound)
    else { return nil }
    let found: Found
    var index = range.lowerBound
    if first == UInt8(ascii: "{") {
      guard let brace = bytes[range].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      found = .expression(Array(bytes[range.lowerBound + 1..<brace]))
      index = brace + 1
    } else {
      while index < range.upperBound, bytes[index].isDigit { index += 1 }
      guard index > range.lowerBound else { return nil }
      found = .number(Array(bytes[range.lowerBound..<index]))
    }
    let numberEnd = index
    while true {
      let blank = Blanks.length(at: index, in: bytes, upTo: range.upperBound)
      if blank == 0 { break }
      index += blank
    }
    let isApart = index > numberEnd
    index += signLength(at: index, in: bytes, upTo: range.upperBound)
    guard index > numberEnd, Blanks.length(at: index, in: bytes, upTo: range.upperBound) > 0,
      signLength(before: index, in: bytes, from: numberEnd) > 0
    else { return nil }
    let rest = Blanks.trimmed(index..<range.upperBound, in: bytes)
    // "10 x 50 binoculars" tells a size.
    guard !rest.isEmpty, !(isApart && bytes[rest.lowerBound].isDigit) else { return nil }
    guard accept(found, bytes[range.lowerBound..<index], into: &result) else { return nil }
    return rest
  }

  // MARK: Generous

  /// Reads `5 shirts` and `socks (3)`, and gives the name without the number.
  func generous(_ name: String, into result: inout ItemText) -> String {
    let bytes = Array(name.utf8)
    if let space = bytes.firstIndex(of: 0x20), space > 0, bytes[..<space].allSatisfy(\.isDigit),
      space + 1 < bytes.count, !bytes[space + 1].isDigit,
      accept(.number(Array(bytes[..<space])), bytes[..<space], into: &result)
    {
      return PlainWords.tidied(bytes[space...])
    }
    if bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > 0,
      open + 1 < bytes.count - 1, bytes[open + 1..<bytes.count - 1].allSatisfy(\.isDigit),
      accept(.number(Array(bytes[open + 1..<bytes.count - 1])), bytes[open...], into: &result)
    {
      return PlainWords.tidied(bytes[..<open])
    }
    return name
  }

  // MARK: Numbers and expressions

  /// Takes a quantity over, or says what is wrong with it and leaves it.
  private func accept(_ found: Found, _ words: ArraySlice<UInt8>, into result: inout ItemText)
    -> Bool
  {
    switch found {
    case .number(let digits):
      let value = digits.count > 9 ? Int.max : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      if (1...QuantityExpression.maximumQuantity).contains(value) {
        result.quantity = value
        return true
      }
      let number = String(decoding: digits, as: UTF8.self)
      result.problems.append(
        value == 0
          ? ItemText.Problem(
            code: .itemQuantity,
            message: "quantity must be 1 or more, got \"\(number)\"; kept in the name",
            hint: "write it as \"x2\", or leave it out for 1", words: Array(words))
          : ItemText.Problem(
            code: .itemQuantity,
            message: "quantity must be at most \(QuantityExpression.maximumQuantity), got "
              + "\"\(number)\"; kept in the name",
            hint: "write a smaller number", words: Array(words)))
      return false
    case .expression(let expression):
      return accept(expression: String(decoding: expression, as: UTF8.self), words, into: &result)
    }
  }

  private func accept(
    expression: String, _ words: ArraySlice<UInt8>, into result: inout ItemText
  ) -> Bool {
    do {
      let parsed = try QuantityExpression(parsing: expression)
      if let values { result.quantity = try parsed.evaluated(with: values) }
      result.expression = parsed
      return true
    } catch {
      result.problems.append(Self.problem(error, in: expression, words: Array(words)))
      return false
    }
  }

  static func problem(
    _ failure: QuantityExpression.Failure, in expression: String, words: [UInt8]
  ) -> ItemText.Problem {
    let known = QuantityExpression.Name.allCases.map(\.rawValue)
    let hint: String
    let message: String
    var code = DiagnosticCode.itemQuantity
    switch failure {
    case .syntax:
      message = "\"{\(expression)}\" is no quantity; kept in the name"
      hint = "write it as \"x{nights+1}\", with whole numbers, + - * /, min, max and parentheses"
    case .unknownName(let name):
      code = .quantityUnknownName
      message = "a quantity knows no \"\(name)\"; \"{\(expression)}\" is kept in the name"
      if let meant = nearest(to: name, in: known) {
        hint = "did you mean \"\(meant)\"?"
      } else {
        hint = "use one of: \(known.joined(separator: ", "))"
      }
    case .missingValue(let name):
      code = .quantityUnknownName
      message =
        "the trip does not say its \(name.rawValue); \"{\(expression)}\" is kept in the name"
      hint = "give the trip \"start\" and \"end\", or \"nights\""
    case .divisionByZero:
      message = "\"{\(expression)}\" divides by zero; kept in the name"
      hint = "use \"max(1, …)\" around what may be zero"
    case .overflow:
      message =
        "\"{\(expression)}\" is more than \(QuantityExpression.maximumQuantity); kept in the name"
      hint = "use smaller numbers"
    case .tooDeep:
      message = "the parentheses of \"{\(expression)}\" lie too deep; kept in the name"
      hint = "write it with fewer parentheses"
    }
    return ItemText.Problem(code: code, message: message, hint: hint, words: words)
  }

  // MARK: Bytes

  private func signLength(at index: Int, in bytes: [UInt8], upTo end: Int) -> Int {
    guard index < end else { return 0 }
    if bytes[index] == UInt8(ascii: "x") { return 1 }
    return index + 1 < end && bytes[index] == 0xC3 && bytes[index + 1] == 0x97 ? 2 : 0
  }

  private func signLength(before end: Int, in bytes: [UInt8], from start: Int) -> Int {
    guard end > start else { return 0 }
    if bytes[end - 1] == UInt8(ascii: "x") { return 1 }
    return end - 2 >= start && bytes[end - 2] == 0xC3 && bytes[end - 1] == 0x97 ? 2 : 0
  }

  private func digitsStart(before end: Int, in bytes: [UInt8], from start: Int) -> Int {
    var index = end
    while index > start, bytes[index - 1].isDigit { index -= 1 }
    return index
  }

  private func isWordStart(_ index: Int, in bytes: [UInt8], from start: Int) -> Bool {
    index == start || Blanks.length(before: index, in: bytes, from: start) > 0
      || bytes[index - 1] == UInt8(ascii: ",")
  }

  private func opening(before end: Int, in bytes: [UInt8], from start: Int) -> Int? {
    bytes[start..<end].lastIndex(of: UInt8(ascii: "{"))
  }
}
