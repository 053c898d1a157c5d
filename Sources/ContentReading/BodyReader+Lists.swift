import Diagnostics
import Markdown
import PackingLists

/// What a list's items lie under, and what their notes are said about.
enum Owner: Equatable {
  /// An item of the draft, by index, and whether it has a box.
  case item(Int)
  /// An activity of the draft, by index.
  case activity(Int, hasBox: Bool)
}

extension BodyReader {
  // MARK: Lists

  mutating func readList(_ list: Int, under owner: Owner?, depth: Int) {
    guard depth < Self.maximumDepth else {
      keepAsText(list, of: owner)
      return
    }
    if owner == nil, facts.hasBoxes, !facts.hasBoxes(in: list), !heads.isActivities {
      addProse(list)
      return
    }
    let attributes = AttributeScan(facts: facts, document: document)
    let shape = ListShape(
      hasAttributes: !heads.isActivities && attributes.hasItemsWithAttributes(list),
      isAllHeads: owner == nil && isAllHeads(list))
    for item in document.children(of: list) {
      readItem(item, in: shape, under: owner, depth: depth)
    }
  }

  /// What a list as a whole says about its items.
  struct ListShape {
    /// Whether an item has attributes under it; then none is a head.
    var hasAttributes: Bool
    /// Whether every item heads the items under it.
    var isAllHeads: Bool
  }

  /// Whether every item of a list has a list of its own, and none has a box.
  private func isAllHeads(_ list: Int) -> Bool {
    guard case .list = document.nodes[list].kind, !isInsideItem(list) else { return false }
    return document.children(of: list).allSatisfy { item in
      facts.box(of: item) == nil && hasList(item)
    }
  }

  private func isInsideItem(_ list: Int) -> Bool {
    var index = document.nodes[list].parent
    while index > 0 {
      if case .item = document.nodes[index].kind { return true }
      index = document.nodes[index].parent
    }
    return false
  }

  private func hasList(_ item: Int) -> Bool {
    document.children(of: item).contains { block in
      switch document.nodes[block].kind {
      case .list, .table: true
      default: false
      }
    }
  }

  private func hasBoxesBelow(_ item: Int) -> Bool {
    document.children(of: item).contains { facts.hasBoxes(in: $0) }
  }

  /// Keeps what lies too deep as words.
  private mutating func keepAsText(_ block: Int, of owner: Owner?) {
    if let owner {
      addNote(document.plainText(of: block), to: owner)
    } else {
      addProse(block)
    }
  }

  // MARK: Items

  private mutating func readItem(
    _ item: Int, in shape: ListShape, under owner: Owner?, depth: Int
  ) {
    let (text, rest) = words(of: item)
    let box = facts.box(of: item)
    let range = wordsAfterBox(text, box)
    guard !range.isEmpty else {
      readEmptyItem(item, hasBox: box != nil, rest: rest, under: owner, depth: depth)
      return
    }
    if box == nil, isHead(item, text, range, in: shape, under: owner) {
      readHead(item, text, rest: rest, depth: depth)
      return
    }
    if box == nil, let owner, isNote(under: owner) {
      addNote(document.plainText(of: item + 1), to: owner)
      readRest(rest, under: owner, depth: depth)
      return
    }
    let added =
      heads.isActivities
      ? addActivity(item, text, range, box) : addItem(item, text, range, box, under: owner)
    readRest(rest, under: added, depth: depth)
  }

  /// The words of an item's first block, and the blocks after them.
  private func words(of item: Int) -> (InlineText, [Int]) {
    let nodes = document.nodes
    let first = item + 1
    guard first < nodes[item].subtreeEnd else { return (InlineText(plain: ""), []) }
    // Most items have one block, and need no list of the others.
    func rest() -> [Int] {
      nodes[first].subtreeEnd == nodes[item].subtreeEnd
        ? [] : Array(document.children(of: item).dropFirst())
    }
    switch nodes[first].kind {
    case .paragraph, .heading: return (InlineText(of: first, in: document), rest())
    case .htmlBlock(let html):
      return (InlineText(plain: HTMLComments.removed(from: html)), rest())
    default: return (InlineText(plain: ""), Array(document.children(of: item)))
    }
  }

  private func wordsAfterBox(_ text: InlineText, _ box: BodyFacts.FoundBox?) -> Range<Int> {
    let whole = text.wholeRange
    guard let box else { return whole }
    var start = min(whole.lowerBound + box.box.length, whole.upperBound)
    // What is left of "[x]: tent", which would be the target of a link.
    if start < whole.upperBound, text.bytes[start] == UInt8(ascii: ":") { start += 1 }
    return Blanks.trimmed(start..<whole.upperBound, in: text.bytes)
  }

  private mutating func readEmptyItem(
    _ item: Int, hasBox: Bool, rest: [Int], under owner: Owner?, depth: Int
  ) {
    if hasBox || rest.isEmpty {
      diagnostics.append(
        Diagnostic(
          .warning, .itemEmpty, "an item without words is nothing to pack",
          at: body.position(of: item), length: body.firstLineLength(of: item),
          hint: "write what it is, or delete the line"))
    }
    readRest(rest, under: owner, depth: depth)
  }

  private func isHead(
    _ item: Int, _ text: InlineText, _ range: Range<Int>, in shape: ListShape, under owner: Owner?
  ) -> Bool {
    let looksLikeHead = HeadLine.isHead(text)
    if body.isPlain { return looksLikeHead }
    guard !shape.hasAttributes, hasList(item) else { return false }
    if shape.isAllHeads { return true }
    // Under an item, words with a colon and details without boxes are a note.
    if owner != nil, facts.hasBoxes, !hasBoxesBelow(item) { return false }
    return looksLikeHead
  }

  private mutating func readHead(_ item: Int, _ text: InlineText, rest: [Int], depth: Int) {
    let name = BodyFacts.headName(text)
    if body.isPlain {
      pushLine(name, item + 1)
      return
    }
    let count = heads.heads.count
    if !name.isEmpty { push(.item, name, item + 1) }
    readRest(rest, under: nil, depth: depth)
    closeHeads(downTo: count)
  }

  private func isNote(under owner: Owner) -> Bool {
    switch owner {
    case .item: facts.hasBoxes
    case .activity(_, let hasBox): hasBox
    }
  }

  private mutating func addItem(
    _ item: Int, _ text: InlineText, _ range: Range<Int>, _ box: BodyFacts.FoundBox?,
    under owner: Owner?
  ) -> Owner {
    let start = startOfWords(item)
    let words = items.read(text, in: range)
    report(words.problems, in: body.bytes(from: start, throughEndOf: item + 1))
    return .item(add(draft(of: item, from: start, consume words, box, under: owner)))
  }

  /// An item as it is known before others of its name are counted.
  private func draft(
    of item: Int, from start: Int, _ words: consuming ItemText, _ box: BodyFacts.FoundBox?,
    under owner: Owner?
  ) -> ItemDraft {
    var draft = ItemDraft(
      words, category: heads.path ?? "Other", position: body.source.position(of: start),
      bytes: body.bytes(from: start, throughEndOf: item))
    if let box {
      draft.isPacked = box.box.state == .packed
      draft.isLeftBehind = draft.isLeftBehind || box.box.state == .leftBehind
      draft.box = box.inner
    }
    if case .item(let index) = owner { draft.parent = self.draft.items[index].name }
    return draft
  }

  private mutating func addActivity(
    _ item: Int, _ text: InlineText, _ range: Range<Int>, _ box: BodyFacts.FoundBox?
  ) -> Owner {
    let (nameRange, noteRange) = NoteSeparator.split(text, range)
    var activity = ActivityDraft(
      name: text.words(nameRange), isDone: box?.box.state == .packed,
      position: body.source.position(of: startOfWords(item)))
    activity.note = noteRange.map(text.words)
    activity.isLeftBehind =
      box?.box.state == .leftBehind || text.isCovered(nameRange, by: text.struck)
    activity.box = box?.inner
    activity.group = heads.activityGroup
    draft.activities.append(activity)
    return .activity(draft.activities.count - 1, hasBox: box != nil)
  }

  /// Where an item starts in the file: at its bullet, or at its words where it has none.
  private func startOfWords(_ item: Int) -> Int {
    var start = body.offset(of: item)
    while body.isPlain, start < body.source.bytes.count, body.source.bytes[start].isLineBlank {
      start += 1
    }
    return start
  }

  // MARK: Below an item

  /// Reads the blocks after an item's words.
  private mutating func readRest(_ blocks: [Int], under owner: Owner?, depth: Int) {
    for block in blocks {
      switch document.nodes[block].kind {
      case .list: readSublist(block, under: owner, depth: depth + 1)
      case .table: readTable(block, under: owner)
      case .blockQuote where depth < Self.maximumDepth:
        readRest(Array(document.children(of: block)), under: owner, depth: depth + 1)
      case .thematicBreak: break
      default: keepAsText(block, of: owner)
      }
    }
  }

  private mutating func readSublist(_ list: Int, under owner: Owner?, depth: Int) {
    let attributes = AttributeScan(facts: facts, document: document)
    guard case .item(let index) = owner, depth < Self.maximumDepth,
      attributes.isAttributeList(list)
    else {
      readList(list, under: owner, depth: depth)
      return
    }
    let shape = ListShape(hasAttributes: true, isAllHeads: false)
    for item in document.children(of: list) {
      guard facts.box(of: item) == nil else {
        readItem(item, in: shape, under: owner, depth: depth)
        continue
      }
      let (text, rest) = words(of: item)
      if let attribute = attributes.attribute(text), apply(attribute, text, to: index) {
        readRest(rest, under: owner, depth: depth)
      } else {
        addNote(text.words(text.wholeRange), to: .item(index))
        readRest(rest, under: owner, depth: depth)
      }
    }
  }

  /// Adds lines to what is said about an item or an activity.
  mutating func addNote(_ text: String, to owner: Owner) {
    let lines = PlainWords.tidiedLines(text)
    guard !lines.isEmpty else { return }
    switch owner {
    case .item(let index):
      draft.items[index].note = draft.items[index].note.map { $0 + "\n" + lines } ?? lines
    case .activity(let index, _):
      draft.activities[index].note =
        draft.activities[index].note.map { $0 + "\n" + lines } ?? lines
    }
  }
}
