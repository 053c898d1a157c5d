public import ModelStore
public import PackingLists

/// A report that a site defines for itself.
///
/// What is private is in none, and what is left behind only where the report asks for it.
public struct OwnReport {
  private let query: ReportQuery

  /// Takes the question.
  public init(_ query: ReportQuery) {
    self.query = query
  }

  /// The answer.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - context: What all pages share.
  /// - Returns: A table; without rows where nothing is as it was asked for.
  /// - Throws: What the store throws.
  public func report(of store: ModelContext, in context: PageContext) throws -> Report {
    let cards = try TripCard.all(in: store).filter { !context.site.leftOut.contains($0.slug) }
    var rows =
      query.model == .trips ? cards.map(Row.init) : try items(of: store, cards: cards)
    rows.removeAll { row in !query.conditions.allSatisfy { Self.holds($0, row) } }
    if let group = query.group { rows = Self.grouped(rows, by: group, query.model) }
    rows = Self.sorted(rows, by: query.order)
    var report = Report(
      query.name, title: query.title,
      columns: query.columns.map { column in
        Report.Column(
          column.field.rawValue, column.title ?? context.words.title(of: column.field),
          isNumber: [.number, .weight, .money].contains(column.field.kind))
      },
      rows: rows.prefix(query.limit).map { row in
        query.columns.map { row.shown($0.field, in: context) }
      })
    // What rows are ordered by is what they are compared by.
    let compared = (query.order.map(\.field.rawValue) + ["weight"]).lazy.compactMap { name in
      report.columns.firstIndex { $0.name == name && $0.isNumber }
    }
    if let length = compared.first ?? report.columns.firstIndex(where: \.isNumber), length > 0 {
      report.chart = Report.Chart(label: 0, length: length)
    }
    return report
  }

  private func items(of store: ModelContext, cards: [TripCard]) throws -> [Row] {
    let trips = Dictionary(cards.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
    let showsLeft = query.conditions.contains { $0.field == .leftBehind }
    return try store.fetch(
      FetchDescriptor<PackingItem>(
        predicate: #Predicate { !$0.isPrivate && (showsLeft || !$0.isLeftBehind) },
        sortBy: [SortDescriptor(\.tripSlug), SortDescriptor(\.position)])
    ).compactMap { item in trips[item.tripSlug].map { Row(item, of: $0) } }
  }

  // MARK: Filter

  private static func holds(_ condition: ReportQuery.Condition, _ row: Row) -> Bool {
    let value = row.values[condition.field]
    if condition.comparison == .isNot {
      return condition.values.allSatisfy { !isSame($0, value) }
    }
    return condition.values.contains { wanted in
      guard let value else { return false }
      switch condition.comparison {
      case .equals: return isSame(wanted, value)
      case .contains:
        guard case (.text(let part), .text(let whole)) = (wanted, value) else { return false }
        return foldedName(whole).contains(foldedName(part))
      case .isMore: return isLess(wanted, value)
      case .isLess: return isLess(value, wanted)
      case .isAtLeast: return !isLess(value, wanted)
      case .isAtMost: return !isLess(wanted, value)
      case .isNot: return false
      }
    }
  }

  private static func isSame(_ left: ReportQuery.Value, _ right: ReportQuery.Value?) -> Bool {
    if case (.text(let left), .text(let right)?) = (left, right) {
      return foldedName(left) == foldedName(right)
    }
    return left == right
  }

  private static func isLess(_ left: ReportQuery.Value, _ right: ReportQuery.Value) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): comesBefore(left, right)
    case (.number(let left), .number(let right)): left < right
    case (.weight(let left), .weight(let right)): left < right
    case (.money(let left), .money(let right)): left < right
    case (.day(let left), .day(let right)): left < right
    case (.flag(let left), .flag(let right)): !left && right
    default: false
    }
  }

  // MARK: Group and sort

  private static func grouped(
    _ rows: [Row], by field: ReportField, _ model: ReportQuery.Model
  ) -> [Row] {
    var places: [String: Int] = [:]
    var groups: [(first: Row, members: [Row])] = []
    for row in rows {
      guard let value = row.values[field] else { continue }
      let key = if case .text(let text) = value { foldedName(text) } else { "\(value)" }
      if let place = places[key] {
        groups[place].members.append(row)
      } else {
        places[key] = groups.count
        groups.append((row, [row]))
      }
    }
    return groups.map { Row(sumOf: $0.members, by: field, like: $0.first, model) }
  }

  private static func sorted(_ rows: [Row], by order: [ReportQuery.Order]) -> [Row] {
    rows.enumerated().sorted { left, right in
      for place in order {
        let (one, other) = (left.element.values[place.field], right.element.values[place.field])
        switch (one, other) {
        // What is not known comes last, whichever way round.
        case (nil, nil): continue
        case (nil, _?): return false
        case (_?, nil): return true
        case (let one?, let other?):
          if isLess(one, other) { return !place.isReversed }
          if isLess(other, one) { return place.isReversed }
        }
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}

/// A row before it is shown: what is known of its fields.
private struct Row {
  var values: [ReportField: ReportQuery.Value] = [:]
  var slug: String?

  init(_ card: TripCard) {
    slug = card.slug
    values[.trip] = .text(card.title)
    values[.destination] = card.destination.map { .text($0) }
    values[.start] = card.start.map { .day($0) }
    values[.end] = card.end.map { .day($0) }
    values[.nights] = card.nights.map { .number($0) }
    values[.collection] = card.collection.map { .text($0) }
    values[.archived] = .flag(card.isArchived)
    values[.complete] = .flag(card.isComplete)
    values[.things] = .number(card.itemCount)
    values[.packedThings] = .number(card.packedCount)
    values[.weight] = card.totalWeight == .zero ? nil : .weight(card.totalWeight)
  }

  init(_ item: PackingItem, of card: TripCard) {
    self.init(card)
    values[.name] = .text(item.name)
    values[.category] = .text(item.category)
    values[.quantity] = .number(item.quantity)
    values[.weight] = item.totalWeight.map { .weight($0) }
    values[.pieceWeight] = item.weight.map { .weight($0) }
    values[.price] = totalPrice(of: [item]).map { .money($0) }
    values[.traveller] = item.traveller.map { .text($0) }
    values[.bag] = item.bag.map { .text($0) }
    values[.note] = item.note.map { .text($0) }
    values[.worn] = .number(item.wornCount)
    let flags: [(ReportField, Bool)] = [
      (.packed, item.isPacked), (.leftBehind, item.isLeftBehind),
      (.consumable, item.isConsumable), (.essential, item.isEssential), (.buy, item.isToBuy),
      (.unused, item.isUnused),
    ]
    for (field, isSo) in flags { values[field] = .flag(isSo) }
  }

  /// A group: what it is grouped by, and sums.
  init(sumOf rows: [Row], by field: ReportField, like first: Row, _ model: ReportQuery.Model) {
    values[field] = first.values[field]
    if field == .trip { slug = first.slug }
    values[.count] = .number(rows.count)
    values[.trips] = .number(Set(rows.map(\.slug)).count)
    for summed in [ReportField.weight, .price, .quantity, .nights, .things, .packedThings]
    where summed != field && summed.belongs(toGroupsBy: field, of: model) {
      values[summed] = Self.sum(rows.compactMap { $0.values[summed] })
    }
  }

  private static func sum(_ values: [ReportQuery.Value]) -> ReportQuery.Value? {
    values.reduce(nil as ReportQuery.Value?) { sum, value in
      switch (sum, value) {
      case (.weight(let sum)?, .weight(let value)): .weight(sum + value)
      case (.number(let sum)?, .number(let value)): .number(sum.clampedSum(value))
      case (.money(let sum)?, .money(let value)): .money(sum.clampedSum(value))
      default: value
      }
    }
  }

  func shown(_ field: ReportField, in context: PageContext) -> Report.Value {
    switch values[field] {
    case .text(let text)?:
      if field == .trip, let slug { .trip(slug: slug, title: text) } else { .text(text) }
    case .number(let number)?: .count(number)
    case .weight(let weight)?: .weight(weight)
    case .money(let cents)?: .money(cents)
    case .day(let day)?: .day(day)
    case .flag(let isSo)?: isSo ? .text("✓") : .none
    case nil: .none
    }
  }
}

extension Int {
  fileprivate func clampedSum(_ other: Int) -> Int {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}

extension Words {
  /// What stands above a column of a field.
  fileprivate func title(of field: ReportField) -> String {
    let known: [ReportField: Word] = [
      .name: .thing, .category: .category, .weight: .weight, .price: .cost,
      .traveller: .traveller, .bag: .bag, .packed: .packed, .trip: .trip, .start: .firstDay,
      .nights: .nights, .things: .things, .packedThings: .packed, .leftBehind: .leftBehind,
      .trips: .trips, .note: .notes,
    ]
    if let word = known[field] { return self[word] }
    // What the theme has no word for is called as the settings call it.
    let name = field.rawValue.replacing("-", with: " ")
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}
