import ContentReading
import Diagnostics
import FuzzSupport

// A file of comma-separated values: its cells, its items, and both written and read again.
Fuzzer.run { bytes in
  let csv = CSVText(bytes)
  require(csv.rows.allSatisfy { !$0.cells.isEmpty && $0.line >= 1 }, "\(csv.rows)")
  if csv.unclosedQuoteLine == nil { checkCells(csv) }
  let table: ItemTable
  do throws(Diagnostic) {
    table = try ItemTable(reading: bytes, path: "a.csv")
  } catch { return }
  for item in table.items {
    require(!item.name.isEmpty && item.quantity >= 1 && item.wornCount <= item.quantity, "\(item)")
  }
  checkItems(table.items)
  _ = ItemTable.text(of: table.items, as: .lighterpack)
  // Each item's line is read several times before it is written: a few of them tell enough.
  checkMarkdown(Array(table.items.prefix(3)))
}

/// Cells that are written out are read as they were.
@Sendable func checkCells(_ csv: CSVText) {
  let rows = csv.rows.map(\.cells)
  let text = CSVText.text(of: rows)
  let again = CSVText(Array(text.utf8), delimiter: UInt8(ascii: ",")).rows.map(\.cells)
  require(again == rows, "\(rows) came back as \(again)")
  for cell in rows.joined() {
    let guarded = CSVText.guarded(cell)
    require(CSVText.unguarded(guarded) == cell, "\(cell) came back as \(guarded)")
    require(!"=+-@\t\r\n".contains(guarded.first ?? "x"), "\(guarded) begins a formula")
  }
}

/// A spreadsheet that was exported is imported as it was.
@Sendable func checkItems(_ items: [ItemDraft]) {
  let text = ItemTable.text(of: items, as: .csv)
  guard !items.isEmpty else { return }
  do throws(Diagnostic) {
    let again = try ItemTable(reading: Array(text.utf8), path: "a.csv").items.map(told)
    require(again == items.map(told), "\(items.map(told))\ncame back as\n\(again)\nfrom\n\(text)")
  } catch {
    require(false, "\(error)")
  }
}

@Sendable func told(_ item: ItemDraft) -> ItemDraft {
  var item = item
  item.position = FilePosition(path: "")
  return item
}

/// A list that is made of the items is a list.
@Sendable func checkMarkdown(_ items: [ItemDraft]) {
  let text = ListText.text(of: items, title: "T")
  let read = TripReader.read(bytes: Array(text.utf8), path: "a.md")
  guard let draft = read.draft else { return require(false, "\(read.diagnostics)\n\(text)") }
  _ = ListText.mismatches(of: items, in: draft)
}
