import Diagnostics

extension Renderer {
  /// Says which part of a dotted name is missing, in what, and what is there instead.
  func missingName(_ use: NameUse, in source: TemplateSource) -> TemplateProblem {
    let start = use.range.lowerBound
    let first = use.first
    guard var value = innermost(first) else {
      return source.problem(
        .unknownName, "there is no \"\(first)\" here", at: start..<(start + first.utf8.count),
        hint: hintForFirst(first))
    }
    var path = first
    for part in use.rest {
      guard case .object(let object) = value else { break }
      guard let next = object[part] else {
        let partStart = start + path.utf8.count + 1
        return source.problem(
          .unknownName, "\"\(path)\" has no \"\(part)\"",
          at: partStart..<(partStart + part.utf8.count),
          hint: hint(for: part, among: object.names, kind: "names in it"))
      }
      value = next
      path += "." + part
    }
    return source.problem(
      .unknownName, "\"\(path)\" is \(kind(of: value)) and has no names in it",
      at: start..<(start + path.utf8.count),
      hint: "open a section, {{#\(path)}}…{{/\(path)}}, or show it with {{\(path)}}")
  }

  private func innermost(_ name: String) -> MustacheValue? {
    for value in context.reversed() {
      if case .object(let object) = value, let found = object[name] { return found }
    }
    return nil
  }

  private func hintForFirst(_ name: String) -> String {
    let names = visibleNames()
    let told = hint(for: name, among: names, kind: "names here")
    guard nearest(to: name, in: names) == nil else { return told }
    // Often it is there, one step further in: {{title}} for {{trip.title}}.
    for outer in names {
      guard case .object(let object) = innermost(outer) else { continue }
      let meant = object[name] == nil ? nearest(to: name, in: object.names) : name
      if let meant { return "did you mean \"\(outer).\(meant)\"? " + told }
    }
    return told
  }

  /// Every name a template can use now, the innermost first, each once.
  private func visibleNames() -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for value in context.reversed() {
      guard case .object(let object) = value else { continue }
      names += object.names.filter { seen.insert($0).inserted }
    }
    return names
  }

  /// What a value is, with its article.
  func kind(of value: MustacheValue) -> String {
    switch value {
    case .null: "nothing"
    case .bool: "a truth value"
    case .integer, .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
