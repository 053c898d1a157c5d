/// Says which files a site has, and what each is made from.
struct PagePlanner {
  let site: PlannedSite

  /// All kinds of files, those that list others last.
  ///
  /// - Parameter index: The index of searches, which is brought in step beside all else.
  /// - Returns: One value of each type.
  private static func kinds(_ index: Background<[SearchIndex.Shard]>?) -> [any PageKind] {
    [
      TripPages(), HomePages(), CollectionPages(), ArchivePages(), ActivitiesPages(), GoalsPages(),
      ReadingPages(), BaseListPages(), ReportPages(), SearchPages(index: index), NotFoundPages(),
      FeedFiles(), ThemeFiles(), LinkedFiles(), SearchEngineFiles(),
      // The last: it takes note of all others.
      OfflineFiles(),
    ]
  }

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
    var index: Background<[SearchIndex.Shard]>?
    if !site.theme.leavesOut(SearchPages.template) {
      let search = SearchIndex(of: site)
      index = Background { try search.update() }
    }
    var plans: [PagePlan] = []
    plans.reserveCapacity(site.trips.count + 64)
    for kind in Self.kinds(index) where !(kind.template.map(site.theme.leavesOut) ?? false) {
      plans += try kind.plans(of: site, after: plans)
    }
    return plans
  }
}
