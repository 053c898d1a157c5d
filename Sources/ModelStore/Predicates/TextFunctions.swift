import Foundation
import SQLite

/// The functions on texts that SQL does not have, with Swift's meaning of a character.
enum TextFunctions {
  static func add(to connection: Connection) throws {
    try connection.addFunction("text_count", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return .integer(Int64(text.count))
    }
    try add("text_contains", to: connection) { text, part in text.contains(part) }
    try add("text_starts", to: connection) { text, part in text.starts(with: part) }
    try add("text_matches", to: connection, matches)
  }

  private static func add(
    _ name: String, to connection: Connection, _ test: @escaping (String, String) -> Bool
  ) throws {
    try connection.addFunction(name, argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0], case .text(let part) = arguments[1] else {
        return .null
      }
      return .integer(test(text, part) ? 1 : 0)
    }
  }

  /// Whether a text contains another, whatever the case and the accents.
  static func matches(_ text: String, _ part: String) -> Bool {
    if part.isEmpty { return true }
    return text.range(of: part, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}
