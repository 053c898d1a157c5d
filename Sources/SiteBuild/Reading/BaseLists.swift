import ContentReading
import Diagnostics
import Files
import PackingLists

/// A base list as the build goes on with it.
struct LoadedList: Sendable {
  /// The name by which trips include it, and its address.
  var name: String
  /// The hash of its bytes.
  var hash: String
  /// What it says.
  var draft: TripDraft
}

/// The base lists of a site, read: they are few, so every build reads them all.
struct BaseLists: Sendable {
  /// What is wrong with them.
  private(set) var diagnostics: [Diagnostic] = []

  private var drafts: [String: TripDraft] = [:]
  private var hashes: [String: String] = [:]
  private let merger: IncludeMerger

  /// Reads the lists that a scan found.
  init(of scan: SourceScan, site: Site, options: ReadingOptions) {
    var listOptions = options
    listOptions.kind = .baseList
    for (name, entry) in scan.lists.sorted(by: { $0.key < $1.key }) {
      do throws(FileError) {
        let bytes = try readFile(site.path(entry.path))
        hashes[name] = StableHash(of: bytes).text
        let (draft, problems) = TripReader.read(
          bytes: bytes, path: entry.path, options: listOptions,
          siteTarget: SiteLink.target(in: entry.path))
        drafts[name] = draft
        diagnostics += problems
      } catch {
        diagnostics.append(.unreadable(entry.path, error))
      }
    }
    merger = IncludeMerger(lists: drafts, options: options)
  }

  /// The lists that could be read, by name.
  var loaded: [LoadedList] {
    drafts.sorted { $0.key < $1.key }.map { name, draft in
      LoadedList(name: name, hash: hashes[name] ?? "", draft: draft)
    }
  }

  /// The hash of a list's bytes; nil where there is no such list.
  func hash(of name: String) -> String? { hashes[name] }

  /// A trip with the lists that it includes.
  ///
  /// - Returns: The trip, what is wrong with its includes, and the names of all lists that it
  ///   includes directly or through others, sorted: also of those that are not there, whose coming
  ///   changes the trip.
  func merge(
    into trip: TripDraft
  ) -> (draft: TripDraft, diagnostics: [Diagnostic], includes: [String]) {
    guard !trip.include.isEmpty else { return (trip, [], []) }
    let (draft, problems) = merger.merge(trip)
    return (draft, problems, included(by: trip))
  }

  private func included(by trip: TripDraft) -> [String] {
    var found: Set<String> = []
    var open = trip.include.map(\.value)
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      open += drafts[name]?.include.map(\.value) ?? []
    }
    return found.sorted()
  }
}
