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
    plans.reserveCapacity(site.trips.count + 64)
    for trip in site.trips {
      let slug = trip.slug
      let photo = site.pictures.photos[slug]
      let surroundings = TripPage.Surroundings(
        photo: photo?.shown, collection: collections[slug])
      plans.append(
        PagePlan(
          PlannedTrip(
            trip, files,
            files.kinds(isDated: dated.contains(slug), hasStops: stopping.contains(slug)),
            in: site.frame, surroundings)))
      if let photo { plans += photo.plans }
    }
    return plans
  }
}

/// The files of a trip.
///
/// Of fifty thousand trips nothing is kept that can be worked out.
private final class PlannedTrip: PlannedFiles {
  private let slug: String
  private let fingerprint: String
  let canBeMade: Bool
  private let kinds: [TripFile]
  private let files: TripFiles
  private let frame: SiteFrame
  /// Nil where there is nothing around it.
  private let surroundings: Boxed?

  private final class Boxed: Sendable {
    let value: TripPage.Surroundings
    init(_ value: TripPage.Surroundings) { self.value = value }
  }

  init(
    _ trip: LoadedTrip, _ files: TripFiles, _ kinds: [TripFile], in frame: SiteFrame,
    _ surroundings: TripPage.Surroundings
  ) {
    slug = trip.slug
    fingerprint = trip.fingerprint
    canBeMade = trip.isCurrent
    self.kinds = kinds
    self.files = files
    self.frame = frame
    let isAlone = surroundings.photo == nil && surroundings.collection == nil
    self.surroundings = isAlone ? nil : Boxed(surroundings)
  }

  var paths: [String] { kinds.map { $0.path(of: slug) } }
  var isPage: Bool { true }
  var trip: String? { slug }

  func inputsHash(at place: Int) -> String { hash(at: place).text }

  private func hash(at place: Int) -> StableHash {
    var shown = [fingerprint]
    if let photo = surroundings?.value.photo { shown.append("\(photo)") }
    if let collection = surroundings?.value.collection { shown.append(collection.path) }
    return files.hash(of: kinds[place], showing: shown, in: frame)
  }

  func add(to hash: inout StableHash) {
    hash.add(slug)
    for place in kinds.indices {
      hash.mix(UInt64(kinds[place].rawValue))
      hash.mix(canBeMade ? self.hash(at: place).value : 0)
    }
  }

  /// The wanted pages of the trip, made from the same objects.
  func make(in workspace: PageWorkspace, isWanted: [Bool]) throws -> [FileContent] {
    guard let found = try workspace.trips.trip(slug) else { return [] }
    let wanted = zip(kinds, isWanted).filter(\.1).map(\.0)
    // Checklist and sheet show the same things, which are worked out once.
    let shown = TripPage.render(
      found.trip, items: found.items, for: wanted.compactMap(\.medium),
      surroundings: surroundings?.value ?? TripPage.Surroundings(),
      with: workspace.theme.library, in: workspace.context)
    return TripFile.contents(
      kinds, isWanted, of: found.trip, shown, workspace.theme, workspace.context)
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
