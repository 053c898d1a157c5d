public import Pages
public import SiteBuild

extension SiteFiles {
  /// A page of some reports as one file that needs no other.
  ///
  /// - Parameter reports: The reports, in the order to show.
  /// - Returns: The page as UTF-8.
  /// - Throws: `Diagnostic` where its template has a problem, and what the store throws.
  public func page(of reports: [Report]) throws -> [UInt8] {
    let page = reports.count == 1 ? ReportsPage(of: reports[0]) : ReportsPage(reports)
    return try SelfContainedPage(
      try render(page), at: page.address.path, baseURL: context.site.baseURL
    ) { path in
      try self.bytes(of: path)
    }.bytes
  }
}
