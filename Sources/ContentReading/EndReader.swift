import PackingLists

/// Takes marks, one weight and one quantity off the end of some words, in any order.
///
/// One closing parenthesis is set aside while it reads, and kept.
struct EndReader {
  let text: InlineText
  let quantities: QuantityReader
  /// What is left of the words.
  private(set) var rest: Range<Int>
  /// The parenthesis that was set aside.
  private(set) var aside: Range<Int>?

  private let whole: Range<Int>
  private var bytes: [UInt8] { text.bytes }

  init(text: InlineText, range: Range<Int>, quantities: QuantityReader) {
    self.text = text
    self.quantities = quantities
    whole = range
    rest = range
  }

  /// Takes off all that there is.
  mutating func readAll(into result: inout ItemText) {
    while !rest.isEmpty, !text.isCode(rest.upperBound - 1) {
      if takeMark(into: &result) || takeWeight(into: &result) || takeQuantity(into: &result) {
        trimEnd()
      } else if !setParenthesisAside() {
        return
      }
    }
  }

  // MARK: Marks

  private mutating func takeMark(into result: inout ItemText) -> Bool {
    let start = quotedMarkStart() ?? lastWordStart()
    guard result.marks.take(bytes[start..<rest.upperBound]) else { return false }
    rest = rest.lowerBound..<start
    return true
  }

  private func lastWordStart() -> Int {
    var start = rest.upperBound
    while start > rest.lowerBound,
      Blanks.length(before: start, in: bytes, from: rest.lowerBound) == 0
    {
      start -= 1
    }
    return start
  }

  /// Where a word such as `bag:"two words"` starts.
  private func quotedMarkStart() -> Int? {
    let openings: [[UInt8]]
    switch bytes[rest.upperBound - 1] {
    case UInt8(ascii: "\""): openings = [Array("\"".utf8)]
    case 0x9C, 0x9D: openings = [Array("“".utf8), Array("„".utf8)]
    default: return nil
    }
    for opening in openings {
      var index = rest.upperBound - 1 - opening.count
      while index > rest.lowerBound {
        if bytes[index..<index + opening.count].elementsEqual(opening) {
          return keyStart(before: index)
        }
        index -= 1
      }
    }
    return nil
  }

  private func keyStart(before index: Int) -> Int? {
    for key in ["bag:", "@"] {
      let start = index - key.utf8.count
      guard start >= rest.lowerBound,
        String(decoding: bytes[start..<index], as: UTF8.self).lowercased() == key,
        start == rest.lowerBound
          || Blanks.length(before: start, in: bytes, from: rest.lowerBound) > 0
      else { continue }
      return start
    }
    return nil
  }

  // MARK: Weight

  private mutating func takeWeight(into result: inout ItemText) -> Bool {
    guard result.weight == nil else { return false }
    if let inner = parenthesis(), let weight = weight(in: inner) {
      result.weight = weight
      rest = rest.lowerBound..<inner.lowerBound - 1
      return true
    }
    guard bytes[rest.upperBound - 1].isASCIILetter else { return false }
    // Most names have no digit at all, and need not be taken apart.
    guard bytes[rest].contains(where: \.isDigit) else { return false }
    // "2 lb 3 oz" has four words; the longest that reads as a weight is one.
    var starts: [Int] = []
    var end = rest.upperBound
    while starts.count < 4, end > rest.lowerBound {
      let start = wordStart(before: end)
      starts.append(start)
      end = Blanks.trimmed(rest.lowerBound..<start, in: bytes).upperBound
    }
    for start in starts.reversed() {
      for begin in [start, afterComma(in: start)].compactMap(\.self) {
        guard bytes[begin].isDigit, let weight = weight(in: begin..<rest.upperBound) else {
          continue
        }
        guard !isPartOfNumber(begin) else { return false }
        result.weight = weight
        rest = rest.lowerBound..<begin
        return true
      }
    }
    return false
  }

  private func weight(in range: Range<Int>) -> Weight? {
    // No weight is written with more, and every word of a long text need not be tried.
    guard range.count <= 48 else { return nil }
    return Weight(parsing: String(decoding: bytes[range], as: UTF8.self))
  }

  private func wordStart(before end: Int) -> Int {
    var start = end
    while start > rest.lowerBound,
      Blanks.length(before: start, in: bytes, from: rest.lowerBound) == 0
    {
      start -= 1
    }
    return start
  }

  /// The byte after a comma in the word at an index, if a number follows and none comes before.
  private func afterComma(in start: Int) -> Int? {
    guard let comma = bytes[start..<rest.upperBound].firstIndex(of: UInt8(ascii: ",")),
      comma > start, !bytes[comma - 1].isDigit, comma + 1 < rest.upperBound
    else { return nil }
    return comma + 1
  }

  /// Whether the digits from an index on may belong to what stands before: `1 050 g`, `2 - 3 kg`,
  /// `5 x 30 g`.
  private func isPartOfNumber(_ begin: Int) -> Bool {
    let end = Blanks.trimmed(rest.lowerBound..<begin, in: bytes).upperBound
    guard end > rest.lowerBound, end < begin else { return false }
    let start = wordStart(before: end)
    let word = bytes[start..<end]
    if word.allSatisfy(\.isDigit) {
      let digits = bytes[begin..<rest.upperBound].prefix { $0.isDigit }.count
      return digits == 3 && word.count <= 3
    }
    let isJoint =
      ["-", "x", "*"].contains { word.elementsEqual($0.utf8) }
      || ["–", "—", "×", "/"].contains { word.elementsEqual($0.utf8) }
    guard isJoint else { return false }
    let before = Blanks.trimmed(rest.lowerBound..<start, in: bytes)
    return !before.isEmpty && bytes[before.upperBound - 1].isDigit
  }

  // MARK: Quantity

  private mutating func takeQuantity(into result: inout ItemText) -> Bool {
    guard result.quantity == nil, result.expression == nil else { return false }
    if let inner = parenthesis(), quantities.whole(text, inner, into: &result) {
      rest = rest.lowerBound..<inner.lowerBound - 1
      return true
    }
    guard let start = quantities.trailing(text, rest, into: &result) else { return false }
    rest = rest.lowerBound..<start
    return true
  }

  // MARK: Parentheses

  /// What lies between the parentheses that end the words.
  private func parenthesis() -> Range<Int>? {
    guard bytes[rest.upperBound - 1] == UInt8(ascii: ")") else { return nil }
    var depth = 0
    var index = rest.upperBound
    while index > rest.lowerBound {
      index -= 1
      switch bytes[index] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("):
        depth -= 1
        if depth == 0 { return index + 1..<rest.upperBound - 1 }
      default: break
      }
    }
    return nil
  }

  private mutating func setParenthesisAside() -> Bool {
    guard aside == nil, rest.upperBound == whole.upperBound || hasTakenSomething,
      let inner = parenthesis()
    else { return false }
    let start = inner.lowerBound - 1
    guard start > rest.lowerBound,
      Blanks.length(before: start, in: bytes, from: rest.lowerBound) > 0
    else { return false }
    aside = start..<rest.upperBound
    rest = Blanks.trimmed(rest.lowerBound..<start, in: bytes)
    return true
  }

  private var hasTakenSomething: Bool { rest.upperBound < whole.upperBound }

  /// Drops blanks, and the comma or colon before what was taken off.
  private mutating func trimEnd() {
    rest = Blanks.trimmed(rest, in: bytes)
    while let last = rest.isEmpty ? nil : bytes[rest.upperBound - 1],
      last == UInt8(ascii: ",") || last == UInt8(ascii: ";") || last == UInt8(ascii: ":")
    {
      rest = Blanks.trimmed(rest.lowerBound..<rest.upperBound - 1, in: bytes)
    }
  }
}
