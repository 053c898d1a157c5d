import Diagnostics
import PackingLists

/// One trip while base lists are added to it.
struct IncludeMerge {
  /// How deep base lists may include each other.
  private static let maximumDepth = 32

  var diagnostics: [Diagnostic] = []

  private let lists: [String: TripDraft]
  private let values: QuantityExpression.Values
  private var draft: TripDraft
  /// What has been added after an item of the trip itself, by its index.
  private var added: [Int: [ItemDraft]] = [:]
  /// What has been added in categories that the trip itself does not have, in order.
  private var newGroups: [[ItemDraft]] = []
  /// Where the items of a category go, by its folded name.
  private var places: [String: Place] = [:]
  private var names: Set<Identity> = []
  private var activities: Set<String>
  private var finishedLists: Set<String> = []
  private var isListMissing = false
  /// The names that the trip leaves out, and those of them that were met.
  private let excluded: Set<String>
  private var metExclusions: Set<String> = []

  private struct Identity: Hashable {
    var category: String
    var name: String
  }

  private enum Place {
    /// After the last item of the category that the trip itself has.
    case after(Int, title: String)
    case newGroup(Int)
  }

  init(lists: [String: TripDraft], trip: TripDraft, values: QuantityExpression.Values) {
    self.lists = lists
    self.values = values
    draft = trip
    excluded = Self.folded(trip.exclude)
    activities = Set(trip.activities.map { foldedName($0.name) })
    for (index, item) in trip.items.enumerated() {
      let identity = Self.identity(of: item)
      names.insert(identity)
      places[identity.category] = .after(index, title: item.category)
    }
  }

  private static func folded(_ names: [Located<String>]) -> Set<String> {
    Set(names.map { foldedName($0.value) })
  }

  private static func identity(of item: ItemDraft) -> Identity {
    Identity(category: foldedName(item.category), name: foldedName(item.name))
  }

  // MARK: Lists

  /// Adds a list that the trip includes, and those which that list includes itself.
  mutating func add(_ include: Located<String>) {
    add(include, above: [], excluding: excluded, for: include)
  }

  private mutating func add(
    _ include: Located<String>, above: [String], excluding: Set<String>,
    for origin: Located<String>
  ) {
    guard let (name, list) = list(named: include.value) else {
      reportMissing(include)
      return
    }
    guard !above.contains(name), above.count < Self.maximumDepth else {
      let round = (above.drop { $0 != name } + [name]).joined(separator: " › ")
      diagnostics.append(
        Diagnostic(
          .error, .tripIncludeCycle, "the list \"\(name)\" includes itself: \(round)",
          at: include.position, length: include.length,
          hint: "take one of these out of its \"include\"",
          notes: [Diagnostic.Note("the trip includes it here", at: origin.position)]))
      return
    }
    // Each item is added once, so a list that is reached a second time has nothing to add.
    guard finishedLists.insert(name).inserted else { return }
    addItems(of: list, named: name, excluding: excluding, for: origin)
    addActivities(of: list, excluding: excluding)
    addBags(of: list)
    for inner in list.include {
      add(
        inner, above: above + [name], excluding: excluding.union(Self.folded(list.exclude)),
        for: origin)
    }
  }

  private func list(named name: String) -> (String, TripDraft)? {
    if let list = lists[name] { return (name, list) }
    let folded = foldedName(name)
    return lists.keys.sorted().first { foldedName($0) == folded }
      .flatMap { key in lists[key].map { (key, $0) } }
  }

  private mutating func reportMissing(_ include: Located<String>) {
    isListMissing = true
    let known = lists.keys.sorted()
    let hint: String
    if let meant = nearest(to: include.value, in: known) {
      hint = "did you mean \"\(meant)\"?"
    } else if known.isEmpty {
      hint = "put it into Content/lists/\(include.value).md"
    } else {
      hint = "use one of: \(known.joined(separator: ", "))"
    }
    diagnostics.append(
      Diagnostic(
        .error, .tripInclude, "there is no base list \"\(include.value)\"", at: include.position,
        length: include.length, hint: hint))
  }

  // MARK: Items

  private mutating func addItems(
    of list: TripDraft, named name: String, excluding: Set<String>, for origin: Located<String>
  ) {
    var dropped: Set<Identity> = []
    for item in list.items {
      let identity = Self.identity(of: item)
      let isInDropped = item.parent.map { parent in
        dropped.contains(Identity(category: identity.category, name: foldedName(parent)))
      }
      guard isInDropped != true, !isExcluded(item, identity, by: excluding) else {
        dropped.insert(identity)
        continue
      }
      guard names.insert(identity).inserted else { continue }
      place(adapted(item, of: name, for: origin), in: identity.category)
    }
  }

  /// Whether an item is left out by its own name, or by that of its category or of one above it.
  private mutating func isExcluded(
    _ item: ItemDraft, _ identity: Identity, by excluding: Set<String>
  ) -> Bool {
    guard !excluding.isEmpty else { return false }
    var path = ""
    var candidates = [identity.name]
    for part in item.category.split(separator: " › ") {
      path += path.isEmpty ? String(part) : " › " + part
      candidates += [foldedName(String(part)), foldedName(path)]
    }
    guard let met = candidates.first(where: excluding.contains) else { return false }
    metExclusions.insert(met)
    return true
  }

  /// The item as it is on this trip.
  private mutating func adapted(
    _ item: ItemDraft, of list: String, for origin: Located<String>
  ) -> ItemDraft {
    var item = item
    item.origin = list
    item.isPacked = false
    item.box = nil
    item.occurrence = 1
    if let expression = item.quantityExpression {
      do {
        item.quantity = try expression.evaluated(with: values)
      } catch {
        let problem = QuantityReader.problem(error, in: expression.text, words: [])
        diagnostics.append(
          Diagnostic(
            .warning, problem.code, problem.message, at: origin.position,
            length: origin.length, hint: problem.hint,
            notes: [Diagnostic.Note("the item stands here", at: item.position)]))
        item.name += " x{\(expression.text)}"
        item.quantityExpression = nil
      }
    }
    if item.isWornWhole { item.wornCount = item.quantity }
    item.wornCount = min(item.wornCount, item.quantity)
    return item
  }

  private mutating func place(_ item: ItemDraft, in category: String) {
    var item = item
    switch places[category] {
    case .after(let index, let title):
      item.category = title
      added[index, default: []].append(item)
    case .newGroup(let index):
      item.category = newGroups[index].first?.category ?? item.category
      newGroups[index].append(item)
    case nil:
      places[category] = .newGroup(newGroups.count)
      newGroups.append([item])
    }
  }

  private mutating func addActivities(of list: TripDraft, excluding: Set<String>) {
    for activity in list.activities {
      let name = foldedName(activity.name)
      guard !excluding.contains(name) else {
        metExclusions.insert(name)
        continue
      }
      guard activities.insert(name).inserted else { continue }
      var activity = activity
      activity.isDone = false
      activity.box = nil
      draft.activities.append(activity)
    }
  }

  private mutating func addBags(of list: TripDraft) {
    for bag in list.bags
    where !draft.bags.contains(where: { foldedName($0.name) == foldedName(bag.name) }) {
      draft.bags.append(bag)
    }
  }

  // MARK: Result

  /// The trip with everything that was added.
  mutating func finished() -> TripDraft {
    if !isListMissing { reportIdleExclusions() }
    guard !added.isEmpty || !newGroups.isEmpty else { return draft }
    var result = draft
    result.items = []
    // Prose stays behind the item of the trip that it stands behind.
    var newIndex = [0]
    for (index, item) in draft.items.enumerated() {
      result.items.append(item)
      newIndex.append(result.items.count)
      result.items += added[index] ?? []
    }
    result.items += newGroups.flatMap(\.self)
    for index in result.prose.indices {
      let before = min(result.prose[index].itemsBefore, newIndex.count - 1)
      result.prose[index].itemsBefore = newIndex[before]
    }
    return result
  }

  /// A name that leaves nothing out is probably misspelt.
  private mutating func reportIdleExclusions() {
    let known = finishedLists.sorted().flatMap { lists[$0]?.items ?? [] }
    for name in draft.exclude where !metExclusions.contains(foldedName(name.value)) {
      let meant = nearest(
        to: name.value, in: known.map(\.name) + known.map(\.category))
      diagnostics.append(
        Diagnostic(
          .warning, .tripInclude,
          "no list that is included has an item or category \"\(name.value)\" to leave out",
          at: name.position, length: name.length,
          hint: meant.map { "did you mean \"\($0)\"?" } ?? "take it out of \"exclude\""))
    }
  }
}
