import Diagnostics
import Markdown
import PackingLists

/// A file whose lists hold entries: goals, or books.
struct EntryList {
  /// Its title; nil where it says none.
  var title: String?
  /// What stands before the first list, as safe HTML.
  var introductionHTML = ""
  /// The entries, in the file's order.
  var entries: [ListEntry] = []
  /// The links to places in the site, as they are written.
  var links: [Located<String>] = []
}

/// Reads a file of entries from any natural list: with boxes or without, nested under heads, or a
/// table.
struct EntryListReader {
  /// What tells details from notes, and the column of names from others.
  struct Keys {
    /// Keys, folded, of lines below an entry that say something of it.
    var details: Set<String>
    /// Headers, folded, of the column that names the entries; the first column where there is none.
    var titles: Set<String>
  }

  private static let maximumDepth = 32

  private let body: ParsedBody
  private let facts: BodyFacts
  private let keys: Keys
  private let renderer: HTMLRenderer
  private var list = EntryList()
  private var heads: [(level: Int, name: String)] = []

  private var document: MarkdownDocument { body.document }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file as its user would name it.
  ///   - keys: What details are called.
  ///   - siteTarget: What a link to a place in the site becomes on the page.
  ///   - diagnostics: Where problems are added.
  /// - Returns: Its entries; nil where the file is no text, or its front matter is broken.
  static func read(
    bytes: [UInt8], path: String, keys: Keys, siteTarget: @escaping @Sendable (String) -> String,
    _ diagnostics: inout [Diagnostic]
  ) -> EntryList? {
    let source = SourceText(bytes, path: path)
    if let problem = TextEncoding.problem(in: source) {
      diagnostics.append(problem)
      return nil
    }
    var front = TripDraft(path: path)
    let start = TripReader.readFrontMatter(of: source, into: &front, &diagnostics)
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    var reader = EntryListReader(
      body: ParsedBody(source, from: start), keys: keys, siteTarget: siteTarget)
    reader.list.title = front.title
    reader.readAll()
    if reader.list.entries.isEmpty {
      diagnostics.append(
        Diagnostic(
          .warning, .entryEmpty, "no entry was found in this file",
          at: source.position(of: source.start), hint: "write each as \"- [ ] name\""))
    }
    return reader.list
  }

  private init(
    body: ParsedBody, keys: Keys, siteTarget: @escaping @Sendable (String) -> String
  ) {
    self.body = body
    self.keys = keys
    facts = BodyFacts(of: body, activityHeadings: [])
    renderer = HTMLRenderer(topHeadingLevel: 3, siteTarget: siteTarget)
  }

  private mutating func readAll() {
    if list.title == nil, let heading = facts.titleHeading {
      let title = BodyFacts.headName(InlineText(of: heading, in: document))
      if !title.isEmpty { list.title = title }
    }
    readBlocks(of: 0, depth: 0)
    list.links = body.relativeLinks
  }

  // MARK: Blocks

  private mutating func readBlocks(of container: Int, depth: Int) {
    for block in document.children(of: container) {
      switch document.nodes[block].kind {
      case .heading(let level):
        guard block != facts.titleHeading else { continue }
        heads.removeAll { $0.level >= level }
        heads.append((level, BodyFacts.headName(InlineText(of: block, in: document))))
      case .paragraph: readParagraph(block)
      case .list: readList(block, depth: depth)
      case .table: readTable(block)
      case .blockQuote where depth < Self.maximumDepth: readBlocks(of: block, depth: depth + 1)
      default: break
      }
    }
  }

  /// A line that is bold or ends in a colon heads the list right after it, below all headings.
  private mutating func readParagraph(_ block: Int) {
    let text = InlineText(of: block, in: document)
    let next = document.nodes[block].subtreeEnd
    if next < document.nodes.count, document.nodes[next].parent == document.nodes[block].parent,
      Self.isListOrTable(document.nodes[next].kind), HeadLine.isHead(text)
    {
      heads.removeAll { $0.level > 6 }
      heads.append((7, BodyFacts.headName(text)))
    } else if list.entries.isEmpty, heads.isEmpty {
      list.introductionHTML += renderer.html(of: block, in: document)
    }
  }

  private static func isListOrTable(_ kind: MarkdownNode.Kind) -> Bool {
    switch kind {
    case .list, .table: true
    default: false
    }
  }

  // MARK: Lists

  private mutating func readList(_ node: Int, depth: Int) {
    for item in document.children(of: node) { readItem(item, depth: depth) }
  }

  private mutating func readItem(_ item: Int, depth: Int) {
    let blocks = Array(document.children(of: item))
    guard let first = blocks.first, isWords(first) else {
      for block in blocks where depth < Self.maximumDepth { readBlock(block, depth: depth + 1) }
      return
    }
    let text = InlineText(of: first, in: document)
    let box = facts.box(of: item)
    let lists = blocks.dropFirst().filter { Self.isListOrTable(document.nodes[$0].kind) }
    if box == nil, !lists.isEmpty, HeadLine.isHead(text), !lists.contains(where: hasDetails) {
      heads.append((8 + depth, BodyFacts.headName(text)))
      for block in lists where depth < Self.maximumDepth { readBlock(block, depth: depth + 1) }
      heads.removeLast()
      return
    }
    let range = Self.range(of: text, after: box)
    guard !range.isEmpty else { return }
    let place = list.entries.count
    list.entries.append(
      ListEntry(
        heads: heads.map(\.name), box: box?.box.state, text: text, range: range,
        position: body.position(of: item), length: body.firstLineLength(of: item)))
    for block in blocks.dropFirst() { readBelow(block, entry: place, depth: depth + 1) }
  }

  private mutating func readBlock(_ block: Int, depth: Int) {
    switch document.nodes[block].kind {
    case .list: readList(block, depth: depth)
    case .table: readTable(block)
    default: break
    }
  }

  /// Takes in what stands below an entry: its details, its notes, and entries with boxes.
  private mutating func readBelow(_ block: Int, entry: Int, depth: Int) {
    switch document.nodes[block].kind {
    case .paragraph:
      addLine(InlineText(of: block, in: document), at: block, to: entry)
    case .list:
      guard depth < Self.maximumDepth else { return }
      for item in document.children(of: block) {
        if facts.box(of: item) != nil {
          readItem(item, depth: depth)
        } else {
          for below in document.children(of: item) {
            readBelow(below, entry: entry, depth: depth + 1)
          }
        }
      }
    default: break
    }
  }

  private mutating func addLine(_ text: InlineText, at block: Int, to entry: Int) {
    if let (key, value) = detail(text) {
      list.entries[entry].details.append(
        ListEntry.Detail(
          key: key, value: text.words(value), url: text.links.first?.url,
          position: body.position(of: block), length: body.firstLineLength(of: block)))
    } else if !text.wholeRange.isEmpty {
      list.entries[entry].notes.append(text.words(text.wholeRange))
    }
  }

  private func hasDetails(_ node: Int) -> Bool {
    guard case .list = document.nodes[node].kind else { return false }
    return document.children(of: node).contains { item in
      document.children(of: item).contains { block in
        isWords(block) && detail(InlineText(of: block, in: document)) != nil
      }
    }
  }

  /// Reads `Key: value`; nil where the key says nothing of an entry.
  private func detail(_ text: InlineText) -> (key: String, value: Range<Int>)? {
    let range = text.wholeRange
    guard let colon = text.bytes[range].prefix(32).firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let key = foldedName(text.words(range.lowerBound..<colon))
    guard keys.details.contains(key) else { return nil }
    let value = Blanks.trimmed(colon + 1..<range.upperBound, in: text.bytes)
    return value.isEmpty ? nil : (key, value)
  }

  private func isWords(_ block: Int) -> Bool {
    switch document.nodes[block].kind {
    case .paragraph, .heading: true
    default: false
    }
  }

  private static func range(of text: InlineText, after box: BodyFacts.FoundBox?) -> Range<Int> {
    let whole = text.wholeRange
    guard let box else { return whole }
    let start = min(whole.lowerBound + box.box.length, whole.upperBound)
    return Blanks.trimmed(start..<whole.upperBound, in: text.bytes)
  }

  // MARK: Tables

  private mutating func readTable(_ table: Int) {
    let rows = Array(document.children(of: table))
    guard let head = rows.first else { return }
    let headers = document.children(of: head).map { cell -> String in
      let text = InlineText(of: cell, in: document)
      return foldedName(text.words(text.wholeRange))
    }
    let titleColumn = headers.firstIndex(where: keys.titles.contains) ?? 0
    for row in rows.dropFirst() { readRow(row, headers, titleColumn) }
  }

  private mutating func readRow(_ row: Int, _ headers: [String], _ titleColumn: Int) {
    let cells = Array(document.children(of: row))
    guard cells.indices.contains(titleColumn) else { return }
    let text = InlineText(of: cells[titleColumn], in: document)
    let box = cells.compactMap(facts.box).first
    let range = Self.range(of: text, after: facts.box(of: cells[titleColumn]))
    guard !range.isEmpty else { return }
    var entry = ListEntry(
      heads: heads.map(\.name), box: box?.box.state, text: text, range: range,
      position: body.position(of: row), length: body.firstLineLength(of: row))
    for (column, cell) in cells.enumerated() where column != titleColumn {
      let words = InlineText(of: cell, in: document)
      let value = Self.range(of: words, after: facts.box(of: cell))
      guard !value.isEmpty, headers.indices.contains(column) else { continue }
      if keys.details.contains(headers[column]) {
        entry.details.append(
          ListEntry.Detail(
            key: headers[column], value: words.words(value), url: words.links.first?.url,
            position: entry.position, length: entry.length))
      } else {
        entry.notes.append(words.words(value))
      }
    }
    list.entries.append(entry)
  }
}
