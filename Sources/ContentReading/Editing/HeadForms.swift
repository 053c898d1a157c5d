import Markdown
import PackingLists

/// The heads of a file, and how a new one is written like them.
struct HeadForms {
  private let editor: ListEditor
  private let body: ParsedBody
  private let facts: BodyFacts
  private let heads: [Found]

  init(of editor: ListEditor) {
    self.editor = editor
    body = editor.body
    facts = BodyFacts(of: body, activityHeadings: editor.options.activityHeadings)
    heads = Self.heads(of: body, facts)
  }

  private var bytes: [UInt8] { editor.bytes }
  private var ending: [UInt8] { editor.lineEnding }

  /// A head that stands for itself: where it lies, what it says.
  private struct Found {
    var node: Int
    var name: String
    /// The level of a heading; 7 for a line that serves as one.
    var level: Int
    var range: Range<Int>
  }

  private static let lineLevel = 7

  private static func heads(of body: ParsedBody, _ facts: BodyFacts) -> [Found] {
    let document = body.document
    return document.nodes.indices.compactMap { node in
      guard document.nodes[node].parent == 0, node != facts.titleHeading else { return nil }
      let text: InlineText
      let level: Int
      switch document.nodes[node].kind {
      case .heading(let found):
        text = InlineText(of: node, in: document)
        level = found
      case .paragraph:
        text = InlineText(of: node, in: document)
        guard HeadLine.isHead(text), isListNext(after: node, in: document) else { return nil }
        level = lineLevel
      default: return nil
      }
      let range = body.bytes(from: body.offset(of: node), throughEndOf: node)
      return Found(node: node, name: BodyFacts.headName(text), level: level, range: range)
    }
  }

  private static func isListNext(after node: Int, in document: MarkdownDocument) -> Bool {
    let next = document.nodes[node].subtreeEnd
    guard next < document.nodes.count else { return false }
    switch document.nodes[next].kind {
    case .list, .table: return true
    default: return false
    }
  }

  // MARK: Places

  /// Places right below a head that has no item yet.
  func underExisting(
    _ category: String, _ words: [UInt8], isPacked: Bool
  ) -> [ListEditor.Insertion] {
    guard let last = ListEditor.parts(of: category).last else { return [] }
    let wanted = foldedName(last)
    let line = editor.newLineStyle.line(words, isPacked: isPacked)
    return heads.filter { foldedName($0.name) == wanted }.flatMap { head in
      let after = hasEmptyLineAfterHeads ? ending : []
      return [after, ending].map { gap in
        ListEditor.Insertion(offset: head.range.upperBound, text: gap + ending + line)
      } + [
        // Text that follows directly must not become part of the item.
        ListEditor.Insertion(offset: head.range.upperBound, text: after + ending + line + ending)
      ]
    }
  }

  /// Places at the end of the file, under a new head where the category needs one.
  func atEnd(_ category: String, _ words: [UInt8], isPacked: Bool) -> [ListEditor.Insertion] {
    let line = editor.newLineStyle.line(words, isPacked: isPacked)
    let names = ListEditor.parts(of: category)
    var texts: [[UInt8]] = []
    var places: [ListEditor.Insertion] = []
    if foldedName(category) == foldedName(ListEditor.noCategory) { texts.append(line) }
    if names.count == 1 {
      places += listHead(names[0], words, isPacked: isPacked)
      texts += headTexts(names[0]).map { $0 + gapAfterHead + line }
    } else if let last = names.last {
      let level = topLevel
      texts.append(heading(last, level: level + names.count - 1) + gapAfterHead + line)
      let all = names.enumerated().map { heading($1, level: level + $0) }
      texts.append(Array(all.joined(separator: ending + ending)) + gapAfterHead + line)
    }
    return places + texts.map(atEnd)
  }

  private func atEnd(_ text: [UInt8]) -> ListEditor.Insertion {
    let content = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let endsLine = content.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
    let source = editor.source
    let lastLine = source.line(max(0, source.lineStarts.count - (endsLine ? 2 : 1)))
    let isGap = content.isEmpty || bytes[lastLine].allSatisfy(\.isLineBlank)
    return ListEditor.Insertion(
      offset: bytes.count,
      text: (endsLine ? [] : ending) + (isGap ? [] : ending) + text + (endsLine ? ending : []))
  }

  // MARK: Forms

  private var topLevel: Int {
    let levels = heads.map(\.level).filter { $0 < Self.lineLevel }
    return levels.min() ?? 2
  }

  private var gapAfterHead: [UInt8] { hasEmptyLineAfterHeads ? ending + ending : ending }

  private var hasEmptyLineAfterHeads: Bool {
    guard let head = heads.last(where: { Self.isListNext(after: $0.node, in: body.document) })
    else { return false }
    let source = editor.source
    let next = source.lineIndex(of: max(0, head.range.upperBound - 1)) + 1
    return next < source.lineStarts.count && bytes[source.line(next)].allSatisfy(\.isLineBlank)
  }

  /// A head of that name in the style of the file's own, then a plain heading.
  private func headTexts(_ name: String) -> [[UInt8]] {
    let top = heads.map(\.level).min() ?? 2
    let like = heads.last { $0.level == top && !facts.isActivities($0.name) }
    let copied = like.flatMap { renamed(bytes[$0.range], from: $0.name, to: name) }
    return (copied.map { [$0] } ?? []) + [heading(name, level: topLevel), heading(name, level: 2)]
  }

  private func heading(_ name: String, level: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: "#"), count: min(level, 6)) + [0x20] + Array(name.utf8)
  }

  /// A head with another name, its line below as long as before where it has one.
  private func renamed(_ raw: ArraySlice<UInt8>, from old: String, to new: String) -> [UInt8]? {
    // A link in a head leads to what that head is about.
    guard let range = ByteSearch.first(Array(old.utf8), in: raw),
      ByteSearch.first(Array("](".utf8), in: raw) == nil
    else { return nil }
    var text = Array(raw[..<range.lowerBound]) + Array(new.utf8) + raw[range.upperBound...]
    // The line under a heading follows the length of the name.
    if let last = text.last, last == UInt8(ascii: "=") || last == UInt8(ascii: "-"),
      let lineBreak = text.lastIndex(of: 0x0A)
    {
      text.replaceSubrange(
        (lineBreak + 1)...,
        with: [UInt8](repeating: last, count: max(3, TextWidth.of(Array(new.utf8)[...]))))
    }
    return text
  }

  /// A head that is an entry of a list, after the last such head.
  private func listHead(
    _ name: String, _ words: [UInt8], isPacked: Bool
  ) -> [ListEditor.Insertion] {
    guard heads.isEmpty, let last = editor.draft.items.last(where: { $0.row == nil }) else {
      return []
    }
    let document = body.document
    guard let old = ListEditor.parts(of: last.category).last,
      let item = document.nodes.indices.last(where: { node in
        guard case .item = document.nodes[node].kind, facts.box(of: node) == nil,
          node + 1 < document.nodes[node].subtreeEnd
        else { return false }
        return BodyFacts.headName(InlineText(of: node + 1, in: document)) == old
      })
    else { return [] }
    let source = editor.source
    let start = body.offset(of: item)
    let line = source.line(source.lineIndex(of: start))
    let prefix = bytes[line.lowerBound..<start]
    guard prefix.allSatisfy(\.isLineBlank),
      let head = renamed(bytes[start..<line.upperBound], from: old, to: name)
    else { return [] }
    let siblings = editor.draft.items.indices.filter {
      editor.draft.items[$0].category == last.category && editor.draft.items[$0].row == nil
        && editor.draft.items[$0].parent == nil
    }
    let style = editor.lineStyle(after: siblings)
    return [
      ListEditor.Insertion(
        offset: body.bytes(from: start, throughEndOf: item).upperBound,
        text: ending + prefix + head + ending + style.line(words, isPacked: isPacked))
    ]
  }
}

/// Looks for bytes among others.
enum ByteSearch {
  static func first(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let head = wanted.first, wanted.count <= bytes.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - wanted.count)
    where bytes[start] == head && bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return start..<start + wanted.count
    }
    return nil
  }
}
