import PackingLists
import Testing

@testable import Pages

@Suite("Prose between items")
struct CategoryGroupTests {
  private let items: [PackingItem]

  init() throws {
    let site = try Fixture()
    let trip = site.trip("a", "A")
    for (category, name) in [("B", "b2"), ("B", "b1"), ("A", "a1"), ("B", "b3")] {
      site.item(trip, category, name)
    }
    items = trip.items
  }

  /// Each category as `title: block, block`, prose in brackets; before them the opening prose.
  private func outline(_ prose: [Prose], _ order: ItemOrder) -> [String] {
    let sections = ["A", "B"].map { title -> CategoryGroup.Section in
      let own = items.filter { $0.category == title }
      return (title, order == .name ? own.sorted { $0.name < $1.name } : own)
    }
    let (opening, groups) = CategoryGroup.groups(of: sections, prose: prose, order: order)
    let lines = groups.map { group in
      "\(group.title): "
        + group.blocks.map { block in
          switch block {
          case .prose(let html): "[\(html)]"
          case .items(let items): items.map(\.name).joined(separator: " ")
          }
        }.joined(separator: " ")
    }
    return opening.map { "[\($0)]" } + lines
  }

  @Test("by name, prose before all items of its category stays before them, other follows")
  func byName() {
    let prose = [
      Prose(category: "B", itemsBefore: 0, html: "first"),
      Prose(category: "B", itemsBefore: 1, html: "second"),
      Prose(category: "A", itemsBefore: 3, html: "third"),
    ]
    #expect(outline(prose, .name) == ["A: a1 [third]", "B: [first] b1 b2 b3 [second]"])
  }

  @Test("in the file's order it stays between the items it was written between")
  func inFileOrder() {
    let prose = [
      Prose(category: "B", itemsBefore: 0, html: "first"),
      Prose(category: "B", itemsBefore: 1, html: "second"),
      Prose(category: "B", itemsBefore: 4, html: "last"),
    ]
    #expect(
      outline(prose, .file) == ["B: [first] b2 [second] b1 b3 [last]", "A: a1"])
  }

  @Test("a category of prose alone has a place of its own")
  func alone() {
    let prose = [
      Prose(category: "AA", itemsBefore: 0, html: "x"),
      Prose(category: "Z", itemsBefore: 2, html: "y"),
    ]
    #expect(outline(prose, .name) == ["A: a1", "AA: [x]", "B: b1 b2 b3", "Z: [y]"])
    #expect(outline(prose, .file) == ["AA: [x]", "B: b2 b1 b3", "Z: [y]", "A: a1"])
  }

  @Test("under no head it opens the list, or follows the item before it")
  func withoutHead() {
    let prose = [
      Prose(category: nil, itemsBefore: 0, html: "x"),
      Prose(category: nil, itemsBefore: 3, html: "y"),
    ]
    #expect(outline(prose, .name) == ["[x]", "A: a1 [y]", "B: b1 b2 b3"])
  }
}
