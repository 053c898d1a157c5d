/// What to do about a name that is nowhere in the data.
public enum MissingNames: Sendable, Hashable {
  /// Say so, once for each place in a template.
  case report
  /// Show nothing, as Mustache's own rules have it.
  case empty
}

/// Compiled templates that may include each other by name.
public struct TemplateLibrary: Sendable {
  /// How deep templates and overridden blocks may stand in each other while rendering.
  public static let depthLimit = 100

  /// Every problem of every template, in the order of the templates and then of their text: what
  /// cannot be read, and partials that do not exist.
  public private(set) var problems: [TemplateProblem] = []

  /// The names of the templates, in the order they were given.
  public let names: [String]

  private(set) var templates: [Template]
  /// What a thread that has the library to itself remembers from one page to the next.
  private var memory: RendererMemory?
  /// How many different parts of names there are in all templates.
  let partCount: Int
  private let indices: [String: Int]

  /// Compiles templates.
  ///
  /// - Parameter sources: Each template's name, as partials call it, and its text. Of equal names
  ///   the first is used.
  public init(sources: [(name: String, text: String)]) {
    var indices: [String: Int] = [:]
    var templates: [Template] = []
    var problemsOfEach: [[TemplateProblem]] = []
    var blockNumbers: [String: Int] = [:]
    var nameCount = 0
    for source in sources where indices[source.name] == nil {
      indices[source.name] = templates.count
      let (template, problems) = Compiler.compile(
        TemplateSource(name: source.name, text: source.text), blockNumbers: &blockNumbers)
      template.firstName = nameCount
      nameCount += template.names.count
      templates.append(template)
      problemsOfEach.append(problems)
    }
    names = templates.map(\.source.name)
    for index in templates.indices {
      for use in templates[index].partials.indices {
        guard case .fixed(let name, _) = templates[index].partials[use].target else { continue }
        if let target = indices[name] {
          templates[index].partials[use].target = .fixed(name, target)
        } else {
          problemsOfEach[index].append(
            unknownPartial(
              name, in: templates[index].source, at: templates[index].partials[use].range,
              among: names))
        }
      }
      problems += problemsOfEach[index].sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
    var numbers: [String: Int] = [:]
    func number(_ part: String) -> Int {
      if let known = numbers[part] { return known }
      numbers[part] = numbers.count
      return numbers.count - 1
    }
    for index in templates.indices {
      for use in templates[index].names.indices {
        let name = templates[index].names[use]
        templates[index].names[use].number = number(name.first)
        templates[index].names[use].numbersOfRest = name.rest.map(number)
      }
    }
    partCount = numbers.count
    self.templates = templates
    self.indices = indices
  }

  /// The same templates for one thread at a time, which renders many pages.
  ///
  /// It shares no memory with others: where two cores count the references to one object, each waits
  /// for the other. And it remembers where names stand in data.
  public var forOneThread: TemplateLibrary {
    var copy = self
    copy.templates = templates.map(\.copy)
    copy.memory = RendererMemory(nameCount: partCount)
    return copy
  }

  /// Whether a template and all that it includes could be read, so that what it renders is whole.
  ///
  /// - Parameter name: The template's name.
  /// - Returns: True where nothing is wrong with any of them.
  public func isComplete(_ name: String) -> Bool {
    let reached = reachable(from: [name])
    return !reached.isEmpty && reached.isDisjoint(with: problems.map(\.template))
  }

  /// The templates that some include, directly or through others, and these themselves.
  ///
  /// - Parameter roots: The names to begin with. Partials whose names come from the data may lead to
  ///   any template.
  /// - Returns: Names of templates that exist.
  public func reachable(from roots: [String]) -> Set<String> {
    var seen: Set<Int> = []
    var open = roots.compactMap { indices[$0] }
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      for use in templates[index].partials {
        switch use.target {
        case .fixed(_, let target): if let target { open.append(target) }
        case .dynamic: open += templates.indices
        }
      }
    }
    return Set(seen.map { names[$0] })
  }

  /// Whether a name stands in some templates or in what they include, also as a part of a longer one.
  ///
  /// - Parameters:
  ///   - name: The name, without dots.
  ///   - roots: The templates to begin with.
  /// - Returns: Whether any of them names it.
  public func uses(_ name: String, in roots: some Sequence<String>) -> Bool {
    reachable(from: Array(roots)).contains { template in
      guard let index = indices[template] else { return false }
      return templates[index].names.contains { $0.first == name || $0.rest.contains(name) }
    }
  }

  /// Renders a template.
  ///
  /// What could not be read of a template is left out, as are partials that do not exist; so look
  /// at `problems` first.
  ///
  /// - Parameters:
  ///   - name: The template's name.
  ///   - value: The data.
  ///   - missingNames: What to do about names that are nowhere in the data. A name that is there
  ///     with the value `null` is not missing.
  ///   - output: Where the bytes, UTF-8, are appended.
  /// - Returns: The problems met, in the order they were met; none if the output is as the template
  ///   has it. After a problem of the kind `recursion` the output ends in the middle.
  public func render(
    _ name: String, with value: MustacheValue, missingNames: MissingNames = .report,
    into output: inout [UInt8]
  ) -> [TemplateProblem] {
    guard let index = indices[name] else {
      return [
        TemplateProblem(
          kind: .unknownPartial, message: "there is no template \"\(name)\"",
          at: TemplatePlace(template: name, line: 1, column: 1),
          hint: hint(for: name, among: names, kind: "templates"))
      ]
    }
    var renderer = Renderer(library: self, value: value, missingNames: missingNames)
    memory?.exchange(&renderer.places)
    defer { memory?.exchange(&renderer.places) }
    // Swapped, not copied: the caller's buffer must have one owner to grow in place.
    swap(&renderer.output, &output)
    renderer.render(index)
    swap(&renderer.output, &output)
    return renderer.problems
  }

  /// The index of the template of that name.
  func index(of name: String) -> Int? { indices[name] }
}

/// The problem that a partial names a template that is not there.
func unknownPartial(
  _ name: String, in source: TemplateSource, at range: Range<Int>, among names: [String]
) -> TemplateProblem {
  source.problem(
    .unknownPartial, "there is no template \"\(name)\"", at: range,
    hint: hint(for: name, among: names, kind: "templates"))
}
