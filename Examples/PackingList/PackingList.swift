import ModelStore

/// What to pack for one trip, in sections by category.
struct PackingList {
  let tripID: Int
  @Query private var sections: SectionedResults<PackingItem, String>

  /// The query is made here, because only here is the trip known.
  init(tripID: Int) {
    self.tripID = tripID
    let id = tripID
    _sections = Query(
      filter: #Predicate<PackingItem> { $0.tripID == id }, sort: \.name, sectionBy: \.category)
  }

  /// The lines of the list: a title a category, and a line an item.
  func lines(in context: ModelContext) throws -> [String] {
    try context.fetchQueries(of: self)
    guard !sections.isEmpty else { return ["Nothing to pack yet"] }
    return sections.flatMap { section in
      [section.title] + section.map { "  [\($0.isPacked ? "x" : " ")] \($0.name)" }
    }
  }

  /// The item of that name on this list.
  func item(named name: String, in context: ModelContext) throws -> PackingItem {
    let id = tripID
    let named = FetchDescriptor<PackingItem>(
      predicate: #Predicate { $0.tripID == id && $0.name == name }, fetchLimit: 1)
    guard let item = try context.fetch(named).first else {
      throw UsageError("\"\(name)\" is not on the list of trip \(tripID)")
    }
    return item
  }
}
