import SQLite

/// A piece of SQL with the values of its question marks, in their order.
///
/// Written as an interpolated string: pieces keep their values, `value:` becomes a question mark and
/// `raw:` is put in as it is.
struct SQLText: ExpressibleByStringInterpolation {
  var text = ""
  var values: [SQLValue] = []

  init(stringLiteral text: String) { self.text = text }
  init(raw text: String) { self.text = text }

  init(stringInterpolation: Interpolation) {
    text = stringInterpolation.text
    values = stringInterpolation.values
  }

  struct Interpolation: StringInterpolationProtocol {
    var text = ""
    var values: [SQLValue] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ piece: SQLText) {
      text += piece.text
      values += piece.values
    }

    mutating func appendInterpolation(raw: String) { text += raw }

    mutating func appendInterpolation(value: SQLValue) {
      text += "?"
      values.append(value)
    }
  }
}

extension Sequence<SQLText> {
  func joined(separator: String) -> SQLText {
    var result: SQLText = ""
    for piece in self {
      if !result.text.isEmpty { result.text += separator }
      result.text += piece.text
      result.values += piece.values
    }
    return result
  }
}
