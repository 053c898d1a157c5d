/// A place in a text file.
///
/// Lines and columns start at 1; a column counts UTF-8 bytes, as cmark does.
public struct FilePosition: Sendable, Hashable, Codable, Comparable {
  /// The file, as the user would name it: relative to the site's root where it lies inside.
  public var path: String
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8 bytes, from 1.
  public var column: Int

  /// Makes a position.
  public init(path: String, line: Int = 1, column: Int = 1) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// Orders by path, then line, then column.
  public static func < (left: FilePosition, right: FilePosition) -> Bool {
    (left.path, left.line, left.column) < (right.path, right.line, right.column)
  }
}
