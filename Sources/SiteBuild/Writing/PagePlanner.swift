/// Says which files a site has, and what each is made from.
struct PagePlanner {
  let site: PlannedSite

  /// All kinds of files, those that list others last.
  private static let kinds: [any PageKind] = [
    TripPages(), HomePages(), CollectionPages(), ArchivePages(), ActivitiesPages(), GoalsPages(),
    ReadingPages(), BaseListPages(), ReportPages(), SearchPages(), NotFoundPages(), FeedFiles(),
    ThemeFiles(),
    LinkedFiles(), SearchEngineFiles(),
    // The last: it takes note of all others.
    OfflineFiles(),
  ]

  /// The files that belong to single trips: what one shard of a site makes.
  func tripPlans() -> [PagePlan] {
    TripPages().plans(of: site, after: [])
      + site.files.compactMap { site.pictures.linked[$0] }.flatMap(\.plans)
  }

  /// The files of the site: pages, style sheets, pictures, files that are linked to.
  ///
  /// - Returns: No two with one path.
  /// - Throws: `FileError` where a linked file cannot be looked at, and what the store throws.
  func plans() throws -> [PagePlan] {
    var plans: [PagePlan] = []
    plans.reserveCapacity(site.trips.count + 64)
    for kind in Self.kinds where !(kind.template.map(site.theme.leavesOut) ?? false) {
      plans += try kind.plans(of: site, after: plans)
    }
    return plans
  }
}
