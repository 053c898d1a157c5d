import Diagnostics
import PackingLists
import YAML

/// Reads values of one kind out of YAML, and reports those of another.
struct YAMLValueReader {
  /// The file that the YAML stands in.
  let path: String
  /// The code of a value that is not what its key needs.
  let code: DiagnosticCode
  private(set) var diagnostics: [Diagnostic] = []

  init(path: String, code: DiagnosticCode) {
    self.path = path
    self.code = code
  }

  // MARK: Reports

  mutating func add(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Reports what is wrong with a value.
  mutating func refuse(_ message: String, _ node: YAMLNode, hint: String) {
    add(
      Diagnostic(
        .error, code, message, at: position(of: node), length: length(of: node), hint: hint))
  }

  /// Reports a key that nobody knows.
  mutating func reportUnknown(
    _ key: YAMLScalar, code: DiagnosticCode, in place: String, known: [String]
  ) {
    let hint =
      nearest(to: key.text, in: known).map { "did you mean \"\($0)\"?" }
      ?? "use one of: \(known.joined(separator: ", "))"
    add(
      Diagnostic(
        .warning, code, "\(place) knows no key \"\(key.text)\"; it is left out",
        at: position(of: key.position), length: key.length, hint: hint))
  }

  func position(of node: YAMLNode) -> FilePosition { position(of: node.position) }

  func position(of position: YAMLPosition) -> FilePosition {
    FilePosition(path: path, line: position.line, column: position.column)
  }

  func length(of node: YAMLNode) -> Int {
    if case .scalar(let scalar) = node { return scalar.length }
    return 0
  }

  // MARK: Values

  /// A text; nil where nothing is written, or something else.
  mutating func text(_ node: YAMLNode, of key: String) -> String? {
    guard case .scalar(let scalar) = node else {
      refuse("\"\(key)\" must be one text", node, hint: "write it as \"\(key): …\" on one line")
      return nil
    }
    guard !scalar.isNull else { return nil }
    let text = PlainWords.tidied(Array(scalar.text.utf8)[...])
    return text.isEmpty ? nil : text
  }

  /// A text with its place.
  mutating func located(_ node: YAMLNode, of key: String) -> Located<String>? {
    text(node, of: key).map { Located($0, at: position(of: node), length: length(of: node)) }
  }

  /// A list of texts; one text alone is a list of one.
  mutating func texts(_ node: YAMLNode, of key: String) -> [Located<String>] {
    switch node {
    case .scalar: return located(node, of: key).map { [$0] } ?? []
    case .sequence(let nodes, _):
      var texts: [Located<String>] = []
      for node in nodes {
        guard case .scalar = node else {
          refuse("each of \"\(key)\" must be one text", node, hint: "write \"\(key): [one, two]\"")
          continue
        }
        if let text = located(node, of: key) { texts.append(text) }
      }
      return texts
    case .mapping:
      refuse("\"\(key)\" must be a list of texts", node, hint: "write \"\(key): [one, two]\"")
      return []
    }
  }

  /// A whole number in a range.
  mutating func number(_ node: YAMLNode, of key: String, in range: ClosedRange<Int>) -> Int? {
    guard let text = text(node, of: key) else { return nil }
    let number = Int(text)
    if let number, range.contains(number) { return number }
    let isTooLarge = number.map { $0 > range.upperBound } ?? false
    refuse(
      isTooLarge
        ? "\"\(key)\" must be at most \(range.upperBound), got \"\(text)\""
        : "\"\(key)\" must be a whole number of \(range.lowerBound) or more, got \"\(text)\"",
      node, hint: "write a number, as in \"\(key): 4\"")
    return nil
  }

  /// Yes or no.
  mutating func truth(_ node: YAMLNode, of key: String) -> Bool? {
    guard let text = text(node, of: key) else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default:
      refuse(
        "\"\(key)\" must be true or false, got \"\(text)\"", node, hint: "write \"\(key): true\"")
      return nil
    }
  }

  /// One of some words.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode, of key: String, as type: Choice.Type
  ) -> Choice? {
    guard let text = text(node, of: key) else { return nil }
    if let choice = Choice(rawValue: text.lowercased()) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    refuse(
      "\"\(key)\" must be \(Self.alternatives(names)), got \"\(text)\"", node,
      hint: nearest(to: text, in: names).map { "did you mean \"\($0)\"?" }
        ?? "write \"\(key): \(names[0])\"")
    return nil
  }

  /// The names as a choice: `g, kg, oz or lb`.
  private static func alternatives(_ names: [String]) -> String {
    let others = names.dropLast().joined(separator: ", ")
    return others.isEmpty ? names.joined() : "\(others) or \(names[names.count - 1])"
  }

  /// A day of the calendar.
  mutating func day(_ node: YAMLNode, of key: String, code: DiagnosticCode) -> CalendarDay? {
    guard let text = text(node, of: key) else { return nil }
    if let day = CalendarDay(iso: text) { return day }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let looksLikeDay = parts.count == 3 && parts.allSatisfy { Int($0) != nil }
    add(
      Diagnostic(
        .error, code,
        looksLikeDay
          ? "the calendar has no day \"\(text)\"" : "\"\(key)\" must be a day, got \"\(text)\"",
        at: position(of: node), length: length(of: node),
        hint: "write year, month and day, as in \"\(key): 2026-06-12\""))
    return nil
  }

  /// Bags with their limits: a mapping, a list of names and mappings, or one name.
  mutating func bags(_ node: YAMLNode, of key: String) -> [BagDraft] {
    switch node {
    case .scalar:
      return located(node, of: key).map {
        [BagDraft(name: $0.value, limit: nil, position: $0.position)]
      } ?? []
    case .mapping(let entries, _): return entries.compactMap { bag($0.key, $0.value) }
    case .sequence(let nodes, _):
      var bags: [BagDraft] = []
      for node in nodes {
        switch node {
        case .scalar: bags += self.bags(node, of: key)
        case .mapping(let entries, let position): bags += described(entries, at: position)
        case .sequence:
          refuse(
            "a bag must be a name with its limit", node,
            hint: "write \"\(key): {carry-on: 7 kg, duffel: 23 kg}\"")
        }
      }
      return bags
    }
  }

  /// `- carry-on: 7 kg`, or `- name: carry-on` with `limit: 7 kg` below it.
  private mutating func described(_ entries: [YAMLEntry], at position: YAMLPosition) -> [BagDraft] {
    guard let name = entries.first(where: { $0.key.text == "name" }),
      entries.allSatisfy({ ["name", "limit"].contains($0.key.text) })
    else { return entries.compactMap { bag($0.key, $0.value) } }
    guard let text = text(name.value, of: "name") else { return [] }
    let limit = entries.first { $0.key.text == "limit" }.flatMap { weight($0.value, of: text) }
    return [BagDraft(name: text, limit: limit, position: self.position(of: position))]
  }

  private mutating func bag(_ key: YAMLScalar, _ node: YAMLNode) -> BagDraft? {
    let name = PlainWords.tidied(Array(key.text.utf8)[...])
    guard !name.isEmpty else { return nil }
    return BagDraft(
      name: name, limit: weight(node, of: name), position: position(of: key.position))
  }

  private mutating func weight(_ node: YAMLNode, of key: String) -> Weight? {
    guard let text = text(node, of: key) else { return nil }
    if let weight = Weight(parsing: text.lowercased()) { return weight }
    refuse(
      "the limit of \"\(key)\" must be a weight, got \"\(text)\"", node,
      hint: "write a number and a unit, as in \"\(key): 7 kg\"")
    return nil
  }

  // MARK: Problems of the YAML itself

  /// Reports what the YAML reader found.
  mutating func report(_ problems: [YAMLProblem]) {
    for problem in problems {
      let (severity, code): (Diagnostic.Severity, DiagnosticCode) =
        switch problem.kind {
        case .syntax: (.error, .yamlSyntax)
        case .duplicateKey: (.error, .yamlDuplicateKey)
        case .tooDeep: (.error, .yamlTooDeep)
        case .tooManyAliases: (.error, .yamlAliases)
        case .unsupported: (.warning, .yamlSyntax)
        }
      add(
        Diagnostic(
          severity, code, problem.message, at: position(of: problem.position),
          length: problem.length, hint: problem.hint,
          notes: problem.related.map {
            [Diagnostic.Note("the first is here", at: position(of: $0))]
          } ?? []))
    }
  }
}
