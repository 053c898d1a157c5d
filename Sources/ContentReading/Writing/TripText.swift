import PackingLists

/// A trip as a Markdown file in the plain form, whatever form it was written in.
///
/// Front matter, a heading for each category, an item a line with its box, nested items and further
/// lines of notes below it, activities under a heading of their own. What base lists brought in
/// stands among the trip's own items.
public struct TripText {
  private let draft: TripDraft
  private let options: ReadingOptions

  /// Takes a trip.
  ///
  /// - Parameters:
  ///   - draft: The trip with what it includes.
  ///   - options: How the file will be read.
  public init(of draft: TripDraft, options: ReadingOptions = ReadingOptions()) {
    self.draft = draft
    var options = options
    options.quantities = draft.quantities ?? options.quantities
    self.options = options
  }

  /// The file, ending with a line break.
  ///
  /// Reads back to the same items and activities. Prose is written where that holds with it too, and
  /// otherwise left out.
  public var text: String {
    for (hasIntroduction, hasProse) in [(true, true), (true, false)] {
      let text = text(hasIntroduction: hasIntroduction, hasProse: hasProse)
      if says(text) { return text }
    }
    return text(hasIntroduction: false, hasProse: false)
  }

  /// Whether a text reads back to what the trip has.
  func says(_ text: String) -> Bool {
    guard
      let read = TripReader.read(bytes: Array(text.utf8), path: draft.path, options: options).draft,
      read.items.count == draft.items.count, read.activities.count == draft.activities.count
    else { return false }
    let wanted = groups.flatMap(\.items)
    return zip(read.items, wanted).allSatisfy { read, item in
      read.category == item.category && read.isPacked == item.isPacked
        && read.isLeftBehind == item.isLeftBehind && read.name == item.name
        && ItemLine.says(read, item)
    }
      && zip(read.activities, draft.activities).allSatisfy { read, activity in
        read.name == activity.name && read.isDone == activity.isDone
          && read.isLeftBehind == activity.isLeftBehind && read.group == activity.group
      }
  }

  private func text(hasIntroduction: Bool, hasProse: Bool) -> String {
    var text = frontMatter
    if hasIntroduction, !draft.introductionHTML.isEmpty {
      text += "\n" + HTMLMarkdown.text(of: draft.introductionHTML)
    }
    var prose = hasProse ? draft.prose : []
    text += takeProse(from: &prose) { $0.category == nil }
    var written = 0
    for group in groups {
      text += "\n## \(ItemLine.escapedHead(group.category))\n\n"
      var stack: [String] = []
      for item in group.items {
        while let last = stack.last, last != item.parent { stack.removeLast() }
        text += line(of: item, depth: stack.count)
        stack.append(item.name)
      }
      written += group.items.count
      text += takeProse(from: &prose) { $0.category == group.category }
    }
    // Categories of prose alone.
    while let category = prose.first?.category {
      text += "\n## \(ItemLine.escapedHead(category))\n"
      text += takeProse(from: &prose) { $0.category == category }
    }
    return text + activities
  }

  // MARK: Items

  /// The items by category, in the order in which the categories first stand.
  private var groups: [(category: String, items: [ItemDraft])] {
    var places: [String: Int] = [:]
    var groups: [(category: String, items: [ItemDraft])] = []
    for item in draft.items {
      if let place = places[item.category] {
        groups[place].items.append(item)
      } else {
        places[item.category] = groups.count
        groups.append((item.category, [item]))
      }
    }
    return groups
  }

  private func line(of item: ItemDraft, depth: Int) -> String {
    let indent = String(repeating: "  ", count: depth)
    return indent
      + ListText.block(of: item, options).split(separator: "\n")
      .joined(separator: "\n" + indent) + "\n"
  }

  private var activities: String {
    guard !draft.activities.isEmpty else { return "" }
    let known = options.activityHeadings
    let heading = known.contains("activities") ? "Activities" : known.sorted().first ?? "Activities"
    var text = "\n## \(heading)\n"
    var group: String?
    for (index, activity) in draft.activities.enumerated() {
      if activity.group != group {
        // Out of a group leads the heading of all activities alone.
        text +=
          activity.group.map { "\n### \(ItemLine.escapedHead($0))\n" } ?? "\n## \(heading)\n"
      }
      if index == 0 || activity.group != group { text += "\n" }
      group = activity.group
      let box = activity.isLeftBehind ? "-" : activity.isDone ? "x" : " "
      text += "- [\(box)] \(ItemLine.escapedHead(activity.name))"
      if let note = activity.note, !note.isEmpty {
        text += " — " + ItemLine.escapedHead(note.split(separator: "\n").joined(separator: "; "))
      }
      text += "\n"
    }
    return text
  }

  private func takeProse(
    from prose: inout [ProseDraft], where isWanted: (ProseDraft) -> Bool
  ) -> String {
    let taken = prose.filter(isWanted)
    prose.removeAll(where: isWanted)
    return taken.map { "\n" + HTMLMarkdown.text(of: $0.html) }.joined()
  }

  // MARK: Front matter

  private var frontMatter: String {
    var lines: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { lines.append("\(key): \(value)") }
    }
    func list(_ values: [String]) -> String? {
      values.isEmpty ? nil : "[" + values.map(Self.quoted).joined(separator: ", ") + "]"
    }
    add("title", Self.quoted(draft.title ?? TripTitle.fromPath(draft.path)))
    add("destination", draft.destination.map(Self.quoted))
    add("start", draft.start?.description)
    add("end", draft.end?.description)
    if draft.start == nil || draft.end == nil { add("nights", draft.nights.map(String.init)) }
    add("collection", draft.collection.map(Self.quoted))
    add("booking", draft.booking.map { Self.quoted($0.value) })
    if draft.isArchived { add("archived", "true") }
    if draft.isDraft { add("draft", "true") }
    add("order", draft.order?.rawValue)
    add("photo", draft.photo.map { Self.quoted($0.value) })
    add("quantities", draft.quantities?.rawValue)
    // The site's own travellers count in quantities.
    add("travellers", list(draft.travellers.isEmpty ? options.travellers : draft.travellers))
    add("tags", list(draft.tags))
    if !draft.bags.isEmpty {
      lines.append("bags:")
      for bag in draft.bags {
        let limit = bag.limit.map { " " + ItemLine.grams($0) } ?? ""
        lines.append("  \(Self.quoted(bag.name)):\(limit)")
      }
    }
    if !draft.stops.isEmpty {
      lines.append("stops:")
      for stop in draft.stops { lines.append("  - \(Self.quoted(stop.city)): \(stop.nights)") }
    }
    return "---\n" + lines.map { $0 + "\n" }.joined() + "---\n"
  }

  /// A text as a YAML value: in double quotes, where nothing but `\` and `"` has a meaning.
  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
