import Markdown
import PackingLists

/// What must be known of a whole body before its first item is read.
struct BodyFacts {
  /// A box, and where its inside lies in the file.
  struct FoundBox {
    var box: Box
    var inner: Range<Int>?
  }

  /// Whether an item or a cell has a box that does not belong to an activity.
  private(set) var hasBoxes = false
  /// The only heading of level 1: the title.
  private(set) var titleHeading: Int?

  private let body: ParsedBody
  private let activityHeadings: Set<String>
  private var boxes: [FoundBox] = []
  /// Which of the boxes each node has; -1 for none.
  private var boxOfNode: [Int32]
  private var listsWithBoxes: Set<Int> = []

  init(of body: ParsedBody, activityHeadings: Set<String>) {
    self.body = body
    self.activityHeadings = activityHeadings
    boxOfNode = Array(repeating: -1, count: body.document.nodes.count)
    boxes.reserveCapacity(body.document.nodes.count / 4)
    findTitle()
    findBoxes()
  }

  /// The box of an item or a cell.
  func box(of node: Int) -> FoundBox? {
    boxOfNode[node] < 0 ? nil : boxes[Int(boxOfNode[node])]
  }

  /// Whether a list, or one below it, has an item or a cell with a box.
  func hasBoxes(in list: Int) -> Bool { listsWithBoxes.contains(list) }

  /// Whether a head's name says that activities stand under it.
  func isActivities(_ name: String) -> Bool { activityHeadings.contains(foldedName(name)) }

  /// The name of a head: its words without the colon at their end.
  static func headName(_ text: InlineText) -> String {
    var range = text.wholeRange
    while !range.isEmpty {
      let bytes = text.bytes[range]
      if bytes.last == UInt8(ascii: ":") {
        range = range.lowerBound..<range.upperBound - 1
      } else if bytes.suffix(3).elementsEqual("：".utf8) {
        range = range.lowerBound..<range.upperBound - 3
      } else {
        break
      }
      range = Blanks.trimmed(range, in: text.bytes)
    }
    return text.words(range)
  }

  private mutating func findTitle() {
    var found: [Int] = []
    for index in body.document.nodes.indices {
      guard case .heading(level: 1) = body.document.nodes[index].kind, !isInItem(index) else {
        continue
      }
      found.append(index)
      if found.count > 1 { return }
    }
    titleHeading = found.first
  }

  private func isInItem(_ node: Int) -> Bool {
    var index = body.document.nodes[node].parent
    while index > 0 {
      if case .item = body.document.nodes[index].kind { return true }
      index = body.document.nodes[index].parent
    }
    return false
  }

  // MARK: Boxes

  private mutating func findBoxes() {
    let nodes = body.document.nodes
    var activityLevel: Int?
    var activitiesEnd = 0
    for index in nodes.indices {
      switch nodes[index].kind {
      case .heading(let level):
        if let above = activityLevel, level <= above { activityLevel = nil }
        if index != titleHeading, isActivityHead(index) { activityLevel = activityLevel ?? level }
      case .paragraph where isLineHead(index):
        // A line is a head until the next one, below its heading.
        if activityLevel == Int.max { activityLevel = nil }
        if isActivityHead(index) { activityLevel = activityLevel ?? .max }
      case .item:
        if let box = box(ofItem: index) {
          note(box, of: index)
          markLists(above: index)
          if activityLevel == nil, index >= activitiesEnd { hasBoxes = true }
        } else if index >= activitiesEnd, nodes[index].subtreeEnd > index + 3,
          isActivityHead(index + 1)
        {
          activitiesEnd = nodes[index].subtreeEnd
        }
      case .tableCell:
        if let box = box(ofBlock: index) {
          note(box, of: index)
          markLists(above: index)
          if activityLevel == nil { hasBoxes = true }
        }
      default: break
      }
    }
  }

  private mutating func note(_ box: FoundBox, of node: Int) {
    boxOfNode[node] = Int32(boxes.count)
    boxes.append(box)
  }

  private func isActivityHead(_ index: Int) -> Bool {
    let node = body.document.nodes[index]
    // Longer lines are no heads; their words need not be gathered.
    guard node.subtreeEnd - index < 8 else { return false }
    return isActivities(Self.headName(InlineText(of: index, in: body.document)))
  }

  /// Whether a paragraph beside a list is short enough to be a head.
  private func isLineHead(_ index: Int) -> Bool {
    let nodes = body.document.nodes
    let next = nodes[index].subtreeEnd
    guard next < nodes.count, nodes[next].parent == nodes[index].parent,
      nodes[index].subtreeEnd - index < 8
    else { return false }
    switch nodes[next].kind {
    case .list, .table: return HeadLine.isHead(InlineText(of: index, in: body.document))
    default: return false
    }
  }

  private mutating func markLists(above node: Int) {
    let nodes = body.document.nodes
    var index = nodes[node].parent
    while index > 0 {
      if case .list = nodes[index].kind, !listsWithBoxes.insert(index).inserted { return }
      index = nodes[index].parent
    }
  }

  private func box(ofItem item: Int) -> FoundBox? {
    let nodes = body.document.nodes
    guard item + 1 < nodes[item].subtreeEnd else { return nil }
    switch nodes[item + 1].kind {
    case .paragraph, .heading: return box(ofBlock: item + 1)
    default: return nil
    }
  }

  /// The box that a block's words begin with.
  private func box(ofBlock block: Int) -> FoundBox? {
    let nodes = body.document.nodes
    var first = block + 1
    while first < nodes[block].subtreeEnd {
      switch nodes[first].kind {
      case .strong, .emphasis, .strikethrough:
        first += 1
        continue
      default: break
      }
      break
    }
    guard first < nodes[block].subtreeEnd, case .text(var literal) = nodes[first].kind,
      let box = literal.withUTF8({ Box(at: 0, in: $0, upTo: min($0.count, 12)) })
    else { return nil }
    let inner = self.inner(of: box, in: block)
    // Brackets that are escaped in the file are words.
    return inner == nil && !box.isDrawn ? nil : FoundBox(box: box, inner: inner)
  }

  /// Where the inside of a block's box lies in the file.
  private func inner(of box: Box, in block: Int) -> Range<Int>? {
    let bytes = body.source.bytes
    var index = body.offset(of: block)
    // A cell starts after its bar; a box may lie inside emphasis.
    loop: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "*"), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        index += 1
      default: break loop
      }
    }
    guard let found = Box(at: index, in: bytes, upTo: bytes.count), found == box else {
      return nil
    }
    return index + found.inner.lowerBound..<index + found.inner.upperBound
  }
}

/// Lines that serve as heads.
enum HeadLine {
  /// Whether words are all bold, or end in a colon.
  static func isHead(_ text: InlineText) -> Bool {
    let range = text.wholeRange
    guard !range.isEmpty else { return false }
    return endsInColon(text, range) || isBold(text, range)
  }

  static func isBold(_ text: InlineText, _ range: Range<Int>) -> Bool {
    guard !text.bold.isEmpty else { return false }
    var end = range.upperBound
    if text.bytes[end - 1] == UInt8(ascii: ":") { end -= 1 }
    return text.isCovered(range.lowerBound..<end, by: text.bold)
  }

  static func endsInColon(_ text: InlineText, _ range: Range<Int>) -> Bool {
    text.bytes[range.upperBound - 1] == UInt8(ascii: ":")
      || text.bytes[range].suffix(3).elementsEqual("：".utf8)
  }
}
