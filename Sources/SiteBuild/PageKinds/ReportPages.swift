import ModelStore
import PackingLists
import Pages

/// The page of the reports over all trips.
struct ReportPages: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard site.info.sections.contains(.reports) else { return [] }
    // Reports look at all that trips say, and at which of them are to come.
    let facts = site.trips.map(\.fingerprint) + [site.environment.today.description]
    return [
      PagePlan(
        paths: [PageAddress.reports.path], isPage: true, inputsHash: site.hash(facts).text
      ) { workspace in
        let reports = try TripReports(of: workspace.store, in: workspace.context)
        return [try workspace.render(ReportsPage(try reports.all()))]
      }
    ]
  }
}
