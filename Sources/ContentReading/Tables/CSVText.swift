/// Comma-separated values, as RFC 4180 has them, and as spreadsheets of other languages write them.
public struct CSVText: Sendable {
  /// One row, and the line of the file where it starts, from 1.
  public struct Row: Sendable, Hashable {
    /// The cells, without their quotes.
    public var cells: [String]
    /// The line where it starts.
    public var line: Int
  }

  /// The rows that have a cell with anything in it, in order.
  public private(set) var rows: [Row] = []
  /// The line of a quote that nothing closes; nil where there is none.
  public private(set) var unclosedQuoteLine: Int?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark; lines end with LF, CR LF or CR.
  ///   - delimiter: What stands between cells; nil finds it in the first line: tab, semicolon or
  ///     comma, whichever is there most often outside quotes.
  public init(_ bytes: [UInt8], delimiter: UInt8? = nil) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    read(bytes[start...], delimiter ?? Self.delimiter(of: bytes[start...]))
  }

  private static let quote = UInt8(ascii: "\"")

  private static func delimiter(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      counts[byte, default: 0] += 1
    }
    let candidates = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    let best = candidates.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    return best.flatMap { (counts[$0] ?? 0) > 0 ? $0 : nil } ?? UInt8(ascii: ",")
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, _ delimiter: UInt8) {
    var cell: [UInt8] = []
    var cells: [String] = []
    var (line, rowLine) = (1, 1)
    var isQuoted = false
    var wasQuoted = false
    var quoteLine = 1
    var index = bytes.startIndex
    func endCell() {
      cells.append(String(decoding: cell, as: UTF8.self))
      cell = []
      wasQuoted = false
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      let isLineEnd =
        byte == 0x0A || byte == 0x0D && (index == bytes.endIndex || bytes[index] != 0x0A)
      if isLineEnd { line += 1 }
      if isQuoted {
        guard byte == Self.quote else {
          // A line break in a cell is one, however the file ends its lines.
          let isFirstOfTwo = byte == 0x0D && !isLineEnd
          if !isFirstOfTwo { cell.append(isLineEnd ? 0x0A : byte) }
          continue
        }
        if index < bytes.endIndex, bytes[index] == Self.quote {
          cell.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == Self.quote, !wasQuoted, cell.allSatisfy(\.isLineBlank) {
        cell = []
        isQuoted = true
        wasQuoted = true
        quoteLine = line
      } else if byte == delimiter {
        endCell()
      } else if isLineEnd {
        endCell()
        add(cells, rowLine)
        cells = []
        rowLine = line
      } else if byte != 0x0D {
        cell.append(byte)
      }
    }
    if isQuoted { unclosedQuoteLine = quoteLine }
    if !cell.isEmpty || !cells.isEmpty || wasQuoted {
      endCell()
      add(cells, rowLine)
    }
  }

  private mutating func add(_ cells: [String], _ line: Int) {
    guard cells.contains(where: { $0.utf8.contains { $0 > 0x20 } }) || cells.count > 1 else {
      return
    }
    rows.append(Row(cells: cells, line: line))
  }

  // MARK: Writing

  /// Rows as RFC 4180 has them: commas, quotes where they are needed, lines ending with CR LF.
  public static func text(of rows: [[String]]) -> String {
    rows.map { row in row.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func quoted(_ cell: String) -> String {
    // A quote with an accent behind it is another character to Swift, and a quote to all others.
    // At the start of a file, a byte order mark would be taken for one of the file.
    let needsQuotes =
      cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || cell.utf8.first == 0x20
      || cell.utf8.last == 0x20 || cell.unicodeScalars.first == "\u{FEFF}"
    guard needsQuotes else { return cell }
    let doubled = cell.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }

  // MARK: Formulas

  /// A cell that no spreadsheet runs as a formula: one that begins with `=`, `+`, `-` or `@` gets an
  /// apostrophe before it, which ``unguarded(_:)`` takes off again.
  public static func guarded(_ cell: String) -> String {
    needsGuard(cell) ? "'" + cell : cell
  }

  /// A cell as it was before ``guarded(_:)``.
  public static func unguarded(_ cell: String) -> String {
    guard cell.utf8.first == 0x27, needsGuard(cell) else { return cell }
    return String(cell.unicodeScalars.dropFirst())
  }

  private static func needsGuard(_ cell: String) -> Bool {
    // Apostrophes before a sign are counted, so that those which belong there stay.
    let rest = cell.unicodeScalars.drop { $0 == "'" }
    guard let first = rest.first else { return false }
    return formulaSigns.contains(first)
  }

  /// The signs, the blanks before which they count too, and their wide forms of East Asia.
  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
