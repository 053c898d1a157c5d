import ContentReading
import Diagnostics
import Files
import Foundation

/// What a shard says of itself when it is done: what it was built from, for whoever merges it.
///
/// It is removed before anything else of the shard changes: a shard without one is not done.
struct ShardRecord: Codable, Equatable {
  /// Which shard it is.
  var number: Int
  var count: Int
  /// The program, and what tells one build of it from another.
  var version: String
  var edition: String
  /// The hash of the configuration's bytes.
  var configuration: String
  /// The hash of the theme.
  var templates: String
  /// The hashes of the base lists, by the paths of their files.
  var lists: [String: String]
  /// Where the site will be; empty where that is not known.
  var baseURL: String
  /// The output folder, as the store names it.
  var output: String
  /// The size of the store's file.
  var storeSize: Int

  /// Its name in the shard's folder.
  static let name = "shard.json"

  /// The hashes of base lists, by the paths of their files.
  static func lists(_ lists: [LoadedList]) -> [String: String] {
    Dictionary(lists.map { ($0.draft.path, $0.hash) }) { first, _ in first }
  }

  /// The record of a shard.
  ///
  /// - Parameter folder: The shard's folder.
  /// - Returns: Nil where it has none, or one that this version does not understand.
  /// - Throws: ``FileError``
  static func read(in folder: String) throws(FileError) -> ShardRecord? {
    let path = Path.join(folder, name)
    guard try FileStatus.ifPresent(path) != nil else { return nil }
    let bytes = try readFile(path)
    // Written by another version, or cut off on its way here: it is not one that can be merged.
    return try? JSONDecoder().decode(ShardRecord.self, from: Data(bytes))
  }

  /// Writes it into a shard's folder.
  func write(in folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    try replaceFile(with: bytes, at: Path.join(folder, Self.name), durability: .generated)
  }

  /// Removes that of a shard that is built anew.
  static func remove(in folder: String) throws(FileError) {
    try removeFile(Path.join(folder, name))
  }
}
