import Diagnostics
import PackingLists
import YAML

/// Reads the reports that `valise.yml` defines: every name in them is checked here.
struct ReportQueryReader {
  private static let keys = [
    "title", "model", "filter", "sort", "group", "columns", "limit", "template",
  ]
  private static let mostRows = 10_000
  private static let builtIn = [
    "upcoming", "weights", "years", "heaviest", "always", "unused", "bags", "travellers",
  ]

  /// The values of the file, with what is wrong with them.
  var values: YAMLValueReader

  /// The reports below the key `reports`; one with an error is left out.
  mutating func reports(_ node: YAMLNode) -> [ReportQuery] {
    guard case .mapping(let entries, _) = node else {
      if case .scalar(let scalar) = node, scalar.isNull { return [] }
      values.refuse(
        "\"reports\" must hold names with what each report shows", node,
        hint: "write \"heavy:\" below it, and \"title: Heavy things\" below that")
      return []
    }
    return entries.compactMap { report($0.key, $0.value) }
  }

  private mutating func report(_ key: YAMLScalar, _ node: YAMLNode) -> ReportQuery? {
    let name = key.text
    let place = YAMLNode.scalar(key)
    guard slug(of: name) == name, !name.isEmpty else {
      values.refuse(
        "the name of a report is part of an address, and \"\(name)\" cannot be", place,
        hint: "call it \"\(slug(of: name).isEmpty ? "my-report" : slug(of: name))\"")
      return nil
    }
    guard !Self.builtIn.contains(name) else {
      values.refuse(
        "there is a report \"\(name)\" already", place, hint: "call it \"my-\(name)\"")
      return nil
    }
    guard case .mapping(let entries, _) = node else {
      values.refuse(
        "the report \"\(name)\" must hold keys with values", node,
        hint: "write \"title: Heavy things\" below it")
      return nil
    }
    let before = values.diagnostics.count { $0.severity == .error }
    var query = ReportQuery(name: name, title: name)
    // The other keys depend on what it is about.
    for entry in entries where entry.key.text == "model" {
      query.model =
        values.choice(entry.value, of: "model", as: ReportQuery.Model.self) ?? query.model
    }
    for entry in entries where entry.key.text == "group" {
      query.group = group(entry.value, query.model)
    }
    for entry in entries { read(entry, into: &query) }
    if query.columns.isEmpty { query.columns = Self.standardColumns(of: query) }
    return values.diagnostics.count { $0.severity == .error } == before ? query : nil
  }

  private mutating func read(_ entry: YAMLEntry, into query: inout ReportQuery) {
    let key = entry.key.text
    switch key {
    case "title": query.title = values.text(entry.value, of: key) ?? query.title
    case "filter": query.conditions = conditions(entry.value, query.model)
    case "sort": query.order = order(entry.value, query)
    case "columns": query.columns = columns(entry.value, query)
    case "limit":
      query.limit = values.number(entry.value, of: key, in: 1...Self.mostRows) ?? query.limit
    case "template": query.template = template(entry.value)
    case "model", "group": break
    default:
      values.reportUnknown(
        entry.key, code: .configUnknownKey, in: "a report", known: Self.keys)
    }
  }

  private static func standardColumns(of query: ReportQuery) -> [ReportQuery.Column] {
    if let group = query.group { return [group, .count, .weight].map { ReportQuery.Column($0) } }
    let fields: [ReportField] =
      query.model == .items
      ? [.name, .quantity, .weight, .trip] : [.trip, .start, .things, .weight]
    return fields.map { ReportQuery.Column($0) }
  }

  // MARK: Names

  private mutating func field(
    _ name: String, _ node: YAMLNode, where isKnown: (ReportField) -> Bool
  ) -> ReportField? {
    if let field = ReportField(rawValue: name), isKnown(field) { return field }
    let known = ReportField.allCases.filter(isKnown).map(\.rawValue)
    values.refuse(
      "there is no \"\(name)\" here", node,
      hint: nearest(to: name, in: known).map { "did you mean \"\($0)\"?" }
        ?? "use one of: \(known.joined(separator: ", "))")
    return nil
  }

  private mutating func group(_ node: YAMLNode, _ model: ReportQuery.Model) -> ReportField? {
    guard let name = values.text(node, of: "group") else { return nil }
    return field(name, node) { $0.belongs(to: model) && [.text, .flag, .day].contains($0.kind) }
  }

  private static func isShown(_ field: ReportField, in query: ReportQuery) -> Bool {
    guard let group = query.group else { return field.belongs(to: query.model) }
    return field.belongs(toGroupsBy: group, of: query.model)
  }

  private mutating func order(_ node: YAMLNode, _ query: ReportQuery) -> [ReportQuery.Order] {
    values.texts(node, of: "sort").compactMap { text in
      let isReversed = text.value.hasPrefix("-")
      let name = String(text.value.drop { $0 == "-" })
      return field(name, node) { Self.isShown($0, in: query) }
        .map { ReportQuery.Order($0, isReversed: isReversed) }
    }
  }

  private mutating func columns(_ node: YAMLNode, _ query: ReportQuery) -> [ReportQuery.Column] {
    if case .mapping(let entries, _) = node {
      return entries.compactMap { entry in
        let title = values.text(entry.value, of: entry.key.text)
        return field(entry.key.text, .scalar(entry.key)) { Self.isShown($0, in: query) }
          .map { ReportQuery.Column($0, title: title) }
      }
    }
    return values.texts(node, of: "columns").compactMap { text in
      field(text.value, node) { Self.isShown($0, in: query) }.map { ReportQuery.Column($0) }
    }
  }

  private mutating func template(_ node: YAMLNode) -> String? {
    guard let name = values.text(node, of: "template") else { return nil }
    let stem = name.hasSuffix(".mustache") ? String(name.dropLast(".mustache".count)) : name
    guard !stem.contains("/"), !stem.contains("\\"), !stem.hasPrefix(".") else {
      values.refuse(
        "a template is named without a folder, got \"\(name)\"", node,
        hint: "put it into Templates/ and write its name")
      return nil
    }
    return stem
  }

  // MARK: Conditions

  private mutating func conditions(
    _ node: YAMLNode, _ model: ReportQuery.Model
  ) -> [ReportQuery.Condition] {
    guard case .mapping(let entries, _) = node else {
      values.refuse(
        "\"filter\" must hold fields with what they have to be", node,
        hint: "write \"weight: > 500 g\" below it")
      return []
    }
    return entries.compactMap { entry in
      let known = field(entry.key.text, .scalar(entry.key)) { $0.belongs(to: model) }
      guard let known else { return nil }
      return condition(known, entry.value)
    }
  }

  private mutating func condition(
    _ field: ReportField, _ node: YAMLNode
  ) -> ReportQuery.Condition? {
    let texts = values.texts(node, of: field.rawValue)
    guard let first = texts.first else { return nil }
    let comparison =
      ReportQuery.Comparison.allCases.first { first.value.hasPrefix($0.rawValue) }
    var wanted: [ReportQuery.Value] = []
    for text in texts {
      var words = text.value[...]
      if let comparison, words.hasPrefix(comparison.rawValue) {
        words = words.dropFirst(comparison.rawValue.count)
      }
      let plain = String(words.drop { $0 == " " })
      guard let value = Self.value(plain, of: field) else {
        values.refuse(
          "\"\(field.rawValue)\" is compared with \(Self.example(of: field).what), got \"\(plain)\"",
          node, hint: "write it as \"\(field.rawValue): \(Self.example(of: field).text)\"")
        return nil
      }
      wanted.append(value)
    }
    let fits = comparison.map { Self.fits($0, field) } ?? true
    guard fits else {
      values.refuse(
        "\"\(comparison?.rawValue ?? "")\" does not go with \"\(field.rawValue)\"", node,
        hint: "write it as \"\(field.rawValue): \(Self.example(of: field).text)\"")
      return nil
    }
    return ReportQuery.Condition(field, comparison ?? .equals, wanted)
  }

  private static func fits(_ comparison: ReportQuery.Comparison, _ field: ReportField) -> Bool {
    switch comparison {
    case .equals, .isNot: true
    case .contains: field.kind == .text
    case .isMore, .isLess, .isAtLeast, .isAtMost: ![.text, .flag].contains(field.kind)
    }
  }

  private static func value(_ text: String, of field: ReportField) -> ReportQuery.Value? {
    switch field.kind {
    case .text: text.isEmpty ? nil : .text(text)
    case .number: Int(text).map { .number($0) }
    case .weight: Weight(parsing: text.lowercased()).map { .weight($0) }
    case .money: cents(text).map { .money($0) }
    case .day: CalendarDay(iso: text).map { .day($0) }
    case .flag:
      switch text.lowercased() {
      case "yes", "true", "on": .flag(true)
      case "no", "false", "off": .flag(false)
      default: nil
      }
    }
  }

  private static func cents(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int(parts[0]), whole >= 0, whole < Int.max / 1000 else {
      return nil
    }
    guard parts.count == 2 else { return whole * 100 }
    guard (1...2).contains(parts[1].count), let rest = Int(parts[1]), rest >= 0 else { return nil }
    return whole * 100 + (parts[1].count == 1 ? rest * 10 : rest)
  }

  private static func example(of field: ReportField) -> (what: String, text: String) {
    switch field.kind {
    case .text: ("words", "Clothes")
    case .number: ("a whole number", "> 2")
    case .weight: ("a weight", "> 500 g")
    case .money: ("a price", "> 12.50")
    case .day: ("a day", ">= 2027-01-01")
    case .flag: ("yes or no", "yes")
    }
  }
}
