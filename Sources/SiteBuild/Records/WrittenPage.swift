import ModelStore

/// A file that a build wrote into an output folder, and what it was made from.
@Model
final class WrittenPage {
  /// The output folder and the path in it, joined by a line break: unique.
  @Attribute(.unique) var key: String
  /// The output folder, absolute.
  var output: String
  /// The path in it.
  var path: String
  /// The hash of all that the page depends on; empty while it is being written.
  var inputsHash: String

  init(output: String, path: String, inputsHash: String = "") {
    key = Self.key(output: output, path: path)
    self.output = output
    self.path = path
    self.inputsHash = inputsHash
  }

  /// The unique key of a page of an output folder.
  static func key(output: String, path: String) -> String { "\(output)\n\(path)" }
}
