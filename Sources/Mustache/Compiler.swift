/// Turns a template's tags into its flat program.
struct Compiler {
  let source: TemplateSource
  private(set) var template: Template
  private(set) var problems: [TemplateProblem] = []
  private(set) var scanner: TagScanner
  var open: [OpenTag] = []
  /// Where the text begins that is in no instruction yet.
  var textStart: Int
  /// Blanks to take from each line: the own indent of the override being read.
  var strip = 0

  /// A tag that waits for its closing tag.
  struct OpenTag {
    enum Role {
      /// A section; the index is that of its instruction, as below.
      case section(Int)
      case inverted(Int)
      case block(Int)
      /// A parent; the blanks before it in its line, if there is nothing else.
      case parent(Int, use: Int, blanks: Range<Int>?)
      /// A block right inside a parent.
      case override(block: Int, code: Int, startsLine: Bool, outerStrip: Int)
    }

    var role: Role
    var name: String
    var range: Range<Int>
  }

  /// Compiles a template.
  ///
  /// - Parameters:
  ///   - source: The template.
  ///   - blockNumbers: The numbers of block names, to which new names are added.
  /// - Returns: The program, which leaves out what could not be read, and every syntax problem, in
  ///   the order of the text.
  static func compile(
    _ source: TemplateSource, blockNumbers: inout [String: Int]
  ) -> (template: Template, problems: [TemplateProblem]) {
    var compiler = Compiler(source)
    while let tag = compiler.scanner.next() { compiler.take(tag, &blockNumbers) }
    for tag in compiler.open { compiler.reportUnclosed(tag) }
    compiler.closeForgotten()
    compiler.emitText(upTo: source.bytes.count)
    let problems = (compiler.problems + compiler.scanner.problems).sorted {
      ($0.line, $0.column) < ($1.line, $1.column)
    }
    return (compiler.template, problems)
  }

  private init(_ source: TemplateSource) {
    self.source = source
    template = Template(source: source)
    scanner = TagScanner(source)
    textStart = source.start
  }

  private mutating func take(_ tag: Tag, _ blockNumbers: inout [String: Int]) {
    switch tag.kind {
    case .silent: endText(before: tag)
    case .escaped, .raw:
      emitText(upTo: tag.range.lowerBound)
      markLineStart(tag.range.lowerBound)
      textStart = tag.range.upperBound
      guard let name = addName(tag.name, of: tag) else { return }
      template.code.append(tag.kind == .raw ? .raw(name: name) : .escaped(name: name))
    case .section, .inverted: openSection(tag)
    case .partial:
      let isStandalone = endText(before: tag)
      guard let use = addPartial(tag, isStandalone: isStandalone) else { return }
      template.code.append(.partial(use))
    case .parent: openParent(tag)
    case .block: openBlock(tag, &blockNumbers)
    case .close: close(tag)
    }
  }

  // MARK: Text

  /// Whether text in this place is shown: right inside a parent it is not.
  private var isTextShown: Bool {
    if case .parent = open.last?.role { false } else { true }
  }

  /// Emits the text before a tag; a tag alone in its line takes the line with it.
  ///
  /// - Returns: Whether the tag stands alone.
  @discardableResult
  mutating func endText(before tag: Tag) -> Bool {
    if let line = source.blankLineStart(before: tag.range.lowerBound), line >= textStart,
      let next = source.blankLineEnd(after: tag.range.upperBound)
    {
      emitText(upTo: line)
      textStart = next
      return true
    }
    emitText(upTo: tag.range.lowerBound)
    markLineStart(tag.range.lowerBound)
    textStart = tag.range.upperBound
    return false
  }

  /// Emits the text that is in no instruction yet.
  mutating func emitText(upTo end: Int) {
    guard isTextShown, textStart < end else { return }
    guard strip > 0 else {
      emitLiteral(textStart..<end)
      return
    }
    var start = textStart
    while start < end {
      var lineEnd = start
      while lineEnd < end, source.bytes[lineEnd] != newline { lineEnd += 1 }
      if lineEnd < end { lineEnd += 1 }
      emitLiteral(start..<lineEnd)
      start = lineEnd
    }
  }

  private mutating func emitLiteral(_ range: Range<Int>) {
    guard source.isLineStart(range.lowerBound) else {
      template.code.append(
        .literal(start: range.lowerBound, end: range.upperBound, startsLine: false))
      return
    }
    let start = range.lowerBound + strippable(range)
    template.code.append(
      start == range.upperBound
        ? .lineStart : .literal(start: start, end: range.upperBound, startsLine: true))
  }

  /// How many of the blanks a range begins with are to be taken away.
  func strippable(_ range: Range<Int>) -> Int {
    min(strip, source.bytes[range].prefix(while: isBlank).count)
  }

  mutating func markLineStart(_ offset: Int) {
    if isTextShown, source.isLineStart(offset) { template.code.append(.lineStart) }
  }

  // MARK: What the other files of the compiler build with

  mutating func append(_ instruction: Instruction) -> Int {
    template.code.append(instruction)
    return template.code.count - 1
  }

  mutating func replace(_ index: Int, with instruction: Instruction) {
    template.code[index] = instruction
  }

  mutating func append(_ use: BlockUse) -> Int {
    template.blocks.append(use)
    return template.blocks.count - 1
  }

  mutating func append(_ use: NameUse) -> Int {
    template.names.append(use)
    return template.names.count - 1
  }

  mutating func append(_ use: PartialUse) -> Int {
    template.partials.append(use)
    return template.partials.count - 1
  }

  mutating func changePartial(_ index: Int, _ change: (inout PartialUse) -> Void) {
    change(&template.partials[index])
  }

  mutating func report(
    _ message: String, at range: Range<Int>, hint: String? = nil, related: TemplatePlace? = nil
  ) {
    guard problems.count < TemplateSource.problemLimit else { return }
    problems.append(source.problem(.syntax, message, at: range, hint: hint, related: related))
  }
}
