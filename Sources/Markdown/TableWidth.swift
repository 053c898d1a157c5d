/// Keeps wide tables of short rows from costing columns times rows.
///
/// cmark-gfm 0.29 fills every short row up to the table's width: a few kilobytes of bars would make
/// millions of cells.
struct TableWidth {
  /// From how many columns on a table is looked at.
  static let harmlessColumns = 16
  /// The most cells that may be filled in beyond what the text itself accounts for.
  static let maximumCells = 200_000

  /// The text, with the line under the head of every such table made plain text.
  static func limited(_ text: [UInt8]) -> [UInt8] {
    // Most lists have no table.
    guard text.contains(UInt8(ascii: "|")) else { return text }
    var scan = TableWidth()
    unsafe text.withUnsafeBufferPointer { bytes in
      for offset in bytes.indices { unsafe scan.read(bytes[offset], at: offset) }
    }
    scan.endLine()
    scan.endRun()
    guard !scan.found.isEmpty else { return text }
    var result = text
    // Same length, so that all positions hold; one letter is enough to make it no such line.
    for offset in scan.found { result[offset] = UInt8(ascii: "=") }
    return result
  }

  /// The offset of a hyphen in each line that has to go.
  private var found: [Int] = []
  /// Wide lines of bars and hyphens since the last empty line.
  private var candidates: [(hyphen: Int, columns: Int)] = []
  private var rows = 0
  private var size = 0

  private var bars = 0
  private var hyphen: Int?
  private var isRule = true
  private var length = 0

  private mutating func read(_ byte: UInt8, at offset: Int) {
    length += 1
    switch byte {
    case UInt8(ascii: "\n"): endLine()
    case UInt8(ascii: "|"): bars += 1
    case UInt8(ascii: "-"): hyphen = offset
    case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
      UInt8(ascii: ">"):
      break
    default: isRule = false
    }
  }

  private mutating func endLine() {
    if isRule, bars == 0, hyphen == nil {
      endRun()
    } else {
      if isRule, bars > Self.harmlessColumns, let hyphen {
        candidates.append((hyphen, bars + 1))
      }
      rows += 1
      size += length
    }
    (bars, hyphen, isRule, length) = (0, nil, true, 0)
  }

  private mutating func endRun() {
    for candidate in candidates {
      let cells = candidate.columns.multipliedReportingOverflow(by: rows)
      if cells.overflow || (cells.partialValue > Self.maximumCells && cells.partialValue > 2 * size)
      {
        found.append(candidate.hyphen)
      }
    }
    candidates = []
    (rows, size) = (0, 0)
  }
}
