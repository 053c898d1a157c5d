/// One step of a compiled template.
///
/// Numbers are indices into the template's tables or its code.
enum Instruction: Sendable {
  /// Bytes of the source; `startsLine` if a line of the template begins with them.
  case literal(start: Int, end: Int, startsLine: Bool)
  /// A line of the template begins here, with something other than text.
  case lineStart
  /// A value, escaped for HTML.
  case escaped(name: Int)
  /// A value as it is.
  case raw(name: Int)
  /// Shows what follows once per item, or once; `end` is the step after its `endSection`.
  case section(name: Int, end: Int)
  /// Goes back to the step after the section's start while items are left.
  case endSection(start: Int)
  /// Shows what follows if the value counts as "no".
  case inverted(name: Int, end: Int)
  /// Another template in this place.
  case partial(Int)
  /// Another template with overridden blocks, whose code stands between here and `end`.
  case parent(Int, end: Int)
  /// A block that may be overridden; its default stands between here and `end`.
  case block(Int, end: Int)
}

/// A dotted name in a template.
struct NameUse: Sendable {
  /// What stands before the first dot; empty for `.`, the current value.
  ///
  /// It is apart from the rest because most names have no dot, and then no array is touched.
  let first: String
  /// What stands after, at its dots.
  let rest: [String]
  /// Where it stands in the source.
  let range: Range<Int>
  /// Whether it is `.`: to be asked without touching a text, whose references would be counted.
  let isCurrent: Bool
  /// Whether it has dots.
  let hasRest: Bool
  /// The number of the first part in the library, which is that of all parts with the same text.
  var number = 0
  /// The numbers of the others.
  var numbersOfRest: [Int] = []

  init(first: String, rest: [String] = [], range: Range<Int>) {
    self.first = first
    self.rest = rest
    self.range = range
    isCurrent = first.isEmpty
    hasRest = !rest.isEmpty
  }

  var text: String { first.isEmpty ? "." : ([first] + rest).joined(separator: ".") }
}

/// A template named in another.
struct PartialUse: Sendable {
  enum Target: Sendable {
    /// The name, and the index of the template in the library once that is known.
    case fixed(String, Int?)
    /// The index of the name whose value names the template.
    case dynamic(Int)
  }

  struct Override: Sendable {
    var block: Int
    var code: Range<Int>
    /// Whether its text begins in a line of its own.
    var startsLine: Bool
  }

  var target: Target
  /// What is put before each of its lines.
  var indent: [UInt8]
  var isStandalone: Bool
  /// Where its name stands in the source.
  var range: Range<Int>
  var overrides: [Override] = []
}

/// A block as it stands in a template.
struct BlockUse: Sendable {
  /// Its name's number in the library.
  var block: Int
  /// What is put before each line of an override.
  var indent: [UInt8]
  /// Whether text may stand before it in its line, so that an override's first line needs no indent.
  var isInline: Bool
}

/// A compiled template.
///
/// A class, since a renderer goes from one to another with each partial. Unchecked because the library
/// fills it in before anyone else sees it; it is not changed after.
final class Template: @unchecked Sendable {
  let source: TemplateSource
  var code: [Instruction] = []
  var names: [NameUse] = []
  var partials: [PartialUse] = []
  var blocks: [BlockUse] = []
  /// The number of its first name in the library, which numbers all names of all templates.
  var firstName = 0

  init(source: TemplateSource) { self.source = source }

  /// The same in memory of its own.
  var copy: Template {
    let copy = Template(source: source.copy)
    copy.code = code.map(\.self)
    copy.names = names.map(\.self)
    copy.partials = partials.map(\.self)
    copy.blocks = blocks.map(\.self)
    copy.firstName = firstName
    return copy
  }
}
