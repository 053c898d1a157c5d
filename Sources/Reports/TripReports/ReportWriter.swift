import ContentReading
import Foundation
import PackingLists
public import Pages

/// Writes reports for programs and for other documents.
public struct ReportWriter {
  private let context: PageContext

  /// Makes a writer that says things as the pages of a site do.
  public init(in context: PageContext) {
    self.context = context
  }

  /// A table of comma-separated values: days as `2027-06-12`, weights in grams.
  ///
  /// Several reports follow each other, each below its name and after an empty line.
  public func csv(of reports: [Report]) -> String {
    reports.map { report in
      let head = report.columns.map { isWeight($0, of: report) ? "\($0.title) (g)" : $0.title }
      let rows = report.rows.map { $0.map { CSVText.guarded(Self.plain($0)) } }
      let name = reports.count > 1 ? [[report.title]] : []
      return CSVText.text(of: name + [head] + rows)
    }.joined(separator: "\r\n")
  }

  private func isWeight(_ column: Report.Column, of report: Report) -> Bool {
    guard let index = report.columns.firstIndex(of: column) else { return false }
    return report.rows.contains { if case .weight = $0[index] { true } else { false } }
  }

  /// Tables in Markdown, each below a heading.
  public func markdown(of reports: [Report]) -> String {
    reports.map { report in
      var lines = ["## \(Self.cell(report.title))", ""]
      if !report.explanation.isEmpty { lines += [Self.cell(report.explanation), ""] }
      lines.append(row(report.columns.map(\.title)))
      lines.append("|" + report.columns.map { $0.isNumber ? "---:|" : "---|" }.joined())
      lines += report.rows.map { row($0.map(context.text)) }
      return lines.map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private func row(_ cells: [String]) -> String {
    "| " + cells.map(Self.cell).joined(separator: " | ") + " |"
  }

  /// Words in which no sign acts.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for character in text {
      if "\\`*_[]<>~#|".contains(character) { cell.append("\\") }
      cell.append(character.isNewline ? " " : character)
    }
    return cell
  }

  /// The reports as JSON.
  ///
  /// It is an array of `{name, title, explanation, rows}`, each row with a value for the name of each
  /// column. Days are `2027-06-12`, weights grams, trips their addresses.
  public func json(of reports: [Report]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(reports.map(Document.init)), as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    var name: String
    var title: String
    var explanation: String?
    var rows: [[String: Cell]]

    init(_ report: Report) {
      name = report.name
      title = report.title
      explanation = report.explanation.isEmpty ? nil : report.explanation
      rows = report.rows.map { row in
        var cells: [String: Cell] = [:]
        for (column, value) in zip(report.columns, row) where value != .none {
          if case .trip(let slug, let title) = value {
            cells[column.name] = .text(slug)
            cells[column.name + "Title"] = .text(title)
          } else if case .weight = value {
            cells[column.name + "Grams"] = Cell(value)
          } else {
            cells[column.name] = Cell(value)
          }
        }
        return cells
      }
    }
  }

  private enum Cell: Encodable {
    case text(String)
    case whole(Int)
    case decimal(Double)

    init(_ value: Report.Value) {
      switch value {
      case .count(let count): self = .whole(count)
      case .weight(let weight): self = .decimal(weight.grams)
      case .money(let cents): self = .decimal(Double(cents) / 100)
      case .text, .trip, .day, .none: self = .text(ReportWriter.plain(value))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .whole(let number): try container.encode(number)
      case .decimal(let number): try container.encode(number)
      }
    }
  }

  /// A value as programs read it.
  private static func plain(_ value: Report.Value) -> String {
    switch value {
    case .text(let text): text
    case .trip(_, let title): title
    case .count(let count): String(count)
    case .weight(let weight): ItemLine.decimal(weight.milligrams, places: 3).trimmedZeros
    case .day(let day): day.description
    case .money(let cents): ItemLine.decimal(cents, places: 2)
    case .none: ""
    }
  }
}

extension String {
  /// A decimal number without zeros at its end.
  fileprivate var trimmedZeros: String {
    guard contains(".") else { return self }
    var text = self
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}
