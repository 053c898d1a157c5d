/// The part of a file that a client asks for.
enum ByteRange: Equatable {
  /// All of it: no part was asked for, or in a way that we do not answer.
  case whole
  /// These bytes.
  case part(Range<Int>)
  /// Bytes that are not there.
  case unsatisfiable

  /// Reads the field `Range`.
  ///
  /// Only one range is answered with that part. Several would have to be sent as parts of a
  /// multipart message, which RFC 9110 leaves to the server, and no browser needs.
  init(_ field: String?, count: Int) {
    guard let field, field.lowercased().hasPrefix("bytes=") else {
      self = .whole
      return
    }
    let sides = field.dropFirst("bytes=".count).split(
      separator: "-", omittingEmptySubsequences: false
    ).map { $0.filter { $0 != " " } }
    guard sides.count == 2 else {
      self = .whole
      return
    }
    switch (Self.number(sides[0]), Self.number(sides[1])) {
    case (let start?, let end?) where start <= end:
      self = start < count ? .part(start..<min(end, count - 1) + 1) : .unsatisfiable
    case (let start?, nil) where sides[1].isEmpty:
      self = start < count ? .part(start..<count) : .unsatisfiable
    case (nil, let length?) where sides[0].isEmpty:
      self =
        length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
    default: self = .whole
    }
  }

  /// Digits as a number; as many as anybody likes, since a huge one is no mistake.
  private static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text) ?? .max - 1
  }
}

extension HTTPRequest {
  /// Whether the client has what an entity tag names.
  func hasCopy(of tag: String) -> Bool {
    guard let known = self["if-none-match"] else { return false }
    return known == "*"
      || known.split(separator: ",").contains { candidate in
        let trimmed = candidate.drop { $0 == " " }.prefix { $0 != " " }
        return (trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed) == tag
      }
  }

  /// Whether the client takes gzip.
  var acceptsGzip: Bool {
    guard let accepted = self["accept-encoding"] else { return false }
    var answer = false
    for entry in accepted.lowercased().split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let name = parts.first, name == "gzip" || name == "x-gzip" || name == "*" else {
        continue
      }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      let isWanted = weight.map { $0.contains { ("1"..."9").contains($0) } } ?? true
      // What is said of gzip by name counts more than what is said of all.
      if name != "*" { return isWanted }
      answer = isWanted
    }
    return answer
  }
}
