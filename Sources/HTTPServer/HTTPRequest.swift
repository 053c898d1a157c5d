/// What a client asks for, read to its end.
public struct HTTPRequest: Sendable {
  /// The method in capitals: `GET`.
  public var method: String
  /// What follows the method: `/trips/lisbon.html?print`, as it was sent.
  public var target: String
  /// The fields of the head in their order, names in lower case.
  public var fields: [(name: String, value: String)]
  /// What followed the head.
  public var body: [UInt8]

  /// Makes a request.
  public init(
    method: String, target: String, fields: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }

  /// The value of a field, by its name in lower case; nil where it is not there.
  ///
  /// Where a field comes more than once, the values are joined by commas, as RFC 9110 has it.
  public subscript(field: String) -> String? {
    let values = fields.filter { $0.name == field }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The path as its parts, decoded: `trips` and `lisbon.html`; a slash at the end leaves an empty
  /// last part.
  ///
  /// Nil for a path that no file can have: one that leaves its folder or hides a slash or a zero
  /// byte in an escape, or is no UTF-8.
  public var pathParts: [String]? {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    guard path.hasPrefix("/") else { return nil }
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let decoded = Self.decoded(part), decoded != "..", decoded != ".",
        !decoded.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
      else { return nil }
      parts.append(decoded)
    }
    return parts
  }

  /// The value of a name in the part after the question mark, decoded; nil where it is not there.
  public func query(_ name: String) -> String? {
    guard let mark = target.firstIndex(of: "?") else { return nil }
    for pair in target[target.index(after: mark)...].split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard Self.decoded(sides[0]) == name else { continue }
      return sides.count == 2 ? Self.decoded(sides[1]) : ""
    }
    return nil
  }

  /// Text without its percent escapes; nil where one is broken, or the bytes are no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(Substring(rest.prefix(2)), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
