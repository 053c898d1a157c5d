public import Diagnostics
import PackingLists

/// Items from a table of comma-separated values, and back.
public struct ItemTable: Sendable {
  /// What a file is written as.
  public enum Format: String, Sendable, CaseIterable {
    /// As LighterPack has it: one piece worn at most, no marks of its own beyond that.
    case lighterpack
    /// All that an item says, for spreadsheets.
    case csv
  }

  /// The items in the file's order.
  public private(set) var items: [ItemDraft] = []
  /// The trip that each item belongs to, as the table names it; nil where it names none.
  public private(set) var trips: [String?] = []
  /// Rows that give no item, and values that are not understood.
  public private(set) var diagnostics: [Diagnostic] = []

  private let path: String
  private var columns: [Column] = []
  private var isLighterPack = false

  /// What a column holds.
  private enum Column: Equatable {
    case known(TableColumn)
    case trip, unit, worn, consumable, essential, buy, unused, isPrivate, leftBehind
    /// Something else, for the note.
    case other(String)
  }

  /// Reads a file; its first row names the columns, in any order.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: The file as its user would name it.
  ///   - options: How the site names its columns.
  /// - Throws: A diagnostic where the file is no text or no column names the items.
  public init(
    reading bytes: [UInt8], path: String, options: ReadingOptions = ReadingOptions()
  ) throws(Diagnostic) {
    self.path = path
    if let problem = TextEncoding.problem(in: SourceText(bytes, path: path)) { throw problem }
    let csv = CSVText(bytes)
    guard let head = csv.rows.first else {
      throw Diagnostic(
        .error, .importFile, "the file is empty", at: FilePosition(path: path),
        hint: "its first row has to name the columns: Item,Category,Quantity,Weight (g)")
    }
    let titles = head.cells.map { PlainWords.tidied(Array($0.utf8)[...]) }
    isLighterPack = titles.map(foldedName) == Self.lighterPackTitles
    let headers = TableHeader.headers(titles, extra: options.columnNames)
    columns = zip(titles, headers).map(Self.column)
    let units = headers.map(\.unit)
    guard columns.contains(.known(.item)) else {
      throw Diagnostic(
        .error, .importFile, "no column of this file names the items",
        at: FilePosition(path: path, line: head.line, column: 1),
        hint: "call one of them \"Item\": there is \(titles.joined(separator: ", "))")
    }
    for row in csv.rows.dropFirst() { read(row, units) }
    if let line = csv.unclosedQuoteLine {
      report(line, "a quote begins here, and nothing ends it", hint: "write \"\" for one quote")
    }
  }

  private static let lighterPackTitles = [
    "item name", "category", "desc", "qty", "weight", "unit", "url", "price", "worn", "consumable",
  ]

  private static func column(_ title: String, _ header: TableHeader) -> Column {
    if let column = header.column { return .known(column) }
    switch foldedName(title) {
    case "trip": return .trip
    case "desc": return .known(.note)
    case "unit", "einheit", "unite", "unidad": return .unit
    case "worn": return .worn
    case "consumable": return .consumable
    case "essential": return .essential
    case "buy": return .buy
    case "unused": return .unused
    case "private": return .isPrivate
    case "left behind": return .leftBehind
    default: return .other(title)
    }
  }

  // MARK: Rows

  private mutating func read(_ row: CSVText.Row, _ units: [WeightUnit?]) {
    var item = ItemDraft(
      category: "Other", name: "",
      position: FilePosition(path: path, line: row.line, column: 1), bytes: 0..<0)
    let unit = self.unit(of: row)
    var notes: [String] = []
    for (index, cell) in row.cells.enumerated() {
      let raw = isLighterPack ? cell : CSVText.unguarded(cell)
      let text = PlainWords.tidied(Array(raw.utf8)[...])
      guard !text.isEmpty else { continue }
      guard columns.indices.contains(index) else {
        // A row with more cells than columns loses none of them.
        notes.append(text)
        continue
      }
      take(raw, text, columns[index], unit ?? units[index], into: &item, &notes, row.line)
    }
    guard !item.name.isEmpty else {
      report(row.line, "a row without a name is nothing to pack", hint: "write what it is")
      return
    }
    if item.isWornWhole { item.wornCount = item.quantity }
    item.wornCount = min(item.wornCount, item.quantity)
    item.isWornWhole = item.isWornWhole || item.wornCount > 0 && item.wornCount == item.quantity
    item.note = notes.isEmpty ? nil : notes.joined(separator: "\n")
    items.append(item)
    trips.append(trip(of: row))
  }

  private func trip(of row: CSVText.Row) -> String? {
    guard let index = columns.firstIndex(of: .trip), row.cells.indices.contains(index) else {
      return nil
    }
    let name = PlainWords.tidied(Array(CSVText.unguarded(row.cells[index]).utf8)[...])
    return name.isEmpty ? nil : name
  }

  private func unit(of row: CSVText.Row) -> WeightUnit? {
    guard let index = columns.firstIndex(of: .unit), row.cells.indices.contains(index) else {
      return nil
    }
    return WeightUnit(named: foldedName(row.cells[index]))
  }

  private mutating func take(
    _ raw: String, _ text: String, _ column: Column, _ unit: WeightUnit?,
    into item: inout ItemDraft, _ notes: inout [String], _ line: Int
  ) {
    let isYes = TableReading.truth(text) != false
    switch column {
    case .known(.item): item.name = text
    case .known(.category):
      let name = ListEditor.parts(of: text).joined(separator: " › ")
      item.category = name.isEmpty ? "Other" : name
    case .known(.note): notes.append(PlainWords.tidiedLines(raw))
    case .known(.weight): item.weight = weight(text, unit, &notes, line)
    case .known(.quantity):
      if let quantity = Int(text), (1...QuantityExpression.maximumQuantity).contains(quantity) {
        item.quantity = quantity
      } else {
        keep("quantity", text, &notes, line, hint: "write a whole number from 1")
      }
    case .known(.price):
      if let cents = Price.cents(of: text.hasPrefix(".") ? "0" + text : text) {
        item.priceInCents = cents == 0 ? nil : cents
      } else {
        keep("price", text, &notes, line, hint: "write it as 12.50")
      }
    case .known(.packed): item.isPacked = TableReading.truth(text) == true
    case .known(.link): item.url = text
    case .known(.bag): item.bag = text
    case .known(.traveller): item.traveller = text
    // Told by its row.
    case .trip: break
    case .unit:
      if WeightUnit(named: foldedName(text)) == nil {
        keep("unit", text, &notes, line, hint: "write g, kg, oz or lb")
      }
    case .worn:
      if let count = Int(text), count >= 0 {
        item.wornCount = count
      } else if isYes, isLighterPack {
        // There it means one piece, however many there are.
        item.wornCount = 1
      } else {
        item.isWornWhole = isYes
      }
    case .consumable: item.isConsumable = isYes
    case .essential: item.isEssential = isYes
    case .buy: item.isToBuy = isYes
    case .unused: item.isUnused = isYes
    case .isPrivate: item.isPrivate = isYes
    case .leftBehind: item.isLeftBehind = isYes
    case .other(let title): notes.append(title.isEmpty ? text : "\(title): \(text)")
    }
  }

  private mutating func weight(
    _ text: String, _ unit: WeightUnit?, _ notes: inout [String], _ line: Int
  ) -> Weight? {
    let number = text.hasPrefix(".") || text.hasPrefix(",") ? "0" + text : text
    guard
      let weight = Weight(
        parsing: number.lowercased(), defaultUnit: unit ?? .grams, spacesGroupDigits: true)
    else {
      keep("weight", text, &notes, line, hint: "write a number, with a unit: 350 g")
      return nil
    }
    return weight > .zero ? weight : nil
  }

  /// Keeps a value that is not understood in the note, and says so.
  private mutating func keep(
    _ what: String, _ text: String, _ notes: inout [String], _ line: Int, hint: String
  ) {
    notes.append("\(what): \(text)")
    report(line, "the \(what) \"\(text)\" is not understood; kept in the note", hint: hint)
  }

  private mutating func report(_ line: Int, _ message: String, hint: String) {
    diagnostics.append(
      Diagnostic(
        .warning, .importRow, message, at: FilePosition(path: path, line: line, column: 1),
        hint: hint))
  }
}
