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
  case object(TemplateObject)
  /// One of the others, or null, which a section takes for "no".
  case optional(TemplateShape)
}

/// Values with names.
public struct TemplateObject: Sendable {
  /// What it is, as a heading: `A trip in a list`.
  public let title: String
  /// What it holds, in order.
  public var keys: [TemplateKey] { inheritedKeys + ownKeys }

  /// The title of the object whose names it has too, if there is one.
  let baseTitle: String?
  let ownKeys: [TemplateKey]
  private let inheritedKeys: [TemplateKey]

  init(_ title: String, extending base: TemplateObject? = nil, _ keys: [TemplateKey]) {
    self.title = title
    baseTitle = base?.title
    inheritedKeys = base?.keys ?? []
    ownKeys = keys
  }
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
