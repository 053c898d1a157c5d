import ModelStore
import PackingLists
import Pages

/// The checklist and the sheet of each trip, and the picture that they show.
struct TripPages: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    var plans: [PagePlan] = []
    plans.reserveCapacity(site.trips.count)
    for trip in site.trips {
      let photo = site.pictures.photos[trip.slug]
      var inputs = [trip.fingerprint]
      if let photo { inputs += [photo.outputPath, String(photo.width), String(photo.height)] }
      plans.append(
        PagePlan(
          paths: [PageAddress.trip(trip.slug).path, PageAddress.print(trip.slug).path],
          isPage: true, inputsHash: trip.isCurrent ? site.hash(inputs).text : nil
        ) { [slug = trip.slug] workspace in
          try Self.render(slug, photo: photo, in: workspace)
        })
      if let photo { plans.append(photo.plan) }
    }
    return plans
  }

  /// Both pages of a trip, made from the same objects.
  private static func render(
    _ slug: String, photo: ReadyPicture?, in workspace: PageWorkspace
  ) throws -> [FileContent] {
    let found = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })
    guard let trip = try workspace.store.fetch(found).first else { return [] }
    let shown = photo.map { PagePhoto(path: $0.outputPath, size: ($0.width, $0.height)) }
    return try TripPage.render(
      trip, for: [.screen, .paper], photo: shown, from: workspace.store,
      with: workspace.theme.library, in: workspace.context
    ).map(workspace.content)
  }
}

extension ReadyPicture {
  /// The picture as a file of the site.
  var plan: PagePlan { .copy(outputPath, of: cachePath, version: version) }
}
