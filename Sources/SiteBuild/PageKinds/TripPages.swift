import ModelStore
import PackingLists
import Pages

/// The checklist, the sheet and the itinerary of each trip, and the pictures that they show.
struct TripPages: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let files = TripFiles(site.theme)
    let dated = Set(site.cards.lazy.filter { $0.start != nil }.map(\.slug))
    let stopping = Set(site.cards.lazy.filter { $0.stopCount > 0 }.map(\.slug))
    var collections: [String: PageAddress] = [:]
    for collection in site.collections {
      for card in collection.trips { collections[card.slug] = collection.address }
    }
    var plans: [PagePlan] = []
    plans.reserveCapacity(site.trips.count)
    for trip in site.trips {
      let slug = trip.slug
      let photo = site.pictures.photos[slug]
      let surroundings = TripPage.Surroundings(
        photo: photo?.shown, collection: collections[slug])
      var paths = [PageAddress.trip(slug).path]
      if files.hasSheet { paths.append(PageAddress.print(slug).path) }
      if files.hasItinerary, stopping.contains(slug) {
        paths.append(PageAddress.itinerary(slug).path)
      }
      if files.hasCalendar, dated.contains(slug) { paths.append(SiteCalendar.path(of: slug)) }
      var inputs = [trip.fingerprint]
      if let photo { inputs.append("\(photo.shown)") }
      if let collection = surroundings.collection { inputs.append(collection.path) }
      plans.append(
        PagePlan(
          paths: paths, isPage: true, inputsHash: trip.isCurrent ? site.hash(inputs).text : nil
        ) { workspace in
          try Self.render(slug, files, surroundings, in: workspace)
        })
      if let photo { plans += photo.plans }
    }
    return plans
  }

  /// All pages of a trip, made from the same objects.
  private static func render(
    _ slug: String, _ files: TripFiles, _ surroundings: TripPage.Surroundings,
    in workspace: PageWorkspace
  ) throws -> [FileContent] {
    let found = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })
    guard let trip = try workspace.store.fetch(found).first else { return [] }
    var pages = try TripPage.render(
      trip, for: files.hasSheet ? [.screen, .paper] : [.screen], surroundings: surroundings,
      from: workspace.store,
      with: workspace.theme.library, in: workspace.context
    ).map(workspace.content)
    if files.hasItinerary, trip.stopCount > 0 {
      pages.append(try workspace.render(ItineraryPage(trip: trip)))
    }
    if files.hasCalendar, trip.start != nil {
      let calendar = SiteCalendar.text(of: [TripCard(trip)], in: workspace.context)
      pages.append(FileContent(bytes: Array(calendar.utf8)))
    }
    return pages
  }
}

/// Which files a theme wants of each trip besides its checklist.
private struct TripFiles: Sendable {
  let hasSheet: Bool
  let hasItinerary: Bool
  let hasCalendar: Bool

  init(_ theme: Theme) {
    hasSheet = !theme.leavesOut("print")
    hasItinerary = !theme.leavesOut("itinerary")
    hasCalendar = theme.showsCalendars
  }
}

extension ReadyPicture {
  /// The picture as pages show it.
  var shown: PagePhoto { PagePhoto(path: outputPath, size: (width, height)) }

  /// The picture and its thumbnail as files of the site.
  var plans: [PagePlan] {
    var plans: [PagePlan] = [.copy(outputPath, of: cachePath, version: version)]
    if let thumbnail {
      plans.append(.copy(thumbnail.outputPath, of: thumbnail.cachePath, version: version))
    }
    return plans
  }
}
