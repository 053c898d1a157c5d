import Diagnostics

/// Rows of text in aligned columns.
enum TextTable {
  /// The rows, a line each; columns are as wide as their widest cell and two spaces apart.
  static func text(of rows: [[String]]) -> String {
    let cleaned = rows.map { $0.map(TerminalText.cleaned) }
    let columnCount = cleaned.map(\.count).max() ?? 0
    let widths = (0..<columnCount).map { column in
      cleaned.map { column < $0.count ? TerminalText.width(of: $0[column]) : 0 }.max() ?? 0
    }
    return cleaned.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        guard column < row.count - 1 else { break }
        let gap = widths[column] - TerminalText.width(of: cell) + 2
        line += String(repeating: " ", count: gap)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
