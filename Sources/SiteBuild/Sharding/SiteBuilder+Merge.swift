import Diagnostics
import Files
import PackingLists

extension SiteBuilder {
  /// Makes a site of its shards: takes in what they have, and builds the rest.
  ///
  /// The result is what ``build(_:)`` would give. Nothing is written unless all shards are there and
  /// were built from what the site is now.
  ///
  /// - Parameters:
  ///   - folders: The folders of all shards, in any order; those in `.valise/shards` where it is
  ///     empty.
  ///   - output: Where to write, relative to the site; nil for `Output/`.
  /// - Returns: What was done, and everything that is wrong with the content.
  /// - Throws: ``MergeRefusal`` where the shards are not what they should be, and as ``build(_:)``
  ///   does.
  public func merge(_ folders: [String] = [], output: String? = nil) throws -> BuildReport {
    let set = try ShardSet(
      try folders.isEmpty ? standingShards() : folders, onWait: { progress(.waiting) })
    return try withSite { opened, notes in
      var report = BuildReport(diagnostics: notes, configuration: opened.configuration)
      guard opened.isConfigured else { return report }
      let known = try MergeCheck(
        set: set, site: site, configuration: opened.configuration,
        configurationHash: opened.configurationHash, environment: environment
      ).run()
      progress(.finished("compared \(set.shards.count) shards with the site"))
      let target = try OutputFolder(try outputPath(BuildOptions(output: output)))

      // The next build looks for itself whether anything has changed since the one before.
      try BuildSnapshot.remove(of: site)
      let shardImport = try ShardImport(into: site, known)
      var count = 0
      for built in set.shards {
        if environment.isCancelled() { throw CancellationError() }
        count += try shardImport.take(built)
      }
      progress(.finished("took \(count) trips into the store"))

      let content = try load(opened, isForced: false, into: &report)
      let baseURL = set.shards.first?.record.baseURL
      let inputs = try frameInputs(opened, baseURL: baseURL, into: &report)
      let stage = try pageStage(opened, content, inputs, for: .everyone, into: &report)
      let withheld = content.trips.filter { known.conflicting.contains($0.path) }.map(\.slug)
      let taken = try ShardPages(
        site: site, container: opened.container, set: set, withheld: Set(withheld),
        environment: environment
      ).take(stage.plans, to: target, progress)
      var written = try stage.write(to: target, isForced: false, progress: progress)
      if !taken.isEmpty {
        // Where nothing else had to be made, the list is older than these.
        if try stage.list(in: target) { try target.finish() }
        written.writtenPaths = Set(taken).union(written.writtenPaths).sorted()
      }
      report.note(written)
      return report
    }
  }

  /// The shards that were built where no other place was named.
  private func standingShards() throws -> [String] {
    let folder = site.path(Site.shards)
    let isThere = try FileStatus.ifPresent(folder)?.kind == .folder
    let names = try isThere ? namesInFolder(folder).filter { !$0.hasPrefix(".") } : []
    guard !names.isEmpty else {
      throw MergeRefusal(diagnostics: [
        Diagnostic(
          .error, .shardSet, "there are no shards in \(Site.shards)",
          hint: """
            build them first, each with "valise build --shard I/N", or name the folders that they \
            are in
            """)
      ])
    }
    return names.map { Path.join(folder, $0) }
  }
}
