import Diagnostics
import Markdown
import PackingLists

/// Reads the words of an item: note, marks, weight, quantity and name, in that order.
///
/// What is not understood stays in the name.
struct ItemTextReader {
  let quantities: QuantityReader

  /// Reads the words of a range: those after the box.
  func read(_ text: InlineText, in range: Range<Int>) -> ItemText {
    var result = ItemText()
    let range = Blanks.trimmed(range, in: text.bytes)
    let (nameRange, noteRange) = NoteSeparator.split(text, range)
    let name = readName(text, nameRange, into: &result)
    if let noteRange { readNote(text, noteRange, into: &result) }
    if result.quantity == nil, result.expression == nil, quantities.isGenerous {
      result.name = quantities.generous(result.name, into: &result)
    }
    result.isLeftBehind = text.isCovered(name, by: text.struck)
    result.url =
      text.links.first { link in
        link.range.lowerBound <= name.lowerBound && name.upperBound <= link.range.upperBound
          && LinkTarget(of: link.url) != nil
      }?.url
    return result
  }

  /// Reads the name into what is empty yet, and gives the range where it stands.
  private func readName(_ text: InlineText, _ range: Range<Int>, into result: inout ItemText)
    -> Range<Int>
  {
    var ends = EndReader(text: text, range: range, quantities: quantities)
    ends.readAll(into: &result)
    var rest = ends.rest
    if result.quantity == nil, result.expression == nil {
      rest = quantities.leading(text, rest, into: &result) ?? rest
    }
    if rest.isEmpty {
      // A name that is nothing but a weight or a mark is a name after all.
      let problems = result.problems
      result = ItemText()
      result.problems = problems
      result.name = text.words(range)
      return range
    }
    result.name = text.words(rest)
    guard let aside = ends.aside else { return rest }
    result.name += " " + text.words(aside)
    return rest.lowerBound..<aside.upperBound
  }

  private func readNote(_ text: InlineText, _ range: Range<Int>, into result: inout ItemText) {
    var ends = EndReader(text: text, range: range, quantities: quantities)
    ends.readAll(into: &result)
    let parts = [ends.rest] + (ends.aside.map { [$0] } ?? [])
    let note = parts.map(text.words).filter { !$0.isEmpty }.joined(separator: " ")
    result.note = note.isEmpty ? nil : note
  }
}

/// The dash between a name and its note.
enum NoteSeparator {
  /// The name's range and the note's, nil without a note.
  ///
  /// A dash between two digits is a range or a sum (`5 - 7 shirts`), and one in parentheses
  /// belongs to them.
  static func split(_ text: InlineText, _ range: Range<Int>) -> (Range<Int>, Range<Int>?) {
    let bytes = text.bytes
    var index = range.lowerBound
    var depth = 0
    var lastWord: UInt8 = 0
    while index < range.upperBound {
      let blank = Blanks.length(at: index, in: bytes, upTo: range.upperBound)
      guard blank > 0 else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth = max(0, depth - 1) }
        lastWord = bytes[index]
        index += 1
        continue
      }
      let dash = index + blank
      index = dash
      let length = dashLength(at: dash, in: bytes, upTo: range.upperBound)
      guard length > 0, depth == 0, lastWord != 0, !text.isCode(dash),
        Blanks.length(at: dash + length, in: bytes, upTo: range.upperBound) > 0
      else { continue }
      let note = Blanks.trimmed(dash + length..<range.upperBound, in: bytes)
      guard !note.isEmpty, !(lastWord.isDigit && bytes[note.lowerBound].isDigit) else { continue }
      return (Blanks.trimmed(range.lowerBound..<dash, in: bytes), note)
    }
    return (range, nil)
  }

  private static func dashLength(at index: Int, in bytes: [UInt8], upTo end: Int) -> Int {
    guard index < end else { return 0 }
    switch bytes[index] {
    case UInt8(ascii: "-"):
      return index + 1 < end && bytes[index + 1] == UInt8(ascii: "-") ? 2 : 1
    case 0xE2:
      guard index + 2 < end, bytes[index + 1] == 0x80 else { return 0 }
      return bytes[index + 2] == 0x93 || bytes[index + 2] == 0x94 ? 3 : 0
    default: return 0
    }
  }
}
