import Diagnostics
import Markdown
import PackingLists

extension BodyReader {
  /// Reads a table: each row an item, or a head for the rows below it.
  mutating func readTable(_ table: Int, under owner: Owner?) {
    endIntroduction()
    guard !isProse(table: table) else {
      addProse(table)
      return
    }
    var reading = TableReading(table, in: self)
    for row in reading.rows { readRow(row, in: &reading, under: owner) }
    reading.closeHeads(downTo: 0, in: &self)
  }

  /// Whether a table is no packing list: in a file with boxes, one that names no item, weight or
  /// quantity and has no box is a timetable, a legend or the like.
  func isProse(table: Int) -> Bool {
    guard facts.hasBoxes, !heads.isActivities else { return false }
    let known: Set<TableColumn> = [.item, .weight, .quantity, .packed]
    if TableReading.headers(of: table, in: self).contains(where: { header in
      header.column.map(known.contains) ?? false
    }) {
      return false
    }
    return !document.descendants(of: table).contains { facts.box(of: $0) != nil }
  }

  private mutating func readRow(
    _ row: TableReading.Row, in table: inout TableReading, under owner: Owner?
  ) {
    let filled = row.cells.indices.filter { !row.cells[$0].range.isEmpty }
    guard let first = filled.first, !table.isTotal(row, filled),
      filled.count > 1 || !table.isNumber(first)
    else { return }
    if filled.count == 1, facts.box(of: row.cells[first].node) == nil,
      table.isHead(row.cells[first], in: first)
    {
      table.push(row.cells[first], in: &self)
      return
    }
    guard row.cells.indices.contains(table.itemColumn), filled.contains(table.itemColumn) else {
      warnOfEmptyRow(row)
      return
    }
    if let column = table.column(.category), filled.contains(column) {
      table.setCategory(row.cells[column], in: &self)
    }
    table.useHeads()
    if heads.isActivities {
      addActivity(row, in: table)
    } else {
      addItem(row, in: table, under: owner)
    }
  }

  private mutating func warnOfEmptyRow(_ row: TableReading.Row) {
    diagnostics.append(
      Diagnostic(
        .warning, .itemEmpty, "a row without a name is nothing to pack",
        at: body.position(of: row.node), length: body.firstLineLength(of: row.node),
        hint: "write what it is, or delete the row"))
  }

  private mutating func addItem(
    _ row: TableReading.Row, in table: TableReading, under owner: Owner?
  ) {
    let cell = row.cells[table.itemColumn]
    let box = facts.box(of: cell.node)
    let start = body.offset(of: row.node)
    let bytes = body.bytes(from: start, throughEndOf: row.node)
    let range = cell.range(after: box)
    guard !range.isEmpty else {
      warnOfEmptyRow(row)
      return
    }
    let words = items.read(cell.text, in: range)
    let problems = words.problems
    var item = ItemDraft(
      consume words, category: table.category(below: heads.path) ?? "Other",
      position: body.source.position(of: startOfWords(cell)), bytes: bytes)
    item.row = RowPlace(
      item: table.itemColumn, packed: table.column(.packed), category: table.column(.category))
    if let box {
      item.isPacked = box.box.state == .packed
      item.isLeftBehind = item.isLeftBehind || box.box.state == .leftBehind
      item.box = box.inner
    }
    if case .item(let index) = owner { item.parent = draft.items[index].name }
    var lines = item.note.map { [$0] } ?? []
    for column in row.cells.indices where column != table.itemColumn {
      guard column < table.headers.count, !row.cells[column].range.isEmpty,
        !take(row.cells[column], table.headers[column], into: &item, &lines)
      else { continue }
      lines.append(table.told(row.cells[column], in: column))
    }
    item.note = lines.isEmpty ? nil : lines.joined(separator: "\n")
    report(problems, in: bytes)
    _ = add(item)
  }

  private mutating func addActivity(_ row: TableReading.Row, in table: TableReading) {
    let cell = row.cells[table.itemColumn]
    let box = facts.box(of: cell.node)
    let range = cell.range(after: box)
    var activity = ActivityDraft(
      name: cell.text.words(range), isDone: box?.box.state == .packed,
      position: body.source.position(of: startOfWords(cell)))
    activity.isLeftBehind = box?.box.state == .leftBehind
    activity.box = box?.inner
    activity.group = table.category(below: heads.activityGroup)
    var lines: [String] = []
    for column in row.cells.indices where column != table.itemColumn {
      let cell = row.cells[column]
      guard column < table.headers.count, !cell.range.isEmpty else { continue }
      switch table.headers[column].column {
      case .packed where TableReading.truth(cell.words) != nil:
        activity.isDone = TableReading.truth(cell.words) == true
      case .note: lines.append(cell.words)
      default: lines.append(table.told(cell, in: column))
      }
    }
    activity.note = lines.isEmpty ? nil : lines.joined(separator: "\n")
    draft.activities.append(activity)
  }

  private func startOfWords(_ cell: TableReading.Cell) -> Int {
    var start = body.offset(of: cell.node)
    let bytes = body.source.bytes
    while start < bytes.count, bytes[start].isLineBlank { start += 1 }
    return start
  }

  /// Takes over what a cell says; false where it is not understood.
  private mutating func take(
    _ cell: TableReading.Cell, _ header: TableHeader, into item: inout ItemDraft,
    _ lines: inout [String]
  ) -> Bool {
    guard let column = header.column else { return false }
    if TableReading.isDash(cell.words), column != .item { return true }
    switch column {
    case .item: return false
    case .category: return true
    case .note: lines.append(cell.words)
    case .weight:
      guard
        let weight = Weight(
          parsing: cell.words, defaultUnit: header.unit, spacesGroupDigits: true)
      else { return false }
      item.weight = weight
    case .price:
      guard let cents = Price.cents(of: cell.words) else { return false }
      item.priceInCents = cents
    case .quantity: return takeQuantity(cell, into: &item)
    case .packed:
      if let box = facts.box(of: cell.node) {
        item.isPacked = box.box.state == .packed
        item.isLeftBehind = item.isLeftBehind || box.box.state == .leftBehind
        item.box = item.box ?? box.inner
      } else if let isPacked = TableReading.truth(cell.words) {
        item.isPacked = isPacked
      } else {
        return false
      }
    case .link:
      let target = cell.text.links.first?.url ?? cell.words
      guard !target.contains(" "), LinkTarget(of: target) != nil else { return false }
      item.url = target
    case .bag: item.bag = item.bag ?? cell.words
    case .traveller: item.traveller = item.traveller ?? cell.words
    }
    return true
  }

  private mutating func takeQuantity(_ cell: TableReading.Cell, into item: inout ItemDraft) -> Bool
  {
    if let found = quantity(cell.text, cell.range) {
      item.quantity = found.quantity ?? 1
      item.quantityExpression = found.expression
      return true
    }
    if cell.words.utf8.allSatisfy(\.isDigit) {
      diagnostics.append(
        Diagnostic(
          .warning, .itemQuantity,
          "quantity must be from 1 to \(QuantityExpression.maximumQuantity), got "
            + "\"\(cell.words)\"; kept in the note",
          at: body.source.position(of: startOfWords(cell)), length: cell.words.utf8.count,
          hint: "write a whole number, or leave it out for 1"))
    }
    return false
  }
}
