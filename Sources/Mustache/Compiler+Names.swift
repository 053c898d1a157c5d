extension Compiler {
  /// Notes a dotted name, or reports why it is none.
  mutating func addName(_ range: Range<Int>, of tag: Tag) -> Int? {
    guard isName(range, of: tag) else { return nil }
    let text = source.text(range)
    if text == "." { return append(NameUse(first: "", range: range)) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !parts.contains("") else {
      report(
        "\"\(text)\" has a dot with no name beside it", at: range,
        hint: "write names with one dot between, as in \"trip.title\"")
      return nil
    }
    return append(NameUse(first: parts[0], rest: Array(parts[1...]), range: range))
  }

  /// Notes the template a partial or parent names, or reports why it names none.
  mutating func addPartial(_ tag: Tag, isStandalone: Bool) -> Int? {
    var indent: [UInt8] = []
    if isStandalone, let line = source.blankLineStart(before: tag.range.lowerBound) {
      indent = self.indent(line..<tag.range.lowerBound)
    }
    guard let target = partialTarget(of: tag) else { return nil }
    return append(
      PartialUse(
        target: target, indent: indent, isStandalone: isStandalone, range: tag.name))
  }

  private mutating func partialTarget(of tag: Tag) -> PartialUse.Target? {
    guard !tag.name.isEmpty, source.bytes[tag.name.lowerBound] == UInt8(ascii: "*") else {
      return isName(tag.name, of: tag) ? .fixed(source.text(tag.name), nil) : nil
    }
    var start = tag.name.lowerBound + 1
    while start < tag.name.upperBound, isSpace(source.bytes[start]) { start += 1 }
    guard let name = addName(start..<tag.name.upperBound, of: tag) else { return nil }
    return .dynamic(name)
  }

  /// Blanks of a line as an indent, without those that are taken from each line here.
  func indent(_ blanks: Range<Int>) -> [UInt8] {
    Array(source.bytes[blanks].dropFirst(strippable(blanks)))
  }

  /// Whether a tag holds one word; if not, that is reported.
  mutating func isName(_ range: Range<Int>, of tag: Tag) -> Bool {
    let bytes = source.bytes[range]
    if bytes.isEmpty {
      report("this tag has no name in it", at: tag.range, hint: "write a name, or \".\"")
      return false
    }
    if bytes.contains(where: isSpace) {
      let first = source.text(range).prefix { !$0.isWhitespace }
      let hint =
        switch first {
        case "if", "each", "unless", "with", "else":
          "there is no \"\(first)\" here: write {{#name}}…{{/name}} to show something if there "
            + "is a name or for each item, and {{^name}}…{{/name}} if there is not"
        default: "write one name in a tag"
        }
      report("\"\(source.text(range))\" is more than one name", at: range, hint: hint)
      return false
    }
    if bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      report(
        "\"\(source.text(range))\" is no name, because of its brace", at: range,
        hint: "write as many braces after the name as before it")
      return false
    }
    return true
  }
}
