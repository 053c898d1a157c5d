/// Why a PDF file could not be taken apart: it is not of the kind that browsers write.
struct PDFProblem: Error, Hashable {
  /// What was met, for those who look into it.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The syntax of PDF objects, read in place: values are ranges of the bytes.
struct PDFSyntax {
  let bytes: [UInt8]

  /// A value that is neither a list nor a dictionary of others, or the sign that begins one.
  enum Token {
    /// `12 0 R`.
    case reference(Int)
    case integer(Int)
    /// `(…)`.
    case string
    /// `/Name`.
    case name
    /// `<<`, `>>`, `[`, `]`, a number with a fraction, a string in hexadecimal, a keyword.
    case other
  }

  /// The next token at or after a place; nil at the end.
  func token(from start: Int, to end: Int) throws(PDFProblem) -> (kind: Token, range: Range<Int>)? {
    var first = start
    while first < end, Self.isSpace(bytes[first]) { first += 1 }
    guard first < end else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "/"): return (.name, first..<regular(from: first + 1, to: end))
    case UInt8(ascii: "("): return (.string, first..<(try stringEnd(from: first, to: end)))
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      if first + 1 < end, bytes[first + 1] == bytes[first] { return (.other, first..<first + 2) }
      guard bytes[first] == UInt8(ascii: "<"),
        let close = bytes[first..<end].firstIndex(of: UInt8(ascii: ">"))
      else { throw PDFProblem("a string in hexadecimal without end") }
      return (.other, first..<close + 1)
    case UInt8(ascii: "["), UInt8(ascii: "]"): return (.other, first..<first + 1)
    default:
      let last = regular(from: first, to: end)
      guard last > first else { throw PDFProblem("a sign out of place") }
      guard let number = integer(in: first..<last) else { return (.other, first..<last) }
      if let reference = reference(number, after: last, to: end) {
        return (.reference(number), first..<reference)
      }
      return (.integer(number), first..<last)
    }
  }

  /// Where the value that begins at a place ends.
  func end(ofValueAt start: Int, to end: Int) throws(PDFProblem) -> Int {
    var depth = 0
    var place = start
    repeat {
      guard let (kind, range) = try token(from: place, to: end) else {
        throw PDFProblem("a value without end")
      }
      if case .other = kind {
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "<") where isPair(range): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: ">"): depth -= 1
        default: break
        }
      }
      place = range.upperBound
    } while depth > 0
    return place
  }

  /// The entries of a dictionary, in its order.
  func entries(of range: Range<Int>) throws(PDFProblem) -> [(key: String, value: Range<Int>)] {
    guard let (_, open) = try token(from: range.lowerBound, to: range.upperBound), isPair(open),
      bytes[open.lowerBound] == UInt8(ascii: "<")
    else { throw PDFProblem("something that is no dictionary") }
    var entries: [(key: String, value: Range<Int>)] = []
    var place = open.upperBound
    while let (kind, key) = try token(from: place, to: range.upperBound), case .name = kind {
      guard let (_, first) = try token(from: key.upperBound, to: range.upperBound) else { break }
      place = try end(ofValueAt: first.lowerBound, to: range.upperBound)
      entries.append((text(key.dropFirst()), first.lowerBound..<place))
    }
    return entries
  }

  /// The values of a list.
  func values(of range: Range<Int>) throws(PDFProblem) -> [Range<Int>] {
    guard bytes[range.lowerBound] == UInt8(ascii: "[") else {
      throw PDFProblem("something that is no list")
    }
    var values: [Range<Int>] = []
    var place = range.lowerBound + 1
    while let (_, first) = try token(from: place, to: range.upperBound),
      bytes[first.lowerBound] != UInt8(ascii: "]")
    {
      place = try end(ofValueAt: first.lowerBound, to: range.upperBound)
      values.append(first.lowerBound..<place)
    }
    return values
  }

  /// The object that a value refers to.
  func reference(_ range: Range<Int>) throws(PDFProblem) -> Int {
    guard
      case .reference(let number)? = try token(from: range.lowerBound, to: range.upperBound)?.kind
    else { throw PDFProblem("something that is no reference") }
    return number
  }

  /// A whole number.
  func integer(_ range: Range<Int>) throws(PDFProblem) -> Int {
    guard let number = integer(in: range) else { throw PDFProblem("something that is no number") }
    return number
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Signs

  private func isPair(_ range: Range<Int>) -> Bool {
    range.count == 2 && bytes[range.lowerBound] == bytes[range.lowerBound + 1]
  }

  private func integer(in range: Range<Int>) -> Int? {
    guard range.count < 16 else { return nil }
    var number = 0
    for place in range {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return range.isEmpty ? nil : number
  }

  /// Where a reference ends whose first number has been read; nil where it is only a number.
  private func reference(_ number: Int, after start: Int, to end: Int) -> Int? {
    // Files that were never changed have no other generation than 0.
    guard start + 3 < end, bytes[start] == UInt8(ascii: " "),
      bytes[start + 1] == UInt8(ascii: "0"), bytes[start + 2] == UInt8(ascii: " "),
      bytes[start + 3] == UInt8(ascii: "R"), start + 4 == end || !Self.isRegular(bytes[start + 4])
    else { return nil }
    return start + 4
  }

  private func regular(from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, Self.isRegular(bytes[place]) { place += 1 }
    return place
  }

  private func stringEnd(from start: Int, to end: Int) throws(PDFProblem) -> Int {
    var depth = 0
    var place = start
    while place < end {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
      place += 1
    }
    throw PDFProblem("a string without end")
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 10 || byte == 13 || byte == 9 || byte == 12 || byte == 0
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "%"):
      false
    default: true
    }
  }
}
