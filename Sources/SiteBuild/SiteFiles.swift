public import Pages

/// The files of a site as a build would write them, made one by one in memory where they are asked
/// for: for exports, which write nothing into the output folder.
public final class SiteFiles {
  /// The content, in step with the files.
  public let content: SiteContent
  /// What all pages share.
  public var context: PageContext { workspace.context }

  private let workspace: PageWorkspace
  private let plans: [PagePlan]
  private let places: [String: (plan: Int, file: Int)]

  init(_ stage: PageStage, _ content: SiteContent) {
    self.content = content
    plans = stage.plans
    workspace = stage.maker.workspace()
    var places: [String: (plan: Int, file: Int)] = [:]
    for (number, plan) in plans.enumerated() {
      for (index, path) in plan.paths.enumerated() { places[path] = (number, index) }
    }
    self.places = places
  }

  /// A page of the site that a build does not write.
  ///
  /// - Throws: `Diagnostic` where its template has a problem, and what the store throws.
  public func render(_ page: some Page) throws -> [UInt8] {
    let content = try workspace.render(page)
    if let problem = content.problems.first { throw workspace.theme.diagnostic(problem) }
    return content.bytes ?? []
  }

  /// The bytes of a file.
  ///
  /// - Parameter path: Its path below the site's root, such as `trips/lisbon.html`.
  /// - Returns: Nil where the site has no such file, or it cannot be made now.
  /// - Throws: `Diagnostic` where its template has a problem, and what the store throws.
  public func bytes(of path: String) throws -> [UInt8]? {
    guard let place = places[path], plans[place.plan].canBeMade else { return nil }
    let contents = try plans[place.plan].make(
      workspace, plans[place.plan].paths.map { $0 == path })
    guard contents.indices.contains(place.file) else { return nil }
    if let problem = contents[place.file].problems.first {
      throw workspace.theme.diagnostic(problem)
    }
    return contents[place.file].bytes
  }
}

extension SiteBuilder {
  /// The files of the site, without writing any.
  ///
  /// - Returns: Files that are made where they are asked for.
  /// - Throws: As ``build(_:)`` does.
  public func files() throws -> SiteFiles {
    try withSite { opened, notes in
      var report = BuildReport(diagnostics: notes)
      let content = try load(opened, isForced: false, into: &report)
      let inputs = try frameInputs(opened, baseURL: nil, into: &report)
      let stage = try pageStage(opened, content, inputs, for: .author, into: &report)
      return SiteFiles(
        stage, SiteContent(opened, diagnostics: report.diagnostics.sorted()))
    }
  }
}
