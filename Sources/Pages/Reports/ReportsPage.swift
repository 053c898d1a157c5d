public import Mustache
public import PackingLists

/// Reports over all trips, one below the other: `reports.html`; or a single one.
public struct ReportsPage: Page {
  private let reports: [Report]
  private let place: PageAddress
  private let ownTemplate: String
  private let others: [ReportQuery]

  /// Makes the page of all reports.
  ///
  /// - Parameters:
  ///   - reports: The reports, in the order to show.
  ///   - others: Reports with pages of their own, which it leads to.
  public init(_ reports: [Report], others: [ReportQuery] = []) {
    self.reports = reports
    self.others = others
    place = .reports
    ownTemplate = "reports"
  }

  /// Makes the page of one report: `reports/NAME.html`.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - template: The template that shows it; nil for the one of all reports.
  public init(of report: Report, template: String? = nil) {
    reports = [report]
    others = []
    place = .report(report.name)
    ownTemplate = template ?? "reports"
  }

  /// `reports.html`, or `reports/NAME.html`.
  public var address: PageAddress { place }
  /// `reports.mustache`, or the report's own.
  public var template: String { ownTemplate }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let title = place == .reports ? context.words[.reports] : reports.first?.title ?? ""
    return data(
      title: title, in: context,
      [
        ("title", .text(title)),
        ("reports", .list(reports.map { value(of: $0, in: context) })),
        ("hasReports", .bool(!reports.isEmpty)),
        ("isSingle", .bool(place != .reports)),
        (
          "others",
          .list(
            others.map {
              ["href": .text(address.link(to: .report($0.name))), "title": .text($0.title)]
            })
        ),
        ("hasOthers", .bool(!others.isEmpty)),
      ])
  }

  private func value(of report: Report, in context: PageContext) -> MustacheValue {
    [
      "id": .text(report.name),
      "title": .text(report.title),
      "explanation": report.explanation.isEmpty ? .null : .text(report.explanation),
      "chart": .optional(report.chart(in: context)),
      "columns": .list(
        report.columns.map { ["title": .text($0.title), "isNumber": .bool($0.isNumber)] }),
      "rows": .list(
        report.rows.map { row in
          ["cells": .list(zip(report.columns, row).map { cell($1, $0, in: context) })]
        }),
      "hasRows": .bool(!report.rows.isEmpty),
    ]
  }

  private func cell(
    _ value: Report.Value, _ column: Report.Column, in context: PageContext
  ) -> MustacheValue {
    var href: String?
    if case .trip(let slug, _) = value { href = address.link(to: .trip(slug)) }
    return [
      "text": .text(context.text(value)), "href": .optional(href),
      "isNumber": .bool(column.isNumber),
    ]
  }
}
