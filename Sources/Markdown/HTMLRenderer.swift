/// Turns nodes into HTML that is safe to show, whoever wrote the Markdown.
///
/// Raw HTML is shown as text, its comments are left out; links keep only targets that a
/// `LinkTarget` allows; pictures from elsewhere become links. Boxes of tasks are drawn as signs.
public struct HTMLRenderer: Sendable {
  /// The level that a heading of level 1 gets: 1 to 6.
  ///
  /// Deeper ones follow, none beyond 6.
  public var topHeadingLevel: Int

  /// What a link or picture that leads to a place in the site leads to on the page.
  public var siteTarget: @Sendable (String) -> String

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - topHeadingLevel: The level that a heading of level 1 gets: 1 to 6.
  ///   - siteTarget: What a link to a place in the site becomes; it stays as it is by default.
  public init(
    topHeadingLevel: Int = 1, siteTarget: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.topHeadingLevel = min(max(topHeadingLevel, 1), 6)
    self.siteTarget = siteTarget
  }

  /// The HTML of a whole document.
  public func html(of document: MarkdownDocument) -> String {
    html(of: 0, in: document)
  }

  /// The HTML of one node with all that lies in it.
  public func html(of index: Int, in document: MarkdownDocument) -> String {
    html(of: index..<document.nodes[index].subtreeEnd, in: document)
  }

  /// The HTML of what lies in a node, without the node's own tags.
  public func html(ofChildrenOf index: Int, in document: MarkdownDocument) -> String {
    html(of: document.descendants(of: index), in: document)
  }

  private func html(of range: Range<Int>, in document: MarkdownDocument) -> String {
    var output = HTMLOutput()
    write(range, of: document, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func write(
    _ range: Range<Int>, of document: MarkdownDocument, to output: inout HTMLOutput
  ) {
    // What is still to be closed, and after which node.
    var open: [(end: Int, tag: String)] = []
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      while let last = open.last, last.end <= index {
        output.write(last.tag)
        open.removeLast()
      }
      let node = document.nodes[index]
      let (opening, closing) = tags(of: index, in: document)
      output.write(opening)
      switch node.kind {
      case .text(let literal):
        output.writeText(TaskBox.drawn(literal, isFirstInItem: isFirst(index, in: document)))
      case .code(let literal), .codeBlock(let literal), .html(let literal),
        .htmlBlock(let literal):
        output.writeText(shown(literal, of: node.kind))
      case .image:
        output.writeText(document.plainText(of: index))
        output.write(closing)
        index = node.subtreeEnd
        continue
      default: break
      }
      if !closing.isEmpty { open.append((node.subtreeEnd, closing)) }
      index += 1
    }
    while let last = open.popLast() { output.write(last.tag) }
  }

  private func shown(_ literal: String, of kind: MarkdownNode.Kind) -> String {
    switch kind {
    case .html: HTMLComments.isComment(literal) ? "" : literal
    case .htmlBlock: HTMLComments.removed(from: literal).trimmedOfLineBreaks
    default: literal
    }
  }

  private func isFirst(_ index: Int, in document: MarkdownDocument) -> Bool {
    let parent = document.nodes[index].parent
    guard index == parent + 1, case .paragraph = document.nodes[parent].kind,
      case .item = document.nodes[document.nodes[parent].parent].kind
    else { return false }
    return parent == document.nodes[parent].parent + 1
  }

  private func tags(of index: Int, in document: MarkdownDocument) -> (String, String) {
    let node = document.nodes[index]
    switch node.kind {
    case .paragraph:
      return isInTightList(index, in: document) ? ("", "") : ("<p>", "</p>\n")
    case .heading(let level):
      let shifted = min(level + topHeadingLevel - 1, 6)
      return ("<h\(shifted)>", "</h\(shifted)>\n")
    case .blockQuote: return ("<blockquote>\n", "</blockquote>\n")
    case .list(.bullets, _): return ("<ul>\n", "</ul>\n")
    case .list(.numbers(let start), _):
      return (start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n", "</ol>\n")
    case .item: return ("<li>", "</li>\n")
    case .codeBlock: return ("<pre><code>", "</code></pre>\n")
    case .htmlBlock(let literal):
      let words = HTMLComments.removed(from: literal)
      return words.utf8.allSatisfy(\.isBlank) ? ("", "") : ("<p>", "</p>\n")
    case .thematicBreak: return ("<hr>\n", "")
    case .table: return tableTags(of: index, in: document)
    case .tableRow(let isHeader): return rowTags(of: index, isHeader: isHeader, in: document)
    case .tableCell: return cellTags(of: index, in: document)
    case .softBreak: return ("\n", "")
    case .lineBreak: return ("<br>\n", "")
    case .code: return ("<code>", "</code>")
    case .emphasis: return ("<em>", "</em>")
    case .strong: return ("<strong>", "</strong>")
    case .strikethrough: return ("<del>", "</del>")
    case .link(let url, _): return linkTags(to: url)
    case .image(let url, _): return imageTags(of: url)
    case .document, .text, .html, .other: return ("", "")
    }
  }

  private func isInTightList(_ index: Int, in document: MarkdownDocument) -> Bool {
    let parent = document.nodes[index].parent
    guard parent != index, case .item = document.nodes[parent].kind,
      case .list(_, isTight: true) = document.nodes[document.nodes[parent].parent].kind
    else { return false }
    return true
  }
}

// MARK: Tables

extension HTMLRenderer {
  private func tableTags(of index: Int, in document: MarkdownDocument) -> (String, String) {
    let hasRows = document.nodes[index].subtreeEnd > document.nodes[index + 1].subtreeEnd
    return ("<table>\n", hasRows ? "</tbody>\n</table>\n" : "</table>\n")
  }

  private func rowTags(of index: Int, isHeader: Bool, in document: MarkdownDocument)
    -> (String, String)
  {
    guard isHeader else { return ("<tr>", "</tr>\n") }
    let table = document.nodes[index].parent
    let hasRows = document.nodes[table].subtreeEnd > document.nodes[index].subtreeEnd
    return ("<thead>\n<tr>", hasRows ? "</tr>\n</thead>\n<tbody>\n" : "</tr>\n</thead>\n")
  }

  private func cellTags(of index: Int, in document: MarkdownDocument) -> (String, String) {
    let row = document.nodes[index].parent
    guard case .tableRow(let isHeader) = document.nodes[row].kind else { return ("", "") }
    return isHeader ? ("<th scope=\"col\">", "</th>") : ("<td>", "</td>")
  }
}

// MARK: Links

extension HTMLRenderer {
  private func linkTags(to url: String) -> (String, String) {
    switch LinkTarget(of: url) {
    case nil: ("", "")
    case .web: ("<a href=\"\(HTMLOutput.attribute(url))\" rel=\"noopener\">", "</a>")
    case .contact: ("<a href=\"\(HTMLOutput.attribute(url))\">", "</a>")
    case .relative: ("<a href=\"\(HTMLOutput.attribute(siteTarget(url)))\">", "</a>")
    }
  }

  /// A picture of the site itself is shown; one from elsewhere would tell its host who reads the
  /// page, so only a link leads there.
  private func imageTags(of url: String) -> (String, String) {
    switch LinkTarget(of: url) {
    case .relative where !url.isEmpty:
      ("<img src=\"\(HTMLOutput.attribute(siteTarget(url)))\" alt=\"", "\">")
    default: linkTags(to: url)
    }
  }
}

/// The boxes that people write before a task.
enum TaskBox {
  /// A text with the box at its start drawn as a sign.
  static func drawn(_ text: String, isFirstInItem: Bool) -> String {
    guard isFirstInItem, text.utf8.first == UInt8(ascii: "[") else { return text }
    for (box, sign) in [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")] where text.hasPrefix(box) {
      return sign + text.dropFirst(box.count)
    }
    return text
  }
}

/// HTML as it grows.
struct HTMLOutput {
  private(set) var bytes: [UInt8] = []

  /// Adds markup as it is.
  mutating func write(_ markup: String) {
    bytes.append(contentsOf: markup.utf8)
  }

  /// Adds text, escaped for content and for quoted attributes alike.
  mutating func writeText(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case UInt8(ascii: "\""): write("&quot;")
      default: bytes.append(byte)
      }
    }
  }

  /// A link's target for a quoted attribute: bytes that no address may hold are percent-encoded.
  static func attribute(_ url: String) -> String {
    var output = HTMLOutput()
    for byte in url.utf8 {
      switch byte {
      case 0x00...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "`"):
        let digits = String(byte, radix: 16, uppercase: true)
        output.write(byte < 0x10 ? "%0\(digits)" : "%\(digits)")
      case UInt8(ascii: "&"): output.write("&amp;")
      case UInt8(ascii: "'"): output.write("&#39;")
      default: output.bytes.append(byte)
      }
    }
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

extension String {
  /// The text without the line breaks around it.
  fileprivate var trimmedOfLineBreaks: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { $0 != 0x0A }),
      let last = bytes.lastIndex(where: { $0 != 0x0A })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether it is a space, tab or line break.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
