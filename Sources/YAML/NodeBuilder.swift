/// Builds the tree from events, on a stack of its own so that depth costs no call stack.
struct NodeBuilder {
  /// A node with what its repetition by an alias would cost.
  private struct Measured {
    var node: YAMLNode
    /// Nodes in it, itself included, aliases written out.
    var count: Int
    /// Levels in it: 0 for a scalar.
    var height: Int
  }

  /// A list or mapping whose end has not come yet.
  private struct Open {
    var isMapping: Bool
    var position: YAMLPosition
    var anchor: String?
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    /// Where each key stands first; filled only once a mapping is too long to search.
    var places: [String: YAMLPosition] = [:]
    var key: PendingKey = .none
    var count = 1
    var height = 1
  }

  private enum PendingKey {
    case none
    case key(YAMLScalar)
    /// The key cannot be kept, so its value will be dropped.
    case dropped
  }

  private var source: SourceText
  private var open: [Open] = []
  private var anchors: [String: Measured] = [:]
  private var repeated = 0
  private var root: YAMLNode?
  private var problems: [YAMLProblem] = []
  private var isReadable = true
  /// The last quoted text that runs over lines: where a forgotten quote shows first.
  private var longQuote: Range<Int>?

  init(source: SourceText) {
    self.source = source
  }

  mutating func build() -> (root: YAMLNode?, problems: [YAMLProblem]) {
    do throws(YAMLFailure) {
      let reader = try EventReader(source.bytes[source.start...])
      var documents = 0
      while isReadable {
        let event = try reader.next()
        if case .streamEnd = event.kind { break }
        if case .documentStart = event.kind {
          documents += 1
          if documents > 1 {
            reportSecondDocument(event)
            break
          }
        }
        take(event)
      }
    } catch {
      problems.append(explain(error, in: &source, longQuote: longQuote))
      isReadable = false
    }
    return (isReadable ? root : nil, problems)
  }

  private mutating func take(_ event: YAMLEvent) {
    switch event.kind {
    case .streamStart, .streamEnd, .documentStart, .documentEnd: break
    case .sequenceStart(let anchor, let tag):
      begin(isMapping: false, anchor: anchor, tag: tag, event)
    case .mappingStart(let anchor, let tag):
      begin(isMapping: true, anchor: anchor, tag: tag, event)
    case .sequenceEnd, .mappingEnd: close()
    case .scalar(let text, let style, let anchor, let tag):
      let range = range(of: event, style)
      if style == .quoted, source.lineEnd(ofOffset: range.lowerBound) < range.upperBound {
        longQuote = range
      }
      checkTag(tag, at: range)
      let scalar = YAMLScalar(
        text: text, isPlain: style == .plain,
        position: source.position(ofOffset: range.lowerBound), length: range.count)
      add(Measured(node: .scalar(scalar), count: 1, height: 0), anchor: anchor)
    case .alias(let name): addAlias(name, event)
    }
  }

  private mutating func range(of event: YAMLEvent, _ style: YAMLEvent.Style) -> Range<Int> {
    let start = source.offset(ofCharacter: event.start)
    var end = source.offset(ofCharacter: event.end)
    // The end of a block is where the next token begins.
    while style == .block, end > start, isBlankOrBreak(source.bytes[end - 1]) { end -= 1 }
    return start..<max(start, end)
  }

  private func isBlankOrBreak(_ byte: UInt8) -> Bool { isBlank(byte) || isLineBreak(byte) }

  // MARK: Lists and mappings

  private mutating func begin(isMapping: Bool, anchor: String?, tag: String?, _ event: YAMLEvent) {
    let start = source.offset(ofCharacter: event.start)
    checkTag(tag, at: start..<source.offset(ofCharacter: event.end))
    guard open.count < YAMLDocument.depthLimit else { return reportDepth(at: start) }
    open.append(
      Open(isMapping: isMapping, position: source.position(ofOffset: start), anchor: anchor))
  }

  private mutating func close() {
    guard let done = open.popLast() else { return }
    let node: YAMLNode =
      done.isMapping
      ? .mapping(done.entries, done.position) : .sequence(done.items, done.position)
    add(Measured(node: node, count: done.count, height: done.height), anchor: done.anchor)
  }

  private mutating func add(_ part: Measured, anchor: String? = nil) {
    if let anchor { anchors[anchor] = part }
    guard !open.isEmpty else {
      root = part.node
      return
    }
    let last = open.count - 1
    open[last].count += part.count
    open[last].height = max(open[last].height, part.height + 1)
    guard open[last].isMapping else {
      open[last].items.append(part.node)
      return
    }
    switch open[last].key {
    case .none: open[last].key = accept(key: part.node, in: last)
    case .key(let key):
      open[last].entries.append(YAMLEntry(key: key, value: part.node))
      open[last].key = .none
    case .dropped: open[last].key = .none
    }
  }

  // MARK: Keys

  private mutating func accept(key node: YAMLNode, in index: Int) -> PendingKey {
    guard case .scalar(let key) = node else {
      problems.append(
        YAMLProblem(
          kind: .unsupported, message: "a list or mapping cannot be a key here",
          position: node.position, length: 1,
          hint: "put quotes around it if it is meant as text"))
      return .dropped
    }
    guard let first = place(ofKey: key, in: index) else { return .key(key) }
    problems.append(
      YAMLProblem(
        kind: .duplicateKey,
        message: "the key \"\(key.text)\" stands here a second time",
        position: key.position, length: key.length, hint: "delete one of the two", related: first))
    return .dropped
  }

  /// Where the mapping has that key already; if it has not, it is noted for the next.
  private mutating func place(ofKey key: YAMLScalar, in index: Int) -> YAMLPosition? {
    let entries = open[index].entries
    if entries.count < 16 { return entries.first { $0.key.text == key.text }?.key.position }
    if open[index].places.isEmpty {
      for entry in entries { open[index].places[entry.key.text] = entry.key.position }
    }
    if let first = open[index].places[key.text] { return first }
    open[index].places[key.text] = key.position
    return nil
  }

  // MARK: Aliases and tags

  private mutating func addAlias(_ name: String, _ event: YAMLEvent) {
    let range = range(of: event, .plain)
    let position = source.position(ofOffset: range.lowerBound)
    guard let target = anchors[name] else {
      let isInside = open.contains { $0.anchor == name }
      problems.append(
        YAMLProblem(
          kind: .syntax,
          message: isInside
            ? "\"*\(name)\" stands inside what it refers to"
            : "\"*\(name)\" refers to \"&\(name)\", which stands nowhere above",
          position: position, length: range.count,
          hint: "put quotes around it if the asterisk is part of a text"))
      isReadable = false
      return
    }
    guard open.count + target.height <= YAMLDocument.depthLimit else {
      return reportDepth(at: range.lowerBound)
    }
    repeated += target.count
    guard repeated <= YAMLDocument.aliasLimit else {
      problems.append(
        YAMLProblem(
          kind: .tooManyAliases,
          message: "aliases repeat more than \(YAMLDocument.aliasLimit) values in this text",
          position: position, length: range.count,
          hint: "write the values out where they are needed"
        ))
      isReadable = false
      return
    }
    add(target)
  }

  private mutating func checkTag(_ tag: String?, at range: Range<Int>) {
    guard let tag, tag != "!", !tag.hasPrefix("tag:yaml.org,2002:") else { return }
    problems.append(
      YAMLProblem(
        kind: .unsupported, message: "\"\(tag)\" is read as a YAML tag, and tags mean nothing here",
        position: source.position(ofOffset: range.lowerBound),
        length: min(range.count, tag.utf8.count),
        hint: "put quotes around the text if the exclamation mark is part of it"))
  }

  // MARK: Limits

  private mutating func reportDepth(at offset: Int) {
    problems.append(
      YAMLProblem(
        kind: .tooDeep,
        message: "lists and mappings nest deeper than \(YAMLDocument.depthLimit) levels",
        position: source.position(ofOffset: offset), length: 1, hint: "use fewer levels"))
    isReadable = false
  }

  private mutating func reportSecondDocument(_ event: YAMLEvent) {
    let offset = source.offset(ofCharacter: event.start)
    problems.append(
      YAMLProblem(
        kind: .unsupported, message: "a second YAML document begins here; only the first is read",
        position: source.position(ofOffset: offset),
        length: source.lineEnd(ofOffset: offset) - offset, hint: "keep one document in a text"))
  }
}
