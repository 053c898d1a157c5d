import Diagnostics
import Markdown
import PackingLists

/// Reads the part of a file below its front matter into a draft.
struct BodyReader {
  /// How deep lists and quotes may lie in each other and still be read as items; what lies deeper
  /// is kept as text.
  static let maximumDepth = 64

  let body: ParsedBody
  let facts: BodyFacts
  let options: ReadingOptions
  let items: ItemTextReader
  let renderer: HTMLRenderer

  var draft: TripDraft
  var diagnostics: [Diagnostic] = []

  var heads = HeadStack()
  /// How many heads belong to what is outside the current quote.
  private var headFloor = 0
  /// Whether nothing but an introduction has been read.
  private var isIntroduction = true
  private var occurrences: [Identity: Int] = [:]
  /// Travellers and bags as the front matter spells them, by their folded names.
  private var knownNames: [String: String] = [:]

  private struct Identity: Hashable {
    let category: String
    let name: String
    /// Worked out once, and not by text: it is asked for whenever the table grows.
    private let nameHash: UInt64

    init(category: String, name: String) {
      self.category = category
      self.name = name
      nameHash = StableHash(of: name).value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(nameHash) }
  }

  var document: MarkdownDocument { body.document }

  init(
    body: ParsedBody, draft: TripDraft, options: ReadingOptions,
    values: QuantityExpression.Values, siteTarget: @escaping @Sendable (String) -> String
  ) {
    self.body = body
    self.draft = draft
    self.options = options
    facts = BodyFacts(of: body, activityHeadings: options.activityHeadings)
    let quantities = draft.quantities ?? options.quantities
    items = ItemTextReader(
      quantities: QuantityReader(
        values: options.kind == .trip ? values : nil, isGenerous: quantities == .generous))
    renderer = HTMLRenderer(
      topHeadingLevel: options.proseHeadingLevel, siteTarget: siteTarget)
    // Room for most lists, so that nothing grows while they are read: an item has three nodes or more.
    occurrences.reserveCapacity(64)
    self.draft.items.reserveCapacity(min(body.document.nodes.count / 3, 4096))
    // Bare lines are items from the first one on.
    isIntroduction = !body.isPlain
    for name in draft.travellers + options.travellers + draft.bags.map(\.name) + options.bags
    where knownNames[foldedName(name)] == nil {
      knownNames[foldedName(name)] = name
    }
  }

  /// Reads everything.
  mutating func read() {
    if draft.title == nil, let heading = facts.titleHeading {
      let title = InlineText(of: heading, in: document)
      let words = title.words(title.wholeRange)
      if !words.isEmpty { draft.title = words }
    }
    readBlocks(of: 0, depth: 0)
    closeHeads(downTo: 0)
    draft.links += body.relativeLinks
    for index in draft.items.indices {
      guard let url = draft.items[index].url, LinkTarget(of: url) == .relative else { continue }
      draft.items[index].url = renderer.siteTarget(url)
    }
  }

  // MARK: Blocks

  mutating func readBlocks(of container: Int, depth: Int) {
    for block in document.children(of: container) {
      switch document.nodes[block].kind {
      case .heading(let level): readHeading(block, level: level)
      case .paragraph: readParagraph(block)
      case .list: readTopList(block, depth: depth)
      case .table: readTable(block, under: nil)
      case .blockQuote: readQuote(block, depth: depth)
      case .htmlBlock(let html): readHTML(block, html)
      case .thematicBreak: break
      default: addProse(block)
      }
    }
  }

  private mutating func readHeading(_ block: Int, level: Int) {
    while heads.heads.count > headFloor, heads.lastEnds(before: .heading(level: level)) {
      closeHead()
    }
    guard block != facts.titleHeading else { return }
    let name = BodyFacts.headName(InlineText(of: block, in: document))
    guard !name.isEmpty else { return }
    isIntroduction = false
    push(.heading(level: level), name, block)
  }

  private mutating func readParagraph(_ block: Int) {
    let next = document.nodes[block].subtreeEnd
    if next < document.nodes.count,
      document.nodes[next].parent == document.nodes[block].parent, isListOrTable(next)
    {
      let text = InlineText(of: block, in: document)
      let name = BodyFacts.headName(text)
      if HeadLine.isHead(text), facts.isActivities(name) || isItems(next) {
        pushLine(name, block)
        return
      }
    }
    addProse(block)
  }

  private func isListOrTable(_ block: Int) -> Bool {
    switch document.nodes[block].kind {
    case .list, .table: true
    default: false
    }
  }

  /// Whether a block holds items rather than prose.
  private func isItems(_ block: Int) -> Bool {
    switch document.nodes[block].kind {
    case .list: !facts.hasBoxes || facts.hasBoxes(in: block) || heads.isActivities
    case .table: !isProse(table: block)
    default: false
    }
  }

  /// Ends what is shown before the list.
  mutating func endIntroduction() { isIntroduction = false }

  private mutating func readTopList(_ list: Int, depth: Int) {
    endIntroduction()
    readList(list, under: nil, depth: depth)
  }

  private mutating func readQuote(_ block: Int, depth: Int) {
    guard document.descendants(of: block).contains(where: isListOrTable), depth < Self.maximumDepth
    else {
      addProse(block)
      return
    }
    let outside = (headFloor, heads.heads.count)
    headFloor = heads.heads.count
    readBlocks(of: block, depth: depth + 1)
    closeHeads(downTo: outside.1)
    headFloor = outside.0
  }

  private mutating func readHTML(_ block: Int, _ html: String) {
    let words = HTMLComments.removed(from: html)
    guard words.utf8.contains(where: { $0 > 0x20 }) else { return }
    warnOfHTMLList(words, block)
    addProse(block)
  }

  // MARK: Heads

  /// Begins a head that a line serves as, after the last such line.
  mutating func pushLine(_ name: String, _ block: Int) {
    while heads.heads.count > headFloor, heads.lastEnds(before: .line) { closeHead() }
    guard !name.isEmpty else { return }
    isIntroduction = false
    push(.line, name, block)
  }

  mutating func push(_ rank: Head.Rank, _ name: String, _ block: Int) {
    heads.push(
      Head(
        rank: rank, name: name, isActivities: facts.isActivities(name), block: block,
        readBefore: amountRead))
  }

  mutating func closeHeads(downTo count: Int) {
    while heads.heads.count > count { closeHead() }
  }

  /// Ends the last head; one with nothing under it is shown as it stands.
  mutating func closeHead() {
    guard let head = heads.pop(), head.readBefore == amountRead else { return }
    var html = renderer.html(of: head.block, in: document)
    // The words of a list's item may stand there without a paragraph of their own.
    if !html.hasPrefix("<") || head.rank == .item {
      html = "<p>\(renderer.html(ofChildrenOf: head.block, in: document))</p>\n"
    }
    addProse(html: html, at: body.position(of: head.block))
  }

  private var amountRead: Int {
    draft.items.count + draft.activities.count + draft.prose.count
  }

  // MARK: Prose

  /// Shows a block where it stands.
  mutating func addProse(_ block: Int) {
    let html = renderer.html(of: block, in: document)
    guard html.utf8.contains(where: { $0 > 0x20 }) else { return }
    if isIntroduction {
      draft.introductionHTML += html
    } else {
      addProse(html: html, at: body.position(of: block))
    }
  }

  mutating func addProse(html: String, at position: FilePosition) {
    draft.prose.append(
      ProseDraft(
        category: heads.path, itemsBefore: draft.items.count, html: html, position: position))
  }

  private mutating func warnOfHTMLList(_ html: String, _ block: Int) {
    let folded = html.lowercased()
    guard folded.contains("<li") || folded.contains("checkbox") else { return }
    diagnostics.append(
      Diagnostic(
        .warning, .htmlList, "a list in HTML is shown as text; its entries are no items",
        at: body.position(of: block), length: body.firstLineLength(of: block),
        hint: "write each entry as \"- [ ] name\""))
  }

  // MARK: Items

  /// Adds an item, counting those of its name in its category, and gives its index.
  mutating func add(_ item: consuming ItemDraft) -> Int {
    if let traveller = item.traveller {
      item.traveller = knownNames[foldedName(traveller)] ?? traveller
    }
    if let bag = item.bag { item.bag = knownNames[foldedName(bag)] ?? bag }
    if item.isWornWhole { item.wornCount = item.quantity }
    item.wornCount = min(item.wornCount, item.quantity)
    let identity = Identity(category: item.category, name: foldedName(item.name))
    item.occurrence = Self.next(&occurrences[identity, default: 0])
    draft.items.append(consume item)
    return draft.items.count - 1
  }

  private static func next(_ count: inout Int) -> Int {
    count += 1
    return count
  }

  /// Reports what was found in an item's words, as near to them as they can be found.
  mutating func report(_ problems: [ItemText.Problem], in bytes: Range<Int>) {
    for problem in problems {
      let found = position(of: problem.words, in: bytes)
      diagnostics.append(
        Diagnostic(
          .warning, problem.code, problem.message,
          at: body.source.position(of: found ?? bytes.lowerBound),
          length: found == nil ? 0 : problem.words.count, hint: problem.hint))
    }
  }

  private func position(of words: [UInt8], in range: Range<Int>) -> Int? {
    guard let first = words.first, words.count <= range.count else { return nil }
    let bytes = body.source.bytes
    // The last one is meant: quantities stand at the end.
    var index = range.upperBound - words.count
    while index >= range.lowerBound {
      if bytes[index] == first, bytes[index..<index + words.count].elementsEqual(words) {
        return index
      }
      index -= 1
    }
    return nil
  }

  // MARK: Links
}
