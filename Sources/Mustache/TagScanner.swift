/// A tag in a template, before anyone asks what it belongs to.
struct Tag {
  enum Kind {
    case escaped, raw, section, inverted, close, partial, parent, block
    /// A comment or a change of delimiters: shows nothing.
    case silent
  }

  var kind: Kind
  /// The whole tag with its delimiters.
  var range: Range<Int>
  /// What it names, without the blanks around.
  var name: Range<Int>
}

/// Finds the tags of a template, one after the other, and follows changes of the delimiters.
struct TagScanner {
  private let source: TemplateSource
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  private var position: Int
  private(set) var problems: [TemplateProblem] = []

  init(_ source: TemplateSource) {
    self.source = source
    position = source.start
  }

  /// Whether a closing tag begins at that offset, read with the delimiters that hold now.
  func isCloseTag(at offset: Int) -> Bool {
    guard source.has(opening, at: offset) else { return false }
    return source.has([slash], at: source.blankEnd(from: offset + opening.count))
  }

  /// The next tag that can be read; what cannot is a problem, and stays text.
  mutating func next() -> Tag? {
    while let start = find(opening, from: position) {
      let inside = start + opening.count
      let tag =
        switch inside < source.bytes.count ? source.bytes[inside] : 0 {
        case UInt8(ascii: "!"): comment(start, inside + 1)
        case UInt8(ascii: "="): delimiters(start, inside + 1)
        case UInt8(ascii: "{"):
          named(.raw, start, inside + 1, closedBy: [UInt8(ascii: "}")] + closing)
        case UInt8(ascii: "&"): named(.raw, start, inside + 1, closedBy: closing)
        case UInt8(ascii: "#"): named(.section, start, inside + 1, closedBy: closing)
        case UInt8(ascii: "^"): named(.inverted, start, inside + 1, closedBy: closing)
        case slash: named(.close, start, inside + 1, closedBy: closing)
        case UInt8(ascii: ">"): named(.partial, start, inside + 1, closedBy: closing)
        case UInt8(ascii: "<"): named(.parent, start, inside + 1, closedBy: closing)
        case UInt8(ascii: "$"): named(.block, start, inside + 1, closedBy: closing)
        default: named(.escaped, start, inside, closedBy: closing)
        }
      if let tag { return tag }
    }
    return nil
  }

  private let slash = UInt8(ascii: "/")

  private func find(_ wanted: [UInt8], from offset: Int) -> Int? {
    var offset = offset
    let first = wanted[0]
    while offset < source.bytes.count {
      if source.bytes[offset] == first, source.has(wanted, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  // MARK: Kinds of tags

  private mutating func comment(_ start: Int, _ inside: Int) -> Tag? {
    guard let end = find(closing, from: inside) else {
      reportUnclosed(start, inside, "this comment is never closed", closedBy: closing)
      position = source.bytes.count
      return nil
    }
    position = end + closing.count
    return Tag(kind: .silent, range: start..<position, name: inside..<end)
  }

  private mutating func named(
    _ kind: Tag.Kind, _ start: Int, _ inside: Int, closedBy expected: [UInt8]
  ) -> Tag? {
    var end = inside
    while end < source.bytes.count, !source.has(expected, at: end) {
      // Another tag begins inside: this one was left open.
      if opening != closing, source.has(opening, at: end) { break }
      end += 1
    }
    guard source.has(expected, at: end) else {
      reportUnclosed(start, inside, "this tag is never closed", closedBy: expected)
      position = end
      return nil
    }
    position = end + expected.count
    return Tag(kind: kind, range: start..<position, name: trimmed(inside..<end))
  }

  private mutating func delimiters(_ start: Int, _ inside: Int) -> Tag? {
    let equals = UInt8(ascii: "=")
    guard let end = find(closing, from: inside) else {
      reportUnclosed(start, inside, "this tag is never closed", closedBy: [equals] + closing)
      position = source.bytes.count
      return nil
    }
    position = end + closing.count
    let range = start..<position
    // The equals sign at the end belongs to the tag, and may touch the second delimiter.
    let isComplete = end > inside && source.bytes[end - 1] == equals
    let given = source.bytes[inside..<max(inside, end - 1)].split(whereSeparator: isSpace)
      .map(Array.init)
    guard isComplete, given.count == 2, !given.joined().contains(equals) else {
      reportDelimiters(range)
      return nil
    }
    opening = given[0]
    closing = given[1]
    return Tag(kind: .silent, range: range, name: inside..<end)
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, isSpace(source.bytes[low]) { low += 1 }
    while high > low, isSpace(source.bytes[high - 1]) { high -= 1 }
    return low..<high
  }

  // MARK: Problems

  private mutating func reportUnclosed(
    _ start: Int, _ inside: Int, _ message: String, closedBy expected: [UInt8]
  ) {
    guard problems.count < TemplateSource.problemLimit else { return }
    var end = inside
    while end < source.bytes.count, !isSpace(source.bytes[end]) { end += 1 }
    problems.append(
      source.problem(
        .syntax, message, at: start..<end,
        hint: "write \"\(String(decoding: expected, as: UTF8.self))\" at its end"))
  }

  private mutating func reportDelimiters(_ range: Range<Int>) {
    guard problems.count < TemplateSource.problemLimit else { return }
    let open = String(decoding: opening, as: UTF8.self)
    let close = String(decoding: closing, as: UTF8.self)
    problems.append(
      source.problem(
        .syntax, "a change of delimiters names two, with a space between and no \"=\" in them",
        at: range, hint: "write it as \(open)=<% %>=\(close)"))
  }
}
