public import Diagnostics
import PackingLists

extension ListEditor {
  /// Puts the trip away, or takes it out again.
  ///
  /// - Throws: A diagnostic where the front matter is none that can be changed.
  public mutating func setArchived(_ isArchived: Bool) throws(Diagnostic) {
    guard draft.isArchived != isArchived else { return }
    var expected = ListContent(draft)
    expected.frontMatter.isArchived = isArchived
    try setKey(
      "archived", to: [isArchived ? "true" : "false"], expected,
      hint: "write \"archived: \(isArchived)\" into the front matter yourself")
  }

  /// Leaves an item of a base list out of this trip: names it under `exclude`.
  ///
  /// - Parameter name: The item's name.
  /// - Throws: A diagnostic where the front matter is none that can be changed.
  public mutating func exclude(_ name: String) throws(Diagnostic) {
    guard !draft.exclude.contains(where: { foldedName($0.value) == foldedName(name) }) else {
      return
    }
    var expected = ListContent(draft)
    expected.frontMatter.exclude.append(
      Located(name, at: FilePosition(path: "", line: 0, column: 0), length: 0))
    let names = draft.exclude.map(\.value) + [name]
    let quoted = Self.quoted(name)
    try setKey(
      "exclude", to: ["[" + names.map(Self.quoted).joined(separator: ", ") + "]"], expected,
      addition: quoted, hint: "write it under \"exclude\" in the front matter yourself")
  }

  /// A text as a YAML value: bare where that is safe, else in double quotes.
  static func quoted(_ text: String) -> String {
    let isBare =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar == " " || scalar == "-"
      } && text.first != "-" && text.first != " " && text.last != " "
      && !["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(text.lowercased())
    if isBare { return text }
    return EscapedText.yaml(text)
  }

  // MARK: Keys

  private mutating func setKey(
    _ key: String, to values: [String], _ expected: ListContent, addition: String? = nil,
    hint: String
  ) throws(Diagnostic) {
    let value = values.joined()
    let candidates = keyEdits(key, value, addition: addition)
    let isMade = make(firstOf: candidates) { new, _ in ListContent(new) == expected }
    guard isMade else {
      throw refusal("the front matter of this file cannot be changed safely", nil, hint: hint)
    }
  }

  /// What gives a key a value, the smallest first.
  private func keyEdits(_ key: String, _ value: String, addition: String?) -> [[TextEdit]] {
    let source = source
    let ending = lineEnding
    let entry = Array("\(key): \(value)".utf8)
    let block = FrontMatterBlock(of: source)
    guard let block, block.kind == .yaml, block.bodyStart > source.start else {
      let text = Array("---".utf8) + ending + entry + ending + Array("---".utf8) + ending
      return [
        [TextEdit(offset: source.start, inserted: text + ending)],
        [TextEdit(offset: source.start, inserted: text)],
      ]
    }
    let first = block.firstLine
    let closing = source.lineIndex(of: block.content.upperBound)
    var candidates: [[TextEdit]] = []
    for line in first..<max(first, closing) {
      let range = source.line(line)
      let text = bytes[range]
      guard text.starts(with: key.utf8), text.dropFirst(key.utf8.count).first == UInt8(ascii: ":")
      else { continue }
      if let addition {
        candidates += additions(addition, toValueAt: line, before: closing)
      }
      var start = range.lowerBound + key.utf8.count + 1
      while start < range.upperBound, bytes[start].isLineBlank { start += 1 }
      // A remark after the value stays.
      let rest = bytes[start..<range.upperBound]
      let end = ByteSearch.first(Array(" #".utf8), in: rest)?.lowerBound ?? range.upperBound
      let blank: [UInt8] = start == range.lowerBound + key.utf8.count + 1 ? [0x20] : []
      candidates.append([
        TextEdit(offset: start, deleted: end - start, inserted: blank + Array(value.utf8))
      ])
    }
    candidates.append([
      TextEdit(offset: block.content.upperBound, inserted: entry + ending)
    ])
    return candidates
  }

  /// What adds one to the list of a key: before the bracket that ends it, or below its last entry.
  private func additions(
    _ addition: String, toValueAt line: Int, before closing: Int
  ) -> [[TextEdit]] {
    let source = source
    var candidates: [[TextEdit]] = []
    var last = line
    while last + 1 < closing, let first = bytes[source.line(last + 1)].first,
      first.isLineBlank || first == UInt8(ascii: "-") || first == UInt8(ascii: "]")
    {
      last += 1
    }
    let whole = source.line(line).lowerBound..<source.line(last).upperBound
    if let bracket = bytes[whole].lastIndex(of: UInt8(ascii: "]")) {
      candidates.append([TextEdit(offset: bracket, inserted: Array(", \(addition)".utf8))])
      candidates.append([TextEdit(offset: bracket, inserted: Array(addition.utf8))])
    }
    if last > line {
      let entry = bytes[source.line(last)]
      let indent = entry.prefix { $0.isLineBlank }
      candidates.append([
        TextEdit(
          offset: source.line(last).upperBound,
          inserted: lineEnding + indent + Array("- \(addition)".utf8))
      ])
    }
    return candidates
  }
}
