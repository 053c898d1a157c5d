/// A place in a template.
public struct TemplatePlace: Sendable, Hashable {
  /// The template's name, as it was given to the library.
  public var template: String
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Makes a place.
  public init(template: String, line: Int, column: Int) {
    self.template = template
    self.line = line
    self.column = column
  }
}

/// Something wrong in a template, or between a template and the data it was given.
public struct TemplateProblem: Error, Sendable, Hashable {
  /// What kind of thing is wrong.
  public enum Kind: Sendable, Hashable {
    /// The template cannot be read there; the rest of it was.
    case syntax
    /// The data has no such name, or has something else under it than the template needs.
    case unknownName
    /// There is no template of that name.
    case unknownPartial
    /// Templates include each other without end; rendering was given up there.
    case recursion
  }

  /// What kind of thing is wrong.
  public var kind: Kind
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// The template's name, as it was given to the library.
  public var template: String
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int
  /// How many UTF-8 bytes are meant, never past the end of that line.
  public var length: Int
  /// The whole line, without its line break; empty where it is longer than anyone would read.
  public var sourceLine: String
  /// What to do, or what there is instead.
  public var hint: String?
  /// Another place that belongs to it, such as the tag that closed the wrong section.
  public var related: TemplatePlace?

  /// Makes a problem.
  public init(
    kind: Kind, message: String, at place: TemplatePlace, length: Int = 0,
    sourceLine: String = "", hint: String? = nil, related: TemplatePlace? = nil
  ) {
    self.kind = kind
    self.message = message
    template = place.template
    line = place.line
    column = place.column
    self.length = length
    self.sourceLine = sourceLine
    self.hint = hint
    self.related = related
  }
}
