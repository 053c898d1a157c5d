/// Runs compiled templates and appends what they show to one buffer.
struct Renderer {
  /// A section that is being shown.
  private struct Loop {
    var items: [MustacheValue]
    var next: Int
  }

  /// A value in whose names is searched.
  private struct Level {
    /// Its values, where they have a shape.
    ///
    /// The context holds them: to count references at each search was a twentieth of the time of a page.
    let values: Unmanaged<ShapedValues>?
    /// The number of its shape; -1 where it has none.
    let shape: Int

    init(_ value: MustacheValue) {
      let shaped = value.shaped
      values = shaped.map(Unmanaged.passUnretained)
      shape = shaped?.shape.number ?? -1
    }

    func value(at place: Int) -> MustacheValue? {
      values?._withUnsafeGuaranteedRef { $0.value(at: place) }
    }
  }

  /// A parent whose overrides hold while its template is shown.
  private struct Frame {
    var template: Int
    var partial: Int
  }

  var output: [UInt8] = []
  private(set) var problems: [TemplateProblem] = []

  private let library: TemplateLibrary
  private let missingNames: MissingNames
  /// The values in whose names is searched, the innermost last; never empty.
  private(set) var context: [MustacheValue]
  /// The same where they have names in a shape, and the number of that.
  private var levels: [Level]
  private var loops: [Loop] = []
  private var frames: [Frame] = []
  private var depth = 0
  private var isGivenUp = false
  /// Where names stand; see ``RendererMemory``.
  var places: PlaceTable
  /// Names already reported, by their number in the library.
  private var reported: Set<Int> = []

  /// What is put before each line now.
  private var indent: [UInt8] = []
  /// Whether the next line begins after text that stands in for its indent.
  private var isIndentSkipped = false

  init(library: TemplateLibrary, value: MustacheValue, missingNames: MissingNames) {
    self.library = library
    self.missingNames = missingNames
    places = PlaceTable(nameCount: library.partCount)
    context = [value]
    levels = [Level(value)]
  }

  /// Renders a whole template.
  mutating func render(_ index: Int) {
    run(index, library.templates[index].code.indices)
  }

  private mutating func run(_ index: Int, _ range: Range<Int>) {
    let template = library.templates[index]
    let code = template.code
    var step = range.lowerBound
    while step < range.upperBound {
      let current = step
      step += 1
      switch code[current] {
      case .literal(let start, let end, let startsLine):
        append(template.source.bytes, start..<end, startsLine: startsLine)
      case .lineStart:
        if !indent.isEmpty { startLine() }
      case .escaped(let name):
        if let value = find(name, in: template) { show(value, name, template, isEscaped: true) }
      case .raw(let name):
        if let value = find(name, in: template) { show(value, name, template, isEscaped: false) }
      case .section(let name, let end):
        if let value = find(name, in: template), value.isYes {
          enter(value)
        } else {
          step = end
        }
      case .endSection(let start):
        if advance() { step = start + 1 }
      case .inverted(let name, let end):
        if let value = find(name, in: template), value.isYes { step = end }
      case .partial(let use):
        include(use, in: template, index)
      case .parent(let use, let end):
        include(use, in: template, index)
        step = end
      case .block(let use, let end):
        if override(template.blocks[use]) { step = end }
      }
      if isGivenUp { return }
    }
  }

  // MARK: Sections

  private mutating func enter(_ value: MustacheValue) {
    if case .list(let items) = value {
      loops.append(Loop(items: items, next: 1))
      push(items[0])
    } else {
      loops.append(Loop(items: [], next: 0))
      push(value)
    }
  }

  private mutating func push(_ value: MustacheValue) {
    context.append(value)
    levels.append(Level(value))
  }

  /// Goes to the next item of the innermost section; false if there was none left.
  private mutating func advance() -> Bool {
    let last = loops.count - 1
    let next = loops[last].next
    if next < loops[last].items.count {
      context[context.count - 1] = loops[last].items[next]
      levels[context.count - 1] = Level(context[context.count - 1])
      loops[last].next = next + 1
      return true
    }
    loops.removeLast()
    context.removeLast()
    levels.removeLast()
    return false
  }

  // MARK: Other templates

  private mutating func include(_ use: Int, in template: Template, _ index: Int) {
    guard let target = target(of: use, in: template) else { return }
    guard enterTemplate(use, template) else { return }
    let outerIndent = indent
    // A partial in the middle of a line brings its own line breaks, which are not indented.
    indent = template.partials[use].isStandalone ? outerIndent + template.partials[use].indent : []
    // A frame without overrides would only be searched in vain.
    let isFrame = !template.partials[use].overrides.isEmpty
    if isFrame { frames.append(Frame(template: index, partial: use)) }
    run(target, library.templates[target].code.indices)
    if isFrame { frames.removeLast() }
    indent = outerIndent
    depth -= 1
  }

  private mutating func target(of use: Int, in template: Template) -> Int? {
    switch template.partials[use].target {
    case .fixed(_, let target): return target
    case .dynamic(let use):
      guard let value = find(use, in: template) else { return nil }
      guard case .text(let name) = value, let target = library.index(of: name) else {
        reportDynamic(value, use, template)
        return nil
      }
      return target
    }
  }

  /// Counts one more template; false, with a problem, if they stand in each other without end.
  private mutating func enterTemplate(_ use: Int, _ template: Template) -> Bool {
    guard depth < TemplateLibrary.depthLimit else {
      isGivenUp = true
      problems.append(
        template.source.problem(
          .recursion,
          "templates include each other without end: more than \(TemplateLibrary.depthLimit) deep",
          at: template.partials[use].range,
          hint: "put it inside a section over something smaller, so that it ends"
        ))
      return false
    }
    depth += 1
    return true
  }

  /// Shows what overrides a block; false if nothing does.
  private mutating func override(_ block: BlockUse) -> Bool {
    for (position, frame) in frames.enumerated() {
      let template = library.templates[frame.template]
      let overrides = template.partials[frame.partial].overrides
      guard let override = overrides.first(where: { $0.block == block.block }) else { continue }
      guard enterTemplate(frame.partial, template) else { return true }
      // An override belongs to the template it is written in: only what overrides blocks of that
      // template holds inside it.
      let outerFrames = frames
      let outerIndent = indent
      frames.removeSubrange(position...)
      indent += block.indent
      isIndentSkipped = block.isInline
      if !block.isInline, !override.startsLine { output.append(contentsOf: indent) }
      run(frame.template, override.code)
      isIndentSkipped = false
      indent = outerIndent
      frames = outerFrames
      depth -= 1
      return true
    }
    return false
  }

  // MARK: Text

  private mutating func startLine() {
    if !isIndentSkipped { output.append(contentsOf: indent) }
    isIndentSkipped = false
  }

  /// Appends a literal, through buffers: slices of arrays would count references for each line.
  private mutating func append(_ source: [UInt8], _ range: Range<Int>, startsLine: Bool) {
    source.withUnsafeBufferPointer { source in
      let text = UnsafeBufferPointer(rebasing: source[range])
      guard !indent.isEmpty else {
        output.append(contentsOf: text)
        return
      }
      if startsLine { startLine() }
      guard !text.isEmpty else { return }
      isIndentSkipped = false
      var lineStart = 0
      for index in text.indices.dropLast() where text[index] == newline {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[lineStart...index]))
        output.append(contentsOf: indent)
        lineStart = index + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[lineStart...]))
    }
  }

  private mutating func show(
    _ value: MustacheValue, _ name: Int, _ template: Template, isEscaped: Bool
  ) {
    switch value {
    case .text(let text):
      if isEscaped {
        appendEscaped(text, to: &output)
      } else {
        output.append(contentsOf: text.utf8)
      }
    case .integer(let number): output.append(contentsOf: String(number).utf8)
    case .number(let number): output.append(contentsOf: written(number).utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .null: break
    case .list, .object: reportNotShown(value, name, template)
    }
  }

  // MARK: Names

  /// The value of a name, nil if there is none; that is reported if it is to be.
  private mutating func find(_ name: Int, in template: Template) -> MustacheValue? {
    if let value = value(of: name, in: template) { return value }
    if shouldReport(name, in: template) {
      problems.append(missingName(template.names[name], in: template.source))
    }
    return nil
  }

  private mutating func value(of name: Int, in template: Template) -> MustacheValue? {
    if template.names[name].isCurrent { return context.last }
    var level = context.count
    while level > 0 {
      level -= 1
      guard let found = value(of: name, in: template, at: level) else { continue }
      return template.names[name].hasRest ? part(name, 0, in: template, of: found) : found
    }
    return nil
  }

  /// The value of the first part of a name at one level; nil if it has none.
  private mutating func value(
    of name: Int, in template: Template, at level: Int
  ) -> MustacheValue? {
    let shape = levels[level].shape
    guard shape >= 0 else {
      guard case .object(let object) = context[level] else { return nil }
      return object[template.names[name].first]
    }
    let number = template.names[name].number
    switch places.known(number, inShape: shape) {
    case .missing: return nil
    case .place(let place): return levels[level].value(at: place)
    case .nothing:
      guard let values = levels[level].values?.takeUnretainedValue() else { return nil }
      return places.place(of: template.names[name].first, number, in: values.shape)
        .map(values.value)
    }
  }

  /// What the parts of a name from one of them on lead to; nil if one is missing.
  private mutating func part(
    _ name: Int, _ index: Int, in template: Template, of value: MustacheValue
  ) -> MustacheValue? {
    switch value {
    case .object(let object):
      let next = member(
        template.names[name].rest[index], template.names[name].numbersOfRest[index], of: object)
      guard let next, index + 1 < template.names[name].rest.count else { return next }
      return part(name, index + 1, in: template, of: next)
    case .null: return .null
    default: return nil
    }
  }

  /// A member of an object; where it stands is looked for once in each shape.
  private mutating func member(
    _ name: String, _ number: Int, of object: MustacheObject
  ) -> MustacheValue? {
    guard let shaped = object.shaped else { return object[name] }
    guard let place = places.place(of: name, number, in: shaped.shape) else { return nil }
    return shaped.value(at: place)
  }

  private mutating func shouldReport(_ name: Int, in template: Template) -> Bool {
    missingNames == .report && reported.insert(template.firstName + name).inserted
  }

  private mutating func reportNotShown(_ value: MustacheValue, _ name: Int, _ template: Template) {
    guard shouldReport(name, in: template) else { return }
    let use = template.names[name]
    problems.append(
      template.source.problem(
        .unknownName, "\"\(use.text)\" is \(kind(of: value)) and cannot be shown as text",
        at: use.range, hint: "open a section, {{#\(use.text)}}…{{/\(use.text)}}, and name a part"))
  }

  private mutating func reportDynamic(_ value: MustacheValue, _ name: Int, _ template: Template) {
    guard shouldReport(name, in: template), value != .null else { return }
    let use = template.names[name]
    guard case .text(let target) = value else {
      problems.append(
        template.source.problem(
          .unknownName, "\"\(use.text)\" is \(kind(of: value)) and names no template",
          at: use.range, hint: "give it the name of a template as text"))
      return
    }
    problems.append(
      unknownPartial(target, in: template.source, at: use.range, among: library.names))
  }
}
