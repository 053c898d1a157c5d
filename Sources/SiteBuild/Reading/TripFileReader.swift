import ContentReading
import Diagnostics
import Files
import PackingLists

/// Reads the files of trips, each by itself, so that many can be read at once.
struct TripFileReader: Sendable {
  /// The base lists that trips include.
  let lists: BaseLists

  let site: Site
  let options: ReadingOptions
  /// The hash of what the reading of all trips depends on.
  private let shared: StableHash
  private let environment: BuildEnvironment

  /// Reads the base lists of a site; its trips are read one by one.
  init(
    of scan: SourceScan, site: Site, configuration: SiteConfiguration, configurationHash: String,
    environment: BuildEnvironment
  ) {
    self.site = site
    var shared = StableHash()
    shared.add(environment.version)
    shared.add(environment.edition)
    shared.add(configurationHash)
    self.shared = shared
    self.environment = environment
    options = ReadingOptions(configuration)
    lists = BaseLists(of: scan, site: site, options: options)
  }

  /// The hash of all that the reading of a trip depends on.
  ///
  /// - Parameters:
  ///   - content: The hash of the file's bytes.
  ///   - includes: The base lists that it includes, directly or through others.
  /// - Returns: The digits of a `StableHash`.
  func readingHash(content: String, includes: [String]) -> String {
    var hash = shared
    hash.add(content)
    for name in includes {
      hash.add(name)
      hash.add(lists.hash(of: name) ?? "missing")
    }
    return hash.text
  }

  /// Reads a trip's file and merges its base lists in.
  func read(_ entry: SourceEntry) -> TripReading {
    let readAt = environment.now()
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(site.path(entry.path))
    } catch {
      return TripReading(
        draft: nil, diagnostics: [.unreadable(entry.path, error)], contentHash: "",
        readingHash: "", includes: [], readAt: readAt)
    }
    let contentHash = StableHash(of: bytes).text
    var (draft, diagnostics) = TripReader.read(
      bytes: bytes, path: entry.path, options: options, siteTarget: SiteLink.target(in: entry.path))
    var includes: [String] = []
    if let own = draft {
      let merged = lists.merge(into: own)
      diagnostics += merged.diagnostics
      includes = merged.includes
      draft = merged.diagnostics.contains { $0.severity == .error } ? nil : merged.draft
    }
    return TripReading(
      draft: draft, diagnostics: diagnostics, contentHash: contentHash,
      readingHash: readingHash(content: contentHash, includes: includes), includes: includes,
      readAt: readAt, itemCount: draft?.items.count ?? 0)
  }
}
