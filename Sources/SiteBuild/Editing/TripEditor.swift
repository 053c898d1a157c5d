public import ContentReading
public import Diagnostics
import Files
import PackingLists

/// An item of a trip, whether its own file or a base list tells of it.
public struct TripItem: Sendable, Hashable {
  /// What is told.
  public var item: ItemDraft
  /// Its index in the trip's own file; nil for an item of a base list.
  public var index: Int?
}

/// Which item is meant.
public struct ItemSelection: Sendable {
  /// Words of its name.
  public var words: String
  /// Its category by name; nil for any.
  public var category: String?
  /// Which of several that match, from 1; nil where only one may.
  public var number: Int?

  /// Makes a selection.
  public init(_ words: String, category: String? = nil, number: Int? = nil) {
    self.words = words
    self.category = category
    self.number = number
  }
}

/// Several items match, and one is to be chosen.
public struct AmbiguousItem: Error {
  /// What was looked for.
  public var words: String
  /// What matches, in the order of the list.
  public var items: [ItemDraft]
}

/// A trip's file while it is edited, together with the base lists that it includes.
public struct TripEditor {
  /// The trip.
  public let trip: EditedTrip
  /// The trip's own file.
  public internal(set) var list: ListEditor

  private let site: SiteEditor

  init(_ trip: EditedTrip, bytes: [UInt8], in site: SiteEditor) throws(Diagnostic) {
    self.trip = trip
    self.site = site
    list = try ListEditor(bytes: bytes, path: trip.path, options: site.options(for: trip))
  }

  /// The trip with what it includes.
  public var draft: TripDraft { site.baseLists.merge(into: list.draft).draft }

  /// All items of the trip in their order.
  public var items: [TripItem] {
    var own = 0
    return draft.items.map { item in
      guard item.origin == nil else { return TripItem(item: item) }
      own += 1
      return TripItem(item: item, index: own - 1)
    }
  }

  // MARK: Finding

  /// The one item that is meant.
  ///
  /// - Throws: ``AmbiguousItem`` where several match, `Diagnostic` where none does.
  public func item(_ selection: ItemSelection) throws -> TripItem {
    var items = items
    if let category = selection.category {
      let whole = list.category(named: category)
      items = items.filter { item in
        foldedName(item.item.category) == foldedName(whole)
          || !NameSearch.matches(category, in: [item.item.category]).isEmpty
      }
    }
    let found = NameSearch.matches(selection.words, in: items.map(\.item.name)).map { items[$0] }
    if let number = selection.number {
      guard found.indices.contains(number - 1) else {
        throw Diagnostic(
          .error, .notFound,
          "\(found.count) \(found.count == 1 ? "item matches" : "items match") "
            + "\"\(selection.words)\", so there is no number \(number)",
          hint: "count from 1, in the order of the list")
      }
      return found[number - 1]
    }
    guard let item = found.first else { throw missing(selection, items) }
    guard found.count == 1 else {
      throw AmbiguousItem(words: selection.words, items: found.map(\.item))
    }
    return item
  }

  private func missing(_ selection: ItemSelection, _ items: [TripItem]) -> Diagnostic {
    let meant = nearest(to: selection.words, in: Set(items.map(\.item.name)))
    let place = selection.category.map { " in \"\($0)\"" } ?? ""
    return Diagnostic(
      .error, .notFound,
      "the \(trip.isBaseList ? "list" : "trip") \"\(trip.slug)\" has no item "
        + "\"\(selection.words)\"\(place)",
      hint: meant.map { "did you mean \"\($0)\"?" }
        ?? (trip.isBaseList
          ? "\(trip.path) holds what there is"
          : "\"valise show \(trip.slug)\" lists what there is"))
  }

  // MARK: Changes

  /// Packs or unpacks items; one of a base list becomes the trip's own line when it is packed.
  ///
  /// - Returns: How many changed.
  @discardableResult
  public mutating func setPacked(_ isPacked: Bool, _ items: [TripItem]) throws -> Int {
    var count = try list.setPacked(isPacked, items.compactMap(\.index))
    for item in items where isPacked && item.index == nil {
      try list.insert(try lifted(item), in: item.item.category, isPacked: true)
      count += 1
    }
    return count
  }

  /// Removes an item; one of a base list is named under `exclude`.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - withItemsInside: Whether items inside it go as well.
  /// - Throws: `Diagnostic` where that would change more than was asked for.
  public mutating func remove(_ item: TripItem, withItemsInside: Bool) throws {
    if let index = item.index { try list.remove(index, withItemsInside: withItemsInside) }
    let wanted = (foldedName(item.item.category), foldedName(item.item.name))
    let isThere = { (items: [TripItem]) in
      items.contains { other in
        other.index == nil
          && (foldedName(other.item.category), foldedName(other.item.name)) == wanted
      }
    }
    // Without the trip's own line, the base list would bring it back.
    let before = items
    guard isThere(before) else { return }
    try list.exclude(item.item.name)
    let lost = before.filter { old in
      old.index == nil && foldedName(old.item.name) != wanted.1
        && !items.contains { $0.item.name == old.item.name }
    }
    guard lost.isEmpty else {
      let names = lost.map(\.item.name).joined(separator: ", ")
      throw Diagnostic(
        .error, .editRefused,
        "leaving out \"\(item.item.name)\" would leave out other things as well: \(names)",
        at: FilePosition(path: trip.path), hint: "take it out of the base list instead")
    }
  }

  /// Gives an item another name.
  public mutating func rename(_ item: TripItem, to name: String) throws {
    guard let index = item.index else {
      let list = item.item.origin ?? ""
      throw Diagnostic(
        .error, .editRefused, "\"\(item.item.name)\" comes from the base list \"\(list)\"",
        at: item.item.position,
        hint: "rename it there; or pack it first, which makes it this trip's own")
    }
    try list.rename(index, to: name)
  }

  /// Marks an item as `#unused`.
  public mutating func markUnused(_ item: TripItem) throws {
    if let index = item.index {
      try list.add(mark: "#unused", to: index, where: \.isUnused)
      return
    }
    let index = try list.insert(
      try lifted(item), in: item.item.category, isPacked: item.item.isPacked)
    try list.add(mark: "#unused", to: index, where: \.isUnused)
  }

  /// Moves an item to another category of the trip.
  public mutating func move(_ item: TripItem, toCategory category: String) throws {
    if let index = item.index {
      try list.move(index, toCategory: category)
    } else {
      let moved = try lifted(item)
      try remove(item, withItemsInside: true)
      try list.insert(moved, in: category)
    }
  }

  /// Moves an item to another trip, into the category of the same name.
  public mutating func move(_ item: TripItem, to other: inout TripEditor) throws {
    try other.list.insert(try lifted(item), in: item.item.category)
    try remove(item, withItemsInside: true)
  }

  /// An item as it can be written elsewhere.
  private func lifted(_ item: TripItem) throws -> MovedItem {
    if let index = item.index { return list.lifted(index) }
    var options = site.options
    options.kind = .baseList
    guard let origin = item.item.origin, let path = site.path(ofList: origin) else {
      return list.lifted(item.item)
    }
    let base = try ListEditor(
      bytes: try readFile(site.site.path(path)), path: path, options: options)
    let index = base.draft.items.firstIndex { $0.position == item.item.position }
    return index.map { base.liftedAlone($0) } ?? list.lifted(item.item)
  }
}

extension TripEditor {
  /// Adds an item.
  ///
  /// - Returns: The new item.
  public mutating func add(
    _ words: String, category: String?
  ) throws(Diagnostic) -> ItemDraft {
    // A category that only a base list has is one of this trip's all the same.
    let known = Set(items.map(\.item.category))
    let meant = category.map { name in
      let own = list.category(named: name)
      return known.first { foldedName($0) == foldedName(own) }
        ?? known.sorted().first { foldedName($0).hasSuffix(" › " + foldedName(name)) } ?? own
    }
    let index = try list.add(words, category: meant)
    return list.draft.items[index]
  }

  /// Adds items that were read elsewhere to the categories of the same names.
  public mutating func add(_ items: [ItemDraft]) throws(Diagnostic) { try list.add(items) }

  /// Puts the trip away, or takes it out again.
  public mutating func setArchived(_ isArchived: Bool) throws(Diagnostic) {
    try list.setArchived(isArchived)
  }
}
