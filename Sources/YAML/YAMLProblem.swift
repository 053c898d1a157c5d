/// Something in a YAML text that cannot be read, or not as it was probably meant.
public struct YAMLProblem: Error, Sendable, Hashable {
  /// What kind of thing is wrong.
  public enum Kind: Sendable, Hashable {
    /// The text is not YAML; nothing of it is read.
    case syntax
    /// A key stands twice in one mapping; the first is kept.
    case duplicateKey
    /// Lists and mappings nest deeper than `YAMLDocument.depthLimit`; nothing of it is read.
    case tooDeep
    /// Aliases repeat more than `YAMLDocument.aliasLimit` nodes; nothing of it is read.
    case tooManyAliases
    /// It is YAML, but a part of it nobody needs here; that part is left out.
    case unsupported
  }

  /// What kind of thing is wrong.
  public var kind: Kind
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// Where it is wrong.
  public var position: YAMLPosition
  /// How many UTF-8 bytes from `position` are meant, never past the end of that line.
  public var length: Int
  /// What to do, as an instruction.
  public var hint: String?
  /// Another place that belongs to it, such as the first of two equal keys.
  public var related: YAMLPosition?

  /// Makes a problem.
  public init(
    kind: Kind, message: String, position: YAMLPosition, length: Int = 0, hint: String? = nil,
    related: YAMLPosition? = nil
  ) {
    self.kind = kind
    self.message = message
    self.position = position
    self.length = length
    self.hint = hint
    self.related = related
  }
}
