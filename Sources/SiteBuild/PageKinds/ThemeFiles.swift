/// The theme's style sheets.
struct ThemeFiles: PageKind {
  func plans(of site: PlannedSite, after others: [PagePlan]) -> [PagePlan] {
    site.theme.assets.map { .file($0.path, bytes: $0.bytes) }
  }
}
