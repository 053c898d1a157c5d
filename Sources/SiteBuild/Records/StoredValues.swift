import ContentReading
import Diagnostics
import Foundation

/// Diagnostics as a column of text: empty for none, which is what nearly every file has.
enum StoredDiagnostics {
  static func encode(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.isEmpty ? "" : StoredJSON.encode(diagnostics)
  }

  static func decode(_ text: String) -> [Diagnostic] {
    text.isEmpty ? [] : StoredJSON.decode([Diagnostic].self, from: text) ?? []
  }
}

/// Names as a column of text: empty for none.
enum StoredNames {
  static func encode(_ names: [String]) -> String {
    names.isEmpty ? "" : StoredJSON.encode(names)
  }

  static func decode(_ text: String) -> [String] {
    text.isEmpty ? [] : StoredJSON.decode([String].self, from: text) ?? []
  }
}

/// Links as a column of text; the path is the record's own.
enum StoredLinks {
  private struct Link: Codable {
    var target: String
    var line: Int
    var column: Int
    var length: Int
  }

  static func encode(_ links: [Located<String>]) -> String {
    guard !links.isEmpty else { return "" }
    return StoredJSON.encode(
      links.map {
        Link(
          target: $0.value, line: $0.position.line, column: $0.position.column,
          length: $0.length)
      })
  }

  static func decode(_ text: String, path: String) -> [Located<String>] {
    guard !text.isEmpty else { return [] }
    let links = StoredJSON.decode([Link].self, from: text) ?? []
    return links.map {
      Located(
        $0.target, at: FilePosition(path: path, line: $0.line, column: $0.column),
        length: $0.length)
    }
  }
}

private enum StoredJSON {
  static func encode(_ value: some Encodable) -> String {
    do {
      return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    } catch {
      // Strings and whole numbers always have a form in JSON.
      preconditionFailure("a stored value could not be encoded: \(error)")
    }
  }

  /// Nil for a text that this version does not understand; the reading hash names the version, so
  /// such a record is read anew anyway.
  static func decode<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
