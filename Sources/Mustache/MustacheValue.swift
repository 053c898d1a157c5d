/// What a template shows: the view data, or a part of it.
///
/// In a section, `null`, `false`, an empty list and an empty text count as "no"; everything else,
/// the number 0 too, counts as "yes".
public enum MustacheValue: Sendable, Hashable {
  /// There is such a name, and nothing to show under it.
  case null
  /// A truth value; shown as `true` or `false`.
  case bool(Bool)
  /// A whole number, shown in digits.
  case integer(Int)
  /// Another number, shown as short as it can be told apart; whole ones without a fraction.
  case number(Double)
  /// A text, escaped for HTML where it is shown unless the template says otherwise.
  case text(String)
  /// Values in order; a section shows its inside once for each.
  case list([MustacheValue])
  /// Values with names.
  case object(MustacheObject)

  /// Whether a section over it shows its inside.
  var isYes: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .list(let items): !items.isEmpty
    case .text(let text): !text.isEmpty
    case .integer, .number, .object: true
    }
  }
}

extension MustacheValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Makes a list.
  public init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }

  /// Makes an object; of equal names the last wins.
  public init(dictionaryLiteral elements: (String, MustacheValue)...) {
    self = .object(MustacheObject(elements))
  }
}
