/// The HTML of prose, written as Markdown again.
///
/// It knows the tags that prose is made of and no others: what it is given was made from Markdown.
enum HTMLMarkdown {
  /// Markdown for some prose, ending with a line break.
  static func text(of html: String) -> String {
    var writer = Writer()
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      writer.add(words: String(rest[..<open]))
      let after = rest[rest.index(after: open)...]
      guard let close = after.firstIndex(of: ">") else { break }
      writer.add(tag: String(after[..<close]))
      rest = after[after.index(after: close)...]
    }
    writer.add(words: String(rest))
    return writer.text
  }

  private struct Writer {
    /// The finished blocks.
    private var blocks: [String] = []
    /// The block that is being written.
    private var line = ""
    /// What stands before each line of a block: quotes and the indentation of lists.
    private var prefix = ""
    /// The marks of the lists that are open; a number counts on.
    private var lists: [(number: Int?, prefix: String)] = []
    private var mark: String?
    private var isCode = false
    private var isTight = false
    private var target: String?
    private var row: [String] = []
    private var isFirstRow = false

    var text: String {
      var copy = self
      copy.endBlock()
      return copy.blocks.joined() + (copy.blocks.last?.hasSuffix("\n") == true ? "" : "\n")
    }

    mutating func add(words: String) {
      let plain = HTMLText.decoded(words)
      if isCode {
        line += plain
      } else {
        // Line breaks between tags are layout.
        let isLayout = plain.allSatisfy(\.isWhitespace) && plain.contains("\n")
        if isLayout && (line.isEmpty || line.last == "\n") { return }
        line += ItemLine.escapedHead(plain)
      }
    }

    mutating func add(tag: String) {
      let name = tag.prefix { $0 != " " }
      switch name {
      case "p": endBlock()
      case "/p": endBlock()
      case "h1", "h2", "h3", "h4", "h5", "h6":
        endBlock()
        // A heading would begin a category: bold words say as much.
        line += "**"
      case "/h1", "/h2", "/h3", "/h4", "/h5", "/h6":
        line += "**"
        endBlock()
      case "strong", "/strong": line += "**"
      case "em", "/em": line += "*"
      case "del", "/del": line += "~~"
      case "code": if !isCode { line += "`" }
      case "/code": if !isCode { line += "`" }
      case "pre":
        endBlock()
        isCode = true
      case "/pre":
        let code = line.split(separator: "\n", omittingEmptySubsequences: false)
        line = ""
        isCode = false
        // Indented code below a list would belong to its last item.
        let fence = String(repeating: "`", count: Self.fenceLength(code))
        let lines = [fence[...]] + code.dropLast(code.last == "" ? 1 : 0) + [fence[...]]
        append(lines.map { prefix + $0 + "\n" }.joined())
      case "br": line += "\\"
      case "hr":
        endBlock()
        blocks.append(prefix + "***\n")
      case "ul", "ol":
        endBlock()
        lists.append((name == "ol" ? 1 : nil, prefix))
      case "/ul", "/ol":
        endBlock()
        prefix = lists.popLast()?.prefix ?? ""
      case "li":
        endBlock()
        startItem()
      case "/li":
        endBlock()
        prefix = lists.last?.prefix ?? ""
      case "blockquote":
        endBlock()
        prefix += "> "
      case "/blockquote":
        endBlock()
        prefix = String(prefix.dropLast(2))
      case "a":
        target = HTMLText.attribute("href", of: tag)
        if target != nil { line += "[" }
      case "/a":
        if let target { line += "](<\(target)>)" }
        target = nil
      case "table":
        endBlock()
        isFirstRow = true
      case "tr": row = []
      case "th", "td": line = ""
      case "/th", "/td":
        row.append(line.split(separator: "\n").joined(separator: " "))
        line = ""
      case "/tr":
        var text = prefix + "| " + row.joined(separator: " | ") + " |\n"
        if isFirstRow { text += prefix + "|" + row.map { _ in "---|" }.joined() + "\n" }
        isFirstRow = false
        if case let last? = blocks.last, last.hasPrefix(prefix + "|") {
          blocks[blocks.count - 1] = last + text
        } else {
          append(text)
        }
      default: break
      }
    }

    private static func fenceLength(_ code: [Substring]) -> Int {
      let longest = code.map { line in line.drop { $0 == " " }.prefix { $0 == "`" }.count }.max()
      return max(3, (longest ?? 0) + 1)
    }

    private mutating func startItem() {
      guard !lists.isEmpty else { return }
      // Another bullet than that of items: a list of its own.
      let mark = lists[lists.count - 1].number.map { "\($0). " } ?? "* "
      lists[lists.count - 1].number? += 1
      self.mark = prefix + mark
      prefix += String(repeating: " ", count: mark.count)
    }

    private mutating func endBlock() {
      let lines = line.split(separator: "\n", omittingEmptySubsequences: true)
      line = ""
      guard !lines.isEmpty else { return }
      var text = ""
      for (index, line) in lines.enumerated() {
        text += (index == 0 ? mark ?? prefix : prefix) + line + "\n"
      }
      let isItem = mark != nil
      mark = nil
      append(text, isTight: isItem)
    }

    /// Blocks are an empty line apart; the entries of a list are not.
    private mutating func append(_ text: String, isTight: Bool = false) {
      if !blocks.isEmpty, !(isTight && isAfterItem) { blocks.append("\n") }
      blocks.append(text)
      isAfterItem = isTight
    }

    private var isAfterItem = false
  }
}

/// Text and attributes of HTML that was written by ourselves.
enum HTMLText {
  /// A text without its escapes.
  static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
  }

  /// The value of an attribute in a tag; nil where it has none of that name.
  static func attribute(_ name: String, of tag: String) -> String? {
    guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
    let value = tag[start.upperBound...].prefix { $0 != "\"" }
    return decoded(String(value))
  }
}
