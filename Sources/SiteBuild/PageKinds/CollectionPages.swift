import Pages

/// A page for each collection, and one of all.
struct CollectionPages: PageKind {
  var template: String? { "collection" }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard !site.collections.isEmpty else { return [] }
    let all = site.collections
    let inputs = site.hash(all.lazy.map { $0.facts + $0.progress })
    let index = PagePlan.page(PageAddress.collections.path, inputs: inputs) {
      CollectionsPage(all)
    }
    return [index] + all.flatMap { plans(of: $0, in: site) }
  }

  private func plans(of collection: TripCollection, in site: PlannedSite) -> [PagePlan] {
    let series = CollectionPage.series(of: collection)
    let facts = [collection.facts, "\(series.pageCount)"]
    return (1...series.pageCount).map { number in
      let inputs = site.hash(facts, of: collection.trips[series.entries(of: number)])
      return .page(series.address(of: number).path, inputs: inputs) {
        CollectionPage(collection, number: number)
      }
    }
  }
}
