import Foundation
import Markdown

/// The words of a line without markup, and which of them were struck out, code, or linked.
///
/// A class, since six arrays are copied at some cost, and the words of each item are handed about.
final class InlineText {
  /// A stretch of words that links somewhere.
  struct Link {
    var url: String
    var range: Range<Int>
  }

  /// The words in UTF-8; breaks are spaces, comments are left out.
  private(set) var bytes: [UInt8] = []
  /// What lies in `~~`, in order.
  private(set) var struck: [Range<Int>] = []
  /// Code, where no sign means anything, in order.
  private(set) var code: [Range<Int>] = []
  /// What is bold, in order.
  private(set) var bold: [Range<Int>] = []
  /// What is emphasised otherwise, in order.
  private(set) var emphasised: [Range<Int>] = []
  /// What is linked, in order.
  private(set) var links: [Link] = []

  /// The words of a node that holds inlines.
  init(of index: Int, in document: MarkdownDocument) {
    let nodes = document.nodes
    // Stretches that are still open: where each started, and the node it ends after.
    var open: [(end: Int, node: Int, start: Int)] = []
    var node = index + 1
    let end = nodes[index].subtreeEnd
    while node < end {
      while let last = open.last, last.end <= node {
        close(nodes[last.node].kind, from: last.start)
        open.removeLast()
      }
      switch nodes[node].kind {
      case .text(let literal): bytes.append(contentsOf: literal.utf8)
      case .code(let literal):
        code.append(bytes.count..<bytes.count + literal.utf8.count)
        bytes.append(contentsOf: literal.utf8)
      case .html(let literal):
        if !HTMLComments.isComment(literal) { bytes.append(contentsOf: literal.utf8) }
      case .softBreak, .lineBreak: bytes.append(0x20)
      case .strong, .emphasis, .strikethrough, .link:
        open.append((nodes[node].subtreeEnd, node, bytes.count))
      default: break
      }
      node += 1
    }
    while let last = open.popLast() { close(nodes[last.node].kind, from: last.start) }
  }

  /// Words without any markup.
  init(plain text: String) {
    bytes = Array(text.utf8)
  }

  private func close(_ kind: MarkdownNode.Kind, from start: Int) {
    let range = start..<bytes.count
    switch kind {
    case .strong: bold.append(range)
    case .emphasis: emphasised.append(range)
    case .strikethrough: struck.append(range)
    case .link(let url, _): links.append(Link(url: url, range: range))
    default: break
    }
  }

  /// All of it, without the blanks at its ends.
  var wholeRange: Range<Int> { Blanks.trimmed(0..<bytes.count, in: bytes) }

  /// Whether every word of a range lies in one of some stretches.
  func isCovered(_ range: Range<Int>, by stretches: [Range<Int>]) -> Bool {
    guard !stretches.isEmpty, !range.isEmpty else { return false }
    var index = range.lowerBound
    for stretch in stretches where stretch.upperBound > index {
      index = skippingBlanks(from: index, upTo: range.upperBound)
      if index >= range.upperBound { return true }
      guard stretch.lowerBound <= index else { return false }
      index = max(index, stretch.upperBound)
    }
    return skippingBlanks(from: index, upTo: range.upperBound) >= range.upperBound
  }

  private func skippingBlanks(from index: Int, upTo end: Int) -> Int {
    var index = index
    while index < end {
      let blank = Blanks.length(at: index, in: bytes, upTo: end)
      if blank == 0 { return index }
      index += blank
    }
    return index
  }

  /// Whether a byte is part of code.
  func isCode(_ index: Int) -> Bool {
    !code.isEmpty && code.contains { $0.contains(index) }
  }

  /// The words of a range in Unicode NFC, with single spaces.
  func words(_ range: Range<Int>) -> String {
    PlainWords.tidied(bytes[range])
  }
}

/// Words as they are kept: Unicode NFC, no spaces at the ends, single ones between.
enum PlainWords {
  static func tidied(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      // Most words are kept as they stand.
      isTidy(bytes) ? String(decoding: bytes, as: UTF8.self) : mended(bytes)
    }
  }

  /// Whether words are ASCII without control characters, with single spaces between.
  private static func isTidy(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAfterSpace = true
    for byte in bytes {
      let isSpace = byte == 0x20
      guard byte > 0x20 && byte < 0x7F || isSpace && !isAfterSpace else { return false }
      isAfterSpace = isSpace
    }
    return !isAfterSpace
  }

  private static func mended(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isASCII = true
    var hasGap = false
    for byte in bytes {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        hasGap = !result.isEmpty
        continue
      }
      if hasGap {
        result.append(0x20)
        hasGap = false
      }
      if byte >= 0x80 { isASCII = false }
      result.append(byte)
    }
    let text = String(decoding: result, as: UTF8.self)
    return isASCII ? text : normalized(text)
  }

  /// Several lines, each tidied, empty ones left out.
  static func tidiedLines(_ text: String) -> String {
    text.utf8.split(separator: 0x0A).map { tidied(Array($0)[...]) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// The text in Unicode NFC, without the no-break spaces and the like at its ends.
  private static func normalized(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let range = Blanks.trimmed(0..<bytes.count, in: bytes)
    return String(decoding: bytes[range], as: UTF8.self).precomposedStringWithCanonicalMapping
  }
}
