import Pages

/// A page for each collection, and one of all.
struct CollectionPages: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    guard !site.collections.isEmpty else { return [] }
    let all = site.collections
    // What it shows of them are sums over all trips of each.
    let inputs = site.hash(all.map(\.title), of: all.lazy.flatMap(\.trips))
    let index = PagePlan.page(PageAddress.collections.path, inputs: inputs) {
      CollectionsPage(all)
    }
    return [index]
      + all.flatMap { collection in
        let series = CollectionPage.series(of: collection)
        let inputs = site.hash([collection.title], of: collection.trips)
        return (1...series.pageCount).map { number in
          PagePlan.page(series.address(of: number).path, inputs: inputs) {
            CollectionPage(collection, number: number)
          }
        }
      }
  }
}
