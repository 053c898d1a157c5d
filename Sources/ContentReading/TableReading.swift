import Markdown
import PackingLists

/// A table while its rows are read.
struct TableReading {
  /// One cell of a row.
  struct Cell {
    var node: Int
    var text: InlineText
    var range: Range<Int>
    var words: String { text.words(range) }

    init(_ node: Int, in document: MarkdownDocument) {
      self.node = node
      text = InlineText(of: node, in: document)
      range = text.wholeRange
    }

    /// The words after a box.
    func range(after box: BodyFacts.FoundBox?) -> Range<Int> {
      guard let box else { return range }
      return Blanks.trimmed(
        min(range.lowerBound + box.box.length, range.upperBound)..<range.upperBound,
        in: text.bytes)
    }
  }

  /// One row below the head.
  struct Row {
    var node: Int
    var cells: [Cell]
  }

  private(set) var headers: [TableHeader]
  private(set) var itemColumn = 0
  let rows: [Row]
  private var heads: [RowHead] = []

  /// A row that heads those below it.
  private struct RowHead {
    var level: Int
    var name: String
    var node: Int
    var isUsed = false
  }

  init(_ table: Int, in reader: BodyReader) {
    let document = reader.document
    headers = Self.headers(of: table, in: reader)
    rows = document.children(of: table).dropFirst().map { row in
      Row(node: row, cells: document.children(of: row).map { Cell($0, in: document) })
    }
    itemColumn = headers.firstIndex { $0.column == .item } ?? mostDifferentColumn()
    if headers.indices.contains(itemColumn) { headers[itemColumn].column = .item }
  }

  /// What the headers of a table say.
  static func headers(of table: Int, in reader: BodyReader) -> [TableHeader] {
    let document = reader.document
    guard let head = document.children(of: table).first(where: { _ in true }) else { return [] }
    let titles = document.children(of: head).map { Cell($0, in: document).words }
    return TableHeader.headers(titles, extra: reader.options.columnNames)
  }

  /// The index of the column that holds something.
  func column(_ column: TableColumn) -> Int? {
    headers.firstIndex { $0.column == column }
  }

  /// Whether a column holds numbers; one that stands alone in its row is a sum.
  func isNumber(_ column: Int) -> Bool {
    switch headers.indices.contains(column) ? headers[column].column : nil {
    case .weight, .quantity, .price: true
    default: false
    }
  }

  /// A cell that nothing else is known about, for the note.
  func told(_ cell: Cell, in column: Int) -> String {
    let title = headers[column].title
    return title.isEmpty ? cell.words : "\(title): \(cell.words)"
  }

  // MARK: The item's column

  /// The first column whose cells are all different, else the one with the most different cells.
  private func mostDifferentColumn() -> Int {
    let numbers: Set<TableColumn> = [.weight, .quantity, .price, .packed]
    var candidates = headers.indices.filter { headers[$0].column == nil }
    if candidates.isEmpty {
      candidates = headers.indices.filter { index in
        headers[index].column.map { !numbers.contains($0) } ?? true
      }
    }
    // Rows with one cell alone are heads, or tell nothing.
    let full = rows.filter { row in row.cells.count { !$0.range.isEmpty } > 1 }
    let counted = full.isEmpty ? rows : full
    var best: (column: Int, count: Int)?
    for column in candidates {
      var seen: Set<String> = []
      for row in counted where column < row.cells.count {
        seen.insert(foldedName(row.cells[column].words))
      }
      if seen.count == counted.count { return column }
      if seen.count > best?.count ?? 0 { best = (column, seen.count) }
    }
    return best?.column ?? candidates.first ?? 0
  }

  // MARK: Heads

  /// Whether a row with one cell alone heads the rows below it.
  func isHead(_ cell: Cell, in column: Int) -> Bool {
    column != itemColumn || HeadLine.isHead(cell.text)
  }

  /// Begins a head; each `- ` before its name nests it one deeper.
  mutating func push(_ cell: Cell, in reader: inout BodyReader) {
    var range = cell.range
    var level = 0
    while range.count > 2, cell.text.bytes[range.lowerBound] == UInt8(ascii: "-"),
      cell.text.bytes[range.lowerBound + 1].isLineBlank
    {
      level += 1
      range = Blanks.trimmed(range.lowerBound + 2..<range.upperBound, in: cell.text.bytes)
    }
    var name = cell.text.words(range)
    while name.hasSuffix(":") || name.hasSuffix("：") { name.removeLast() }
    guard !name.isEmpty else { return }
    closeHeads(downTo: heads.firstIndex { $0.level >= level } ?? heads.count, in: &reader)
    heads.append(RowHead(level: level, name: name, node: cell.node))
  }

  /// Makes a row's category the only head.
  mutating func setCategory(_ cell: Cell, in reader: inout BodyReader) {
    closeHeads(downTo: 0, in: &reader)
    push(cell, in: &reader)
  }

  /// Notes that something stands under each head.
  mutating func useHeads() {
    for index in heads.indices { heads[index].isUsed = true }
  }

  /// Ends heads; those with nothing under them are shown as they stand.
  mutating func closeHeads(downTo count: Int, in reader: inout BodyReader) {
    while heads.count > count {
      let head = heads.removeLast()
      guard !head.isUsed else { continue }
      let html = reader.renderer.html(ofChildrenOf: head.node, in: reader.document)
      reader.addProse(html: "<p>\(html)</p>\n", at: reader.body.position(of: head.node))
    }
  }

  /// The category of the rows below the heads; nil without any.
  func category(below path: String?) -> String? {
    let names = (path.map { [$0] } ?? []) + heads.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: " › ")
  }

  // MARK: Values

  /// Whether a row sums up others: called a total, with numbers alone beside it.
  func isTotal(_ row: Row, _ filled: [Int]) -> Bool {
    guard let first = filled.first, Self.isTotalName(row.cells[first].words) else {
      return false
    }
    return filled.dropFirst().allSatisfy { column in
      row.cells[column].words.utf8.contains(where: \.isDigit)
        || Self.isDash(row.cells[column].words)
    }
  }

  private static func isTotalName(_ name: String) -> Bool {
    let words = foldedName(name).split { !($0.isLetter || $0 == "-") }
    guard let first = words.first, let last = words.last else { return false }
    return totals.contains(String(first)) || totals.contains(String(last))
  }

  private static let totals: Set<String> = [
    "total", "totals", "subtotal", "sub-total", "sum", "summe", "gesamt", "gesamtgewicht",
    "insgesamt", "zwischensumme", "somme", "sous-total", "suma",
  ]

  /// Whether a cell says yes or no; nil where it says something else.
  static func truth(_ words: String) -> Bool? {
    switch foldedName(words) {
    case "yes", "y", "x", "true", "done", "packed", "ja", "j", "oui", "o", "si", "s", "1", "✓", "✔",
      "✔\u{FE0F}", "☑", "☑\u{FE0F}", "✅", "☒":
      true
    case "no", "n", "false", "nein", "non", "0", "✗", "✘", "☐", "❌": false
    default: nil
    }
  }

  /// Whether a cell says that there is nothing to say.
  static func isDash(_ words: String) -> Bool {
    ["-", "–", "—", "--", "n/a"].contains(words)
  }
}
