import Files

/// The lines of the files that diagnostics point into; the last file is kept, since problems come
/// file by file.
public final class SourceLines {
  private var path = ""
  private var lines: [Substring] = []

  /// Nothing is read yet.
  public init() {}

  /// A line of a file, from 1; nil where the file or the line cannot be had.
  public func line(_ number: Int, of path: String) -> String? {
    if path != self.path {
      self.path = path
      lines = []
      // The excerpt only helps to find the place, which the message names too: a file that cannot
      // be read again is no second problem.
      if let bytes = try? readFile(path) {
        let text = String(decoding: bytes, as: UTF8.self)
        // The line endings that cmark and libyaml count, and no others.
        lines = text.split(omittingEmptySubsequences: false) {
          $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
      }
    }
    return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
  }
}
