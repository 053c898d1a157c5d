import Diagnostics
import Foundation

/// Answers for scripts.
enum JSONText {
  /// A value as JSON, keys in the order of the alphabet, ending in a line break.
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return Diagnostics.JSONText.escaped(text) + "\n"
  }
}
