import Diagnostics
import Files
import ModelStore
import PackingLists
import Pages

extension SiteBuilder {
  /// Builds the pages of some of a site's trips, with a store of their own.
  ///
  /// Problems that only all trips together show, such as links that lead nowhere, are left to
  /// ``merge(_:output:)``.
  ///
  /// - Parameters:
  ///   - shard: Which trips.
  ///   - options: What is asked; the output is the shard's folder, which gets the store too.
  /// - Returns: What was done, and what is wrong with these trips.
  /// - Throws: As ``build(_:)`` does.
  public func build(_ shard: Shard, _ options: BuildOptions = BuildOptions()) throws
    -> BuildReport
  {
    let folder = try shardFolder(options.output ?? shard.folder)
    return try SiteBuilder(
      site: Site(root: site.root, derived: folder), environment: environment,
      searchPath: searchPath, progress: progress
    ).build(shard, options, in: folder)
  }

  private func build(
    _ shard: Shard, _ options: BuildOptions, in folder: String
  ) throws -> BuildReport {
    try withSite { opened, notes in
      try ShardRecord.remove(in: folder)
      var report = BuildReport(diagnostics: notes, configuration: opened.configuration)
      let inputs = try frameInputs(opened, baseURL: options.baseURL, into: &report)
      let content = try load(
        opened, isForced: options.isForced, shard: shard, into: &report)
      let (planned, _) = try plannedSite(opened, content, inputs, for: .everyone, into: &report)
      guard opened.isConfigured else {
        report.diagnostics.sort()
        return report
      }
      let output = try OutputFolder(Path.join(folder, BuiltShard.output))
      let stage = pageStage(opened, planned, PagePlanner(site: planned).tripPlans())
      report.note(try stage.write(to: output, isForced: options.isForced, progress: progress))
      // All of it in its one file, which may be carried to another machine now.
      try opened.container.checkpoint()
      try ShardRecord(
        number: shard.number, count: shard.count, version: environment.version,
        edition: environment.edition, configuration: opened.configurationHash,
        templates: planned.theme.hash, lists: ShardRecord.lists(content.lists),
        baseURL: planned.info.baseURL ?? "", output: output.path,
        storeSize: try FileStatus(of: site.storePath).size
      ).write(in: folder)
      return report
    }
  }

  /// The folder of a shard, which may not be one that holds something else.
  private func shardFolder(_ given: String) throws -> String {
    let path = site.path(given)
    try makeFolder(path)
    let real = try Path.resolved(path)
    let root = try Path.resolved(site.root.isEmpty ? "." : site.root)
    let own = [Site.content, Site.templates].map { Path.join(root, $0) }
    let derived = Path.join(root, Site.derived)
    let isDerived =
      Path.isInside(real, folder: derived)
      && (real == Path.join(root, Site.shards)
        || !Path.isInside(real, folder: Path.join(root, Site.shards)))
    guard real != root, !isDerived, !own.contains(where: { Path.isInside(real, folder: $0) })
    else {
      throw Diagnostic(
        .error, .usage, "the shard would go into \(real), where the site itself is",
        hint: "choose another folder with --output")
    }
    guard try FileStatus.ifPresent(Path.join(real, Manifest.name)) == nil else {
      throw Diagnostic(
        .error, .usage, "the shard would go into \(real), where the pages of a site are",
        hint: "choose another folder with --output")
    }
    return real
  }
}
