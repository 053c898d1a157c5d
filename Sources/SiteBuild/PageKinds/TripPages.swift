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
      let kinds = files.kinds(
        isDated: dated.contains(slug), hasStops: stopping.contains(slug))
      var inputs = [trip.fingerprint]
      if let photo { inputs.append("\(photo.shown)") }
      if let collection = surroundings.collection { inputs.append(collection.path) }
      let hashes = files.hashes(of: kinds, showing: inputs, in: site.frame)
      plans.append(
        PagePlan(
          paths: kinds.map { $0.path(of: slug) }, isPage: true,
          inputsHash: trip.isCurrent ? Self.hash(of: hashes) : nil, fileHashes: hashes
        ) { workspace, isWanted in
          try Self.render(slug, kinds, isWanted, surroundings, in: workspace)
        })
      if let photo { plans += photo.plans }
    }
    return plans
  }

  private static func hash(of hashes: [String]) -> String {
    var hash = StableHash()
    for text in hashes { hash.add(text) }
    return hash.text
  }

  /// The wanted pages of a trip, made from the same objects.
  private static func render(
    _ slug: String, _ kinds: [TripFile], _ isWanted: [Bool],
    _ surroundings: TripPage.Surroundings, in workspace: PageWorkspace
  ) throws -> [FileContent] {
    let found = FetchDescriptor<Trip>(predicate: #Predicate { $0.slug == slug })
    guard let trip = try workspace.store.fetch(found).first else { return [] }
    let wanted = zip(kinds, isWanted).filter(\.1).map(\.0)
    // Checklist and sheet show the same things, which are worked out once.
    let shown = try TripPage.render(
      trip, for: wanted.compactMap(\.medium), surroundings: surroundings,
      from: workspace.store, with: workspace.theme.library, in: workspace.context)
    return TripFile.contents(kinds, isWanted, of: trip, shown, workspace.theme, workspace.context)
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
