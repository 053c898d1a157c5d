import Foundation

/// A folder that exists while a test uses it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder with a name of its own.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("valise-test-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Best effort: a test may have removed it, or made it read-only on purpose.
    _ = try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file, making the folders it needs.
  @discardableResult
  public func write(_ text: String, to path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Reads a file as text.
  public func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(path)), as: UTF8.self)
  }
}
