/// The part at the very start of a file that says things about it.
struct FrontMatterBlock {
  enum Kind {
    /// YAML between `---` lines.
    case yaml
    /// TOML between `+++` lines, which is not read.
    case toml
    /// A `---` line that nothing closes.
    case unclosed
  }

  var kind: Kind
  /// The bytes between the two lines.
  var content: Range<Int>
  /// The index of the first line between them, from 0.
  var firstLine: Int
  /// The offset after the closing line.
  var bodyStart: Int

  /// Finds the front matter of a file, or nil where it has none.
  init?(of source: SourceText) {
    let first = source.line(0)
    guard let kind = Self.kind(of: source.bytes[first]),
      kind != .toml || Self.isTOML(atLine: 1, in: source)
    else { return nil }
    let contentStart = Self.start(ofLine: 1, in: source)
    for index in 1..<max(1, source.lineStarts.count)
    where Self.closes(source.bytes[source.line(index)], kind) {
      self.kind = kind
      content = contentStart..<source.lineStarts[index]
      firstLine = 1
      bodyStart = Self.start(ofLine: index + 1, in: source)
      return
    }
    guard kind == .yaml else { return nil }
    self.kind = .unclosed
    content = contentStart..<source.bytes.count
    firstLine = 1
    bodyStart = source.start
  }

  private static func start(ofLine index: Int, in source: SourceText) -> Int {
    index < source.lineStarts.count ? source.lineStarts[index] : source.bytes.count
  }

  private static func kind(of line: ArraySlice<UInt8>) -> Kind? {
    switch String(decoding: withoutBlanksAtEnd(line), as: UTF8.self) {
    case "---": .yaml
    case "+++": .toml
    default: nil
    }
  }

  /// Whether the first line that is neither empty nor a comment reads as TOML: a key or a table.
  private static func isTOML(atLine first: Int, in source: SourceText) -> Bool {
    for index in first..<max(first, source.lineStarts.count) {
      let line = source.bytes[source.line(index)].drop { $0.isLineBlank }
      guard let start = line.first, start != UInt8(ascii: "#") else { continue }
      if line.elementsEqual("+++".utf8) { return true }
      if start == UInt8(ascii: "[") { return !line.starts(with: "[ ]".utf8) }
      return line.contains(UInt8(ascii: "="))
        && LineScanner.afterMark(
          source.bytes, from: line.startIndex, upTo: line.endIndex) == nil
    }
    return false
  }

  private static func closes(_ line: ArraySlice<UInt8>, _ kind: Kind) -> Bool {
    guard let first = line.first else { return false }
    switch kind {
    case .yaml, .unclosed:
      guard first == UInt8(ascii: "-") || first == UInt8(ascii: ".") else { return false }
      let text = withoutBlanksAtEnd(line)
      return text.elementsEqual("---".utf8) || text.elementsEqual("...".utf8)
    case .toml: return withoutBlanksAtEnd(line).elementsEqual("+++".utf8)
    }
  }

  private static func withoutBlanksAtEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last.isLineBlank { line.removeLast() }
    return line
  }

  /// The keys at the margin of some lines, with the index of each one's line, up to the first
  /// empty line.
  static func keys(at lines: Range<Int>, in source: SourceText) -> [(name: String, line: Int)] {
    var keys: [(name: String, line: Int)] = []
    for index in lines {
      let line = source.bytes[source.line(index)]
      if line.allSatisfy(\.isLineBlank) { break }
      guard let first = line.first, first.isASCIILetter,
        let colon = line.firstIndex(of: UInt8(ascii: ":")),
        colon + 1 == line.endIndex || line[colon + 1].isLineBlank,
        line[..<colon].allSatisfy({
          $0.isASCIILetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        })
      else { continue }
      keys.append((String(decoding: line[..<colon], as: UTF8.self), index))
    }
    return keys
  }
}
