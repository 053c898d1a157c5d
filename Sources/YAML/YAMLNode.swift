/// A place in a YAML text.
public struct YAMLPosition: Sendable, Hashable {
  /// The line, from 1 or from the first line the caller named.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A text, number, date or anything else that is neither a list nor a mapping.
///
/// It stays text: YAML's own ideas of types are never applied, so `2027-08-01`, `"3"` and `no` are
/// what the author typed until somebody needs a date, a number or a truth value.
public struct YAMLScalar: Sendable, Hashable {
  /// The text, without quotes, with escapes resolved and folded lines joined.
  public var text: String
  /// Whether it was written without quotes and not as a block (`|`, `>`).
  public var isPlain: Bool
  /// Where it begins, at the opening quote or block mark if it has one.
  public var position: YAMLPosition
  /// How many UTF-8 bytes it takes in the source, quotes included; it may span lines.
  public var length: Int

  /// Makes a scalar.
  public init(text: String, isPlain: Bool, position: YAMLPosition, length: Int) {
    self.text = text
    self.isPlain = isPlain
    self.position = position
    self.length = length
  }

  /// Whether it says "no value": nothing, `~` or `null`, without quotes.
  public var isNull: Bool {
    guard isPlain else { return false }
    return switch text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
  }
}

/// One key of a mapping and what stands under it.
public struct YAMLEntry: Sendable, Hashable {
  /// The key.
  public var key: YAMLScalar
  /// Its value; an empty plain scalar where none was written.
  public var value: YAMLNode

  /// Makes an entry.
  public init(key: YAMLScalar, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// What a YAML text says, in the order of the text.
///
/// An alias (`*name`) appears as the node it names, with that node's position.
public indirect enum YAMLNode: Sendable, Hashable {
  /// A text.
  case scalar(YAMLScalar)
  /// A list, and where it begins.
  case sequence([YAMLNode], YAMLPosition)
  /// Keys with values, no key twice, and where they begin.
  case mapping([YAMLEntry], YAMLPosition)

  /// Where it begins.
  public var position: YAMLPosition {
    switch self {
    case .scalar(let scalar): scalar.position
    case .sequence(_, let position), .mapping(_, let position): position
    }
  }
}
