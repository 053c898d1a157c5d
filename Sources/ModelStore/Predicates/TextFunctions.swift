import Foundation
import SQLite

/// The functions on texts that SQL does not have, with Swift's meaning of a character.
enum TextFunctions {
  static func add(to connection: Connection) throws {
    try JSONMembers.add(to: connection)
    try connection.addFunction("text_count", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return .integer(Int64(text.count))
    }
    try add("text_contains", to: connection) { text, part in contains(text, part) }
    try add("text_starts", to: connection) { text, part in text.starts(with: part) }
    try connection.addFunction("text_searched", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return .text(text._searchKey)
    }
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

  /// Whether characters contain others in a row, as a predicate in Swift has it.
  ///
  /// Foundation's function of this name on texts differs: it finds no empty text, and finds a line feed
  /// after a carriage return, which to Swift are one character.
  private static func contains<Characters: Collection>(
    _ text: Characters, _ part: Characters
  ) -> Bool where Characters.Element: Equatable {
    text.contains(part)
  }
}
