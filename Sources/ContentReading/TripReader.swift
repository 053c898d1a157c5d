public import Diagnostics
import Markdown
import PackingLists
import YAML

/// Reads the file of a trip or of a base list.
public enum TripReader {
  /// Reads a file into a draft and says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file as its user would name it, relative to the site's root.
  ///   - options: How the site wants its lists to be read.
  ///   - siteTarget: What a link to a place in the site becomes on the page; it stays as it is by
  ///     default. `TripDraft.links` has the links as they are written.
  /// - Returns: The draft, nil where an error says that the last good page must stay; and the
  ///   problems in the order of their places.
  public static func read(
    bytes: [UInt8], path: String, options: ReadingOptions = ReadingOptions(),
    siteTarget: @escaping @Sendable (String) -> String = { $0 }
  ) -> (draft: TripDraft?, diagnostics: [Diagnostic]) {
    let source = SourceText(bytes, path: path)
    if let problem = TextEncoding.problem(in: source) { return (nil, [problem]) }
    var draft = TripDraft(path: path)
    var diagnostics: [Diagnostic] = []
    let start = readFrontMatter(of: source, into: &draft, &diagnostics)
    readBody(
      of: source, from: start, options, siteTarget, into: &draft, &diagnostics)
    diagnostics.sort()
    let hasError = diagnostics.contains { $0.severity == .error }
    return (hasError ? nil : draft, diagnostics)
  }

  // MARK: Front matter

  /// Reads the front matter, and gives the offset where the rest begins.
  static func readFrontMatter(
    of source: SourceText, into draft: inout TripDraft, _ diagnostics: inout [Diagnostic]
  ) -> Int {
    guard let block = FrontMatterBlock(of: source) else { return source.start }
    switch block.kind {
    case .toml:
      diagnostics.append(
        Diagnostic(
          .warning, .frontMatterTOML, "front matter in TOML is not read",
          at: source.position(of: source.start), length: 3,
          hint: "write it in YAML, between lines of \"---\": title: Seattle"))
      return block.bodyStart
    case .unclosed:
      reportUnclosed(source, &diagnostics)
      return source.start
    case .yaml:
      return readYAML(block, of: source, into: &draft, &diagnostics)
    }
  }

  private static func readYAML(
    _ block: FrontMatterBlock, of source: SourceText, into draft: inout TripDraft,
    _ diagnostics: inout [Diagnostic]
  ) -> Int {
    let (root, problems) = YAMLDocument.parse(
      utf8: source.bytes[block.content], firstLine: block.firstLine + 1)
    var reader = FrontMatterReader(path: source.path)
    defer { diagnostics += reader.diagnostics }
    switch root {
    case .mapping(let entries, _):
      reader.report(problems)
      reader.read(entries, into: &draft)
      return block.bodyStart
    case .scalar(let scalar) where scalar.isNull:
      reader.report(problems)
      return block.bodyStart
    case nil where problems.isEmpty:
      // Nothing but comments: a heading between two lines that divide.
      let isBlank = source.bytes[block.content].allSatisfy { $0 <= 0x20 }
      return isBlank ? block.bodyStart : source.start
    case nil:
      // Words between two lines of dashes are no broken front matter, unless they look like it.
      let lastLine = source.lineIndex(
        of: max(block.content.lowerBound, block.content.upperBound - 1))
      let keys = FrontMatterBlock.keys(at: block.firstLine..<lastLine + 1, in: source)
      guard keys.first?.line == block.firstLine || keys.contains(where: isKnown) else {
        return source.start
      }
      reader.report(problems)
      return block.bodyStart
    case .scalar, .sequence:
      return source.start
    }
  }

  private static func isKnown(_ key: (name: String, line: Int)) -> Bool {
    FrontMatterReader.knownKeys.contains(key.name)
  }

  /// A file may begin with a line of dashes that only divides; one with a key below it was meant
  /// as front matter.
  private static func reportUnclosed(_ source: SourceText, _ diagnostics: inout [Diagnostic]) {
    let keys = FrontMatterBlock.keys(at: 1..<source.lineStarts.count, in: source)
    guard let first = keys.first, first.line == 1 || isKnown(first) else { return }
    diagnostics.append(
      Diagnostic(
        keys.contains(where: isKnown) ? .error : .warning, .frontMatterUnclosed,
        "front matter begins here, but nothing ends it", at: source.position(of: source.start),
        length: 3, hint: "write a line of \"---\" after its last key"))
  }

  // MARK: Body

  private static func readBody(
    of source: SourceText, from start: Int, _ options: ReadingOptions,
    _ siteTarget: @escaping @Sendable (String) -> String, into draft: inout TripDraft,
    _ diagnostics: inout [Diagnostic]
  ) {
    let travellers = draft.travellers.isEmpty ? options.travellers : draft.travellers
    let values = QuantityExpression.Values(
      nights: draft.nights, travellers: max(1, travellers.count))
    var reader = BodyReader(
      body: ParsedBody(source, from: start), draft: draft, options: options, values: values,
      siteTarget: siteTarget)
    reader.read()
    draft = reader.draft
    diagnostics += reader.diagnostics
    guard draft.items.isEmpty, draft.activities.isEmpty, draft.include.isEmpty else { return }
    diagnostics.append(
      Diagnostic(
        .warning, .tripEmpty, "no item was found in this file",
        at: source.position(of: source.start),
        hint: "write each thing to pack as \"- [ ] name\""))
  }
}

/// Whether a file is text at all.
enum TextEncoding {
  /// What is wrong with the encoding of a file; nil where it is UTF-8 without NUL.
  static func problem(in source: SourceText) -> Diagnostic? {
    let body = source.bytes[source.start...]
    if let bad = firstInvalidByte(of: source.bytes, from: source.start) {
      return Diagnostic(
        .error, .fileEncoding, "the file is not UTF-8 text", at: source.position(of: bad),
        length: 1, hint: "save it with the encoding UTF-8")
    }
    guard let null = body.firstIndex(of: 0) else { return nil }
    return Diagnostic(
      .error, .fileEncoding, "the file holds a NUL byte, so it is no text",
      at: source.position(of: null), length: 1,
      hint: "save it as plain text with the encoding UTF-8")
  }

  private static func firstInvalidByte(of bytes: [UInt8], from start: Int) -> Int? {
    // The library's own check is fast; only a file that fails it is walked.
    if String(validating: bytes[start...], as: UTF8.self) != nil { return nil }
    var decoder = Unicode.UTF8.ForwardParser()
    var input = bytes[start...].makeIterator()
    var offset = start
    while true {
      switch decoder.parseScalar(from: &input) {
      case .valid(let encoded): offset += encoded.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
