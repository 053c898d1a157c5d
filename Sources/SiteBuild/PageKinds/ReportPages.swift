import ContentReading
import Diagnostics
import ModelStore
import PackingLists
import Pages

/// The page of the reports over all trips, and one for each report of the site's own.
struct ReportPages: PageKind {
  private static let template = "reports"
  var template: String? { Self.template }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard site.info.sections.contains(.reports) else { return [] }
    let own = site.configuration.reports
    // Reports look at all that trips say, and at which of them are to come.
    // A trip's address and, without a title, its name come from its file's name.
    let cards = TripReports.lookedAt(site.cards)
    let count = site.cards.count
    let lookedAt = Set(cards.map(\.slug))
    let today = site.environment.today.description
    let facts =
      site.trips.lazy.filter { lookedAt.contains($0.slug) }.flatMap { [$0.path, $0.fingerprint] }
      + ["\(cards.count)", "\(count > cards.count)", today]
    // No page costs more: it is made by its own template alone.
    let inputs = site.hash(facts, madeBy: site.theme.hash(of: Self.template))
    let inputsOfOwn =
      own.isEmpty ? inputs : site.hash(site.trips.flatMap { [$0.path, $0.fingerprint] } + [today])
    let all = PagePlan(
      paths: [PageAddress.reports.path], isPage: true, inputsHash: inputs.text
    ) { workspace, _ in
      let reports = try Self.reports(
        of: workspace.store.container, looking: cards, ofAll: count, in: workspace.context)
      return [try workspace.render(ReportsPage(reports, others: own))]
    }
    return [all]
      + own.map { query in
        let canBeShown = query.template.map(site.theme.has) ?? true
        return PagePlan(
          paths: [PageAddress.report(query.name).path], isPage: true,
          inputsHash: canBeShown ? inputsOfOwn.text : nil
        ) { workspace, _ in
          let report = try OwnReport(query).report(of: workspace.store, in: workspace.context)
          return [try workspace.render(ReportsPage(of: report, template: query.template))]
        }
      }
  }

  /// All reports that have something to tell.
  ///
  /// After an edit no page takes as long, and the other core has nothing else to do.
  private static func reports(
    of container: ModelContainer, looking cards: [TripCard], ofAll count: Int,
    in context: PageContext
  ) throws -> [Report] {
    @Sendable func reports(_ kinds: [TripReports.Kind]) throws -> [Report] {
      let reports = TripReports(
        of: SiteStore.context(of: container), looking: cards, ofAll: count, in: context)
      return try kinds.map(reports.report)
    }
    let kinds = TripReports.Kind.allCases
    // Not by a concurrent loop, since this runs in one: loops in loops go on one after the other. Either
    // part asks the store for about as much.
    let middle = kinds.firstIndex(of: .unused) ?? kinds.count
    let later = Background { try reports(Array(kinds[middle...])) }
    return try (reports(Array(kinds[..<middle])) + later.value()).filter { !$0.rows.isEmpty }
  }
}

extension Theme {
  /// The reports whose templates are not there.
  func problems(of reports: [ReportQuery]) -> [Diagnostic] {
    reports.compactMap { report in
      guard let template = report.template, !has(template) else { return nil }
      return Diagnostic(
        .error, .configValue,
        "the report \"\(report.name)\" is shown by \(template).mustache, which is not there",
        at: FilePosition(path: Site.configuration),
        hint: "put it into \(Site.templates)/, or leave out \"template\"")
    }
  }
}
