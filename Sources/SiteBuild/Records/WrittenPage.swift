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
  /// The hash of all that the page depends on; empty where it could not be made.
  var inputsHash: String
  /// The run that wrote it, without which the hash does not count; see ``PageRun``.
  var run = 0

  init(output: String, path: String, inputsHash: String = "", run: Int = 0) {
    key = Self.key(output: output, path: path)
    self.output = output
    self.path = path
    self.inputsHash = inputsHash
    self.run = run
  }

  /// The unique key of a page of an output folder.
  static func key(output: String, path: String) -> String { "\(output)\n\(path)" }
}
