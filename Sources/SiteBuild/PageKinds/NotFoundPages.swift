import Pages

/// The page that a server shows where there is none.
struct NotFoundPages: PageKind {
  var template: String? { "not-found" }

  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    let base = site.info.baseURL
    let path = PageAddress.notFound(under: base).path
    return [.page(path, inputs: site.hash(["404"])) { NotFoundPage(under: base) }]
  }
}
