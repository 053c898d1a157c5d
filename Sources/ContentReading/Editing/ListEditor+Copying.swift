public import Diagnostics
public import PackingLists

/// What a trip that is made from another has of its own.
public struct NewTrip: Sendable {
  /// Its title.
  public var title: String
  /// Where it goes; as the other where nil.
  public var destination: String?
  /// The first day; nil where it is not known yet.
  public var start: CalendarDay?
  /// The last day; nil for as many nights as the other has.
  public var end: CalendarDay?

  /// Makes a trip.
  public init(title: String, destination: String?, start: CalendarDay?, end: CalendarDay?) {
    self.title = title
    self.destination = destination
    self.start = start
    self.end = end
  }
}

extension ListEditor {
  /// Makes the list that of a new trip: nothing is packed, nothing done, days and title are its own.
  ///
  /// Where the new trip has no days yet, it has as many nights as the other, so that quantities
  /// stay. A booking and the archive belong to the other trip alone.
  /// - Parameter trip: The new trip.
  /// - Returns: The names of the items marked `#unused`, which are left out.
  /// - Throws: A diagnostic where the file cannot be changed so.
  public mutating func start(_ trip: NewTrip) throws(Diagnostic) -> [String] {
    var leftOut: [String] = []
    while let index = draft.items.firstIndex(where: { item in
      item.isUnused && !leftOut.contains(item.name)
    }) {
      leftOut.append(draft.items[index].name)
      try remove(index, withItemsInside: true)
    }
    try setPacked(false, Array(draft.items.indices))
    clearActivities()
    try rename(trip)
    return leftOut
  }

  private mutating func clearActivities() {
    let edits = draft.activities.compactMap { activity -> TextEdit? in
      guard activity.isDone, let box = activity.box else { return nil }
      let isDrawn = box.count == 3 && bytes[box.lowerBound] == 0xE2
      return TextEdit(
        offset: box.lowerBound, deleted: box.count, inserted: isDrawn ? Array("☐".utf8) : [0x20])
    }
    guard !edits.isEmpty else { return }
    let isMade = make(firstOf: [edits]) { new, _ in new.activities.allSatisfy { !$0.isDone } }
    if !isMade { notes.append("activities that are done could not be cleared") }
  }

  private mutating func rename(_ trip: NewTrip) throws(Diagnostic) {
    var keys: [(key: String, value: String?)] = [
      ("booking", nil), ("archived", nil), ("draft", nil),
    ]
    if let heading = titleHeadingEdit(trip.title), !hasKey("title") {
      _ = make(firstOf: [[heading]]) { new, _ in new.title == trip.title }
    }
    if draft.title != trip.title { keys.append(("title", EscapedText.yaml(trip.title))) }
    if let destination = trip.destination {
      keys.append(("destination", EscapedText.yaml(destination)))
    }
    let nights = draft.nights
    let end = trip.end ?? trip.start.flatMap { start in nights.map { start.adding(days: $0) } }
    keys.append(("start", trip.start.map(\.description)))
    keys.append(("end", end.map(\.description)))
    keys.append(("nights", end == nil ? nights.map(String.init) : nil))
    let names = draft.items.map(\.name)
    let edits = keyEdits(keys)
    let isMade =
      edits.isEmpty
      || make(firstOf: [edits]) { new, _ in
        new.title == trip.title && new.start == trip.start && new.end == end
          && !new.isArchived && !new.isDraft && new.booking == nil && new.items.count == names.count
      }
    guard isMade else {
      throw refusal(
        "the front matter of this file cannot be changed safely", nil,
        hint: "copy the file, and change title and days yourself")
    }
  }

  // MARK: Title

  /// What gives the only heading of the first level another text.
  private func titleHeadingEdit(_ title: String) -> TextEdit? {
    let body = body
    let facts = BodyFacts(of: body, activityHeadings: options.activityHeadings)
    guard let heading = facts.titleHeading, let old = draft.title else { return nil }
    let range = body.bytes(from: body.offset(of: heading), throughEndOf: heading)
    guard let place = ByteSearch.first(Array(old.utf8), in: bytes[range]) else { return nil }
    return TextEdit(
      offset: place.lowerBound, deleted: place.count, inserted: Array(title.utf8))
  }

  // MARK: Keys

  private func hasKey(_ key: String) -> Bool {
    guard let block = yamlBlock else { return false }
    return keyLines(block).contains { $0.name == key }
  }

  private var yamlBlock: FrontMatterBlock? {
    guard let block = FrontMatterBlock(of: source), block.kind == .yaml,
      block.bodyStart > source.start
    else { return nil }
    return block
  }

  /// The keys of the front matter, with the lines that belong to each.
  private func keyLines(_ block: FrontMatterBlock) -> [(name: String, lines: Range<Int>)] {
    let source = source
    let closing = source.lineIndex(of: block.content.upperBound)
    let lines = block.firstLine..<max(block.firstLine, closing)
    let keys = lines.filter { line in
      guard let first = bytes[source.line(line)].first else { return false }
      return first.isASCIILetter && bytes[source.line(line)].contains(UInt8(ascii: ":"))
    }
    return keys.enumerated().map { index, line in
      let name = bytes[source.line(line)].prefix { $0 != UInt8(ascii: ":") }
      let end = index + 1 < keys.count ? keys[index + 1] : closing
      return (String(decoding: name, as: UTF8.self), line..<end)
    }
  }

  /// What sets keys, or takes those without a value out.
  private func keyEdits(_ keys: [(key: String, value: String?)]) -> [TextEdit] {
    let source = source
    let ending = lineEnding
    let wanted = keys.filter { $0.value != nil }
    guard let block = yamlBlock else {
      guard !wanted.isEmpty else { return [] }
      let lines = wanted.map { Array("\($0.key): \($0.value ?? "")".utf8) }
      let dashes = Array("---".utf8)
      let text = Array(([dashes] + lines + [dashes, []]).joined(separator: ending)) + ending
      return [TextEdit(offset: source.start, inserted: text)]
    }
    var edits: [TextEdit] = []
    var added: [UInt8] = []
    let known = keyLines(block)
    for (key, value) in keys {
      let entry = value.map { Array("\(key): \($0)".utf8) + ending } ?? []
      guard let found = known.first(where: { $0.name == key }) else {
        added += entry
        continue
      }
      let start = source.lineStarts[found.lines.lowerBound]
      let end = source.lineStarts[found.lines.upperBound]
      edits.append(TextEdit(offset: start, deleted: end - start, inserted: entry))
    }
    if !added.isEmpty {
      edits.append(TextEdit(offset: block.content.upperBound, inserted: added))
    }
    return edits
  }
}
