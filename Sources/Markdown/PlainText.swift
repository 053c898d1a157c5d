extension MarkdownDocument {
  /// The words of a node without any markup.
  ///
  /// A soft break is a space, a hard one a line break; raw HTML stays as it is written, comments
  /// are left out; a picture gives its alternative text. Blocks are joined by line breaks.
  public func plainText(of index: Int) -> String {
    var text = ""
    for node in index..<nodes[index].subtreeEnd {
      switch nodes[node].kind {
      case .text(let literal), .code(let literal): text += literal
      case .softBreak: text += " "
      case .lineBreak: text += "\n"
      case .html(let literal):
        if !HTMLComments.isComment(literal) { text += literal }
      case .htmlBlock(let literal), .codeBlock(let literal):
        startLine(in: &text)
        text += HTMLComments.removed(from: literal)
      case .paragraph, .heading, .tableRow, .item: startLine(in: &text)
      case .tableCell:
        if !text.isEmpty, !text.hasSuffix("\n") { text += " " }
      default: break
      }
    }
    return text
  }

  private func startLine(in text: inout String) {
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
  }
}

/// Comments in raw HTML: they are for the author alone.
public enum HTMLComments {
  /// Whether raw HTML is one comment and nothing else.
  public static func isComment(_ html: String) -> Bool {
    html.hasPrefix("<!--")
  }

  /// The text without its comments; one that is never closed goes to the end.
  public static func removed(from html: String) -> String {
    let bytes = Array(html.utf8)
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), starts(opening, in: bytes, at: index) {
        index += opening.count
        while index < bytes.count, !starts(closing, in: bytes, at: index) { index += 1 }
        index += closing.count
        continue
      }
      kept.append(bytes[index])
      index += 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)

  private static func starts(_ mark: [UInt8], in bytes: [UInt8], at index: Int) -> Bool {
    guard index + mark.count <= bytes.count else { return false }
    for offset in mark.indices where bytes[index + offset] != mark[offset] { return false }
    return true
  }
}
