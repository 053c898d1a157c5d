/// What stands under a name that templates use.
///
/// The whole contract with templates is one value of this kind per page: the documentation is made
/// from it, and tests hold every render and every template of the theme against it.
public indirect enum TemplateShape: Sendable {
  /// A text that `{{name}}` escapes.
  case text
  /// Safe HTML, for `{{{name}}}`.
  case html
  /// A whole number.
  case integer
  /// `true` or `false`, for sections.
  case flag
  /// A list of values of one shape.
  case list(TemplateShape)
  /// Names of its own.
  case object([TemplateKey])
  /// One of the others, or null, which a section takes for "no".
  case optional(TemplateShape)
}

/// One name of the view data.
public struct TemplateKey: Sendable {
  /// As templates write it.
  public let name: String
  /// What it holds.
  public let shape: TemplateShape
  /// What it means, as a phrase.
  public let meaning: String

  init(_ name: String, _ shape: TemplateShape, _ meaning: String) {
    self.name = name
    self.shape = shape
    self.meaning = meaning
  }
}
