/// The reading of one YAML text.
public enum YAMLDocument {
  /// How deep lists and mappings may nest.
  public static let depthLimit = 64
  /// How many nodes aliases may repeat in all, counted as if each were written out.
  public static let aliasLimit = 10_000

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The YAML, without the `---` lines around front matter.
  ///   - firstLine: The number of the text's first line, for texts that are part of a file.
  /// - Returns: The root, nil if the text is empty or cannot be read, and every problem found, in
  ///   the order of the text. A root may come with problems: then the parts they name are left out.
  public static func parse(
    _ text: some StringProtocol, firstLine: Int = 1
  ) -> (root: YAMLNode?, problems: [YAMLProblem]) {
    parse(utf8: text.utf8, firstLine: firstLine)
  }

  /// Reads a text given as UTF-8 bytes; bytes that are not UTF-8 are a problem like any other.
  ///
  /// - Parameters:
  ///   - bytes: The YAML, without the `---` lines around front matter.
  ///   - firstLine: The number of the text's first line, for texts that are part of a file.
  /// - Returns: As for a string.
  public static func parse(
    utf8 bytes: some Collection<UInt8>, firstLine: Int = 1
  ) -> (root: YAMLNode?, problems: [YAMLProblem]) {
    let source = SourceText(Array(bytes), firstLine: firstLine)
    let refused = source.forbiddenCharacters()
    guard refused.isEmpty else { return (nil, refused) }
    var builder = NodeBuilder(source: source)
    return builder.build()
  }
}
