import Mustache
import PackingLists

/// A category as a page shows it: runs of items, and between them what was written there.
struct CategoryGroup {
  /// A run of items, or a piece of prose.
  enum Block {
    case prose(String)
    case items([PackingItem])
  }

  let title: String
  let blocks: [Block]
  let counts: ItemCounts

  /// How long it is on paper, roughly.
  private enum Length: String {
    case short, middling, long
  }

  /// What is short is not cut on paper, so it has to fit into what is left of any page.
  private var length: Length {
    let (short, middling, lettersOfLine) = (5, 12, 30)
    var lines = 0
    for block in blocks {
      guard case .items(let items) = block else { return .long }
      for item in items {
        lines += 1 + item.name.utf8.count / lettersOfLine
        if let note = item.note { lines += 1 + note.utf8.count / lettersOfLine }
        if lines > middling { return .long }
      }
    }
    return lines > short ? .middling : .short
  }

  /// A category on a page; its place there, from 1, makes its `id`.
  private typealias Shown = (group: CategoryGroup, number: Int, context: PageContext)

  /// Categories in the order to show.
  static func list(_ groups: [CategoryGroup], in context: PageContext) -> MustacheValue {
    .list(
      groups.enumerated().map { .object(MustacheObject(($1, $0 + 1, context), namedValues)) })
  }

  private static let namedValues = MustacheMembers<Shown>(
    [
      ("id", { .text("category-\($0.number)") }),
      ("title", { .text($0.group.title) }),
      ("length", { .text($0.group.length.rawValue) }),
      ("blocks", { .list($0.group.blocks(in: $0.context)) }),
    ], keeping: .all
  ).with(ItemCounts.namedValues) { ($0.group.counts, $0.context) }

  private func blocks(in context: PageContext) -> [MustacheValue] {
    blocks.map { block in
      switch block {
      case .prose(let html):
        ["prose": ["html": .text(html)], "items": [], "hasItems": false]
      case .items(let items):
        ["prose": nil, "items": ItemRow.list(items, in: context), "hasItems": true]
      }
    }
  }
}

// MARK: Putting items and prose together

extension CategoryGroup {
  /// The items of one category, in the order to show.
  typealias Section = (title: String, items: [PackingItem])

  /// The categories of a trip in the order that its pages show, and the prose that opens the list.
  ///
  /// A category of prose alone has a group too. In the order of names, prose that stands before all
  /// items of its category stays before them, and any other follows them; in the file's order it
  /// stays between the very items it was written between. Prose under no head opens the list if it
  /// comes before all items, and belongs to the category of the item before it if not.
  /// - Parameters:
  ///   - sections: Items that are shown, by category.
  ///   - prose: The trip's prose in the file's order.
  ///   - order: How the trip is ordered.
  /// - Returns: Safe HTML for above the categories, and the categories.
  static func groups(
    of sections: [Section], prose: [Prose], order: ItemOrder
  ) -> (opening: [String], groups: [CategoryGroup]) {
    var opening: [String] = []
    var proseByTitle: [String: [Prose]] = [:]
    for piece in prose {
      if let title = piece.category ?? titleOfItem(before: piece, in: sections) {
        proseByTitle[title, default: []].append(piece)
      } else {
        opening.append(piece.html)
      }
    }
    var drafts: [Draft] = []
    for (title, items) in sections where !items.isEmpty {
      drafts.append(
        Draft(title: title, items: items, prose: proseByTitle.removeValue(forKey: title) ?? []))
    }
    for (title, pieces) in proseByTitle {
      drafts.append(Draft(title: title, items: [], prose: pieces))
    }
    drafts.sort { order == .name ? comesBefore($0.title, $1.title) : $0.place < $1.place }
    return (opening, drafts.map { $0.group(order: order) })
  }

  private static func titleOfItem(before piece: Prose, in sections: [Section]) -> String? {
    var found: (position: Int, title: String)?
    for (title, items) in sections {
      for item in items where item.position < piece.itemsBefore {
        if item.position > found?.position ?? -1 { found = (item.position, title) }
      }
    }
    return found?.title
  }
}

/// A category whose items and prose are known but not yet put between each other.
private struct Draft {
  let title: String
  let items: [PackingItem]
  let prose: [Prose]

  /// Where it begins in the file: at a number of items, prose first; of two that begin alike the
  /// one of prose alone was written first.
  var place: (Int, Int, String) {
    let firstItem = items.lazy.map(\.position).min() ?? .max
    let firstProse = prose.lazy.map(\.itemsBefore).min() ?? .max
    return (min(firstItem, firstProse), items.isEmpty ? 0 : 1, title)
  }

  func group(order: ItemOrder) -> CategoryGroup {
    CategoryGroup(
      title: title, blocks: order == .name ? blocksByName : blocksInFileOrder,
      counts: ItemCounts(items))
  }

  private var blocksByName: [CategoryGroup.Block] {
    let firstItem = items.lazy.map(\.position).min() ?? .max
    let before = prose.filter { $0.itemsBefore <= firstItem }
    let after = prose.filter { $0.itemsBefore > firstItem }
    return before.map { .prose($0.html) } + (items.isEmpty ? [] : [.items(items)])
      + after.map { .prose($0.html) }
  }

  private var blocksInFileOrder: [CategoryGroup.Block] {
    var blocks: [CategoryGroup.Block] = []
    var run: [PackingItem] = []
    var waiting = prose[...]
    func endRun() {
      if !run.isEmpty { blocks.append(.items(run)) }
      run = []
    }
    for item in items.sorted(by: { $0.position < $1.position }) {
      while let piece = waiting.first, piece.itemsBefore <= item.position {
        endRun()
        blocks.append(.prose(piece.html))
        waiting.removeFirst()
      }
      run.append(item)
    }
    endRun()
    return blocks + waiting.map { .prose($0.html) }
  }
}
