import Diagnostics

/// Rows of text in aligned columns.
enum TextTable {
  /// A cell wider than this leaves the columns of the other rows where they are.
  private static let widestCell = 60

  /// The rows, a line each; columns are as wide as their widest cell and two spaces apart.
  ///
  /// - Parameters:
  ///   - rows: The cells; control characters are taken out.
  ///   - rightAligned: The columns of numbers, from 0.
  /// - Returns: Lines without blanks at their ends; a column without any word takes no room.
  static func text(of rows: [[String]], rightAligned: Set<Int> = []) -> String {
    let cleaned = rows.map { $0.map(TerminalText.cleaned) }
    let columnCount = cleaned.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      let widths = cleaned.map { column < $0.count ? TerminalText.width(of: $0[column]) : 0 }
      return widths.filter { $0 <= widestCell }.max() ?? widths.max() ?? 0
    }
    return cleaned.map { row in
      var line = ""
      for (column, cell) in row.enumerated() where widths[column] > 0 {
        let gap = String(
          repeating: " ", count: max(0, widths[column] - TerminalText.width(of: cell)))
        if !line.isEmpty || column > 0 && widths[..<column].contains(where: { $0 > 0 }) {
          line += "  "
        }
        line += rightAligned.contains(column) ? gap + cell : cell + gap
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
