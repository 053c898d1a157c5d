import Files

/// The list of a build's files in the output folder itself, one path a line.
///
/// The store has the same and more. This list is for when the store was deleted: then it tells the
/// pages of trips that are gone from files that somebody else put there.
enum Manifest {
  /// Its name in the output folder.
  static let name = ".valise-files"

  /// The paths that a list names; none where there is no list.
  ///
  /// - Parameter output: The output folder.
  /// - Returns: Paths that stay inside the folder; others are passed over.
  /// - Throws: `FileError` where the list is there and cannot be read.
  static func paths(in output: OutputFolder) throws(FileError) -> [String] {
    let file = Path.join(output.path, name)
    guard try FileStatus.ifPresent(file) != nil else { return [] }
    return String(decoding: try readFile(file), as: UTF8.self).split(separator: "\n")
      .map(String.init)
      .filter { Path.normalizedInside($0) == $0 && !$0.isEmpty }
  }

  /// The bytes of the list of some paths.
  static func bytes(of paths: some Sequence<String>) -> [UInt8] {
    Array(paths.sorted().map { $0 + "\n" }.joined().utf8)
  }
}
