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

  /// A name, and what is said of it.
  struct Named {
    /// The name.
    let name: String
    /// Its place.
    let position: FilePosition
    /// What is said of it, and what to call that in a message; nil where nothing is.
    let value: (node: YAMLNode, key: String)?
  }

  /// Names with something said of each: a mapping, a list of names and mappings, or one name.
  ///
  /// In a list `- Seattle: 3` and `- city: Seattle` with `nights: 3` below it say the same.
  ///
  /// - Parameters:
  ///   - node: What is read.
  ///   - key: The key that it belongs to.
  ///   - nameKey: What a name is called where it stands by itself.
  ///   - valueKey: What is said of it is called there.
  ///   - refusal: The message and the hint where one of a list is itself a list.
  /// - Returns: The names in their order; what cannot be read is reported and left out.
  mutating func named(
    _ node: YAMLNode, of key: String, _ nameKey: String, _ valueKey: String,
    refusal: (message: String, hint: String)
  ) -> [Named] {
    switch node {
    case .scalar:
      return located(node, of: key).map {
        [Named(name: $0.value, position: $0.position, value: nil)]
      } ?? []
    case .mapping(let entries, _): return named(entries)
    case .sequence(let nodes, _):
      var all: [Named] = []
      for node in nodes {
        switch node {
        case .scalar: all += named(node, of: key, nameKey, valueKey, refusal: refusal)
        case .mapping(let entries, let position):
          guard let name = entries.first(where: { $0.key.text == nameKey }),
            entries.allSatisfy({ [nameKey, valueKey].contains($0.key.text) })
          else {
            all += named(entries)
            continue
          }
          guard let text = text(name.value, of: nameKey) else { continue }
          let value = entries.first { $0.key.text == valueKey }?.value
          all.append(
            Named(
              name: text, position: self.position(of: position),
              value: value.map { ($0, valueKey) }))
        case .sequence: refuse(refusal.message, node, hint: refusal.hint)
        }
      }
      return all
    }
  }

  private func named(_ entries: [YAMLEntry]) -> [Named] {
    entries.compactMap { entry in
      let name = PlainWords.tidied(Array(entry.key.text.utf8)[...])
      guard !name.isEmpty else { return nil }
      return Named(
        name: name, position: position(of: entry.key.position), value: (entry.value, name))
    }
  }

  /// Bags with their limits.
  mutating func bags(_ node: YAMLNode, of key: String) -> [BagDraft] {
    let all = named(
      node, of: key, "name", "limit",
      refusal: (
        "a bag must be a name with its limit", "write \"\(key): {carry-on: 7 kg, duffel: 23 kg}\""
      ))
    return all.map { bag in
      BagDraft(
        name: bag.name, limit: bag.value.flatMap { weight($0.node, of: bag.name) },
        position: bag.position)
    }
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
