import Files

/// The folders of a site; all but `root` are relative to it.
public struct Site: Sendable {
  /// The site's own folder, absolute or relative to the current one.
  public let root: String

  /// Where the store, the lock and the pictures of this build are: `.valise`, or a shard's folder.
  let derived: String

  /// Names the site in a folder; nothing is looked at yet.
  public init(root: String) {
    self.init(root: root, derived: Self.derived)
  }

  init(root: String, derived: String) {
    self.root = root
    self.derived = derived
  }

  /// The configuration.
  public static let configuration = "valise.yml"
  /// What people write.
  public static let content = "Content"
  /// The trips, a file or a folder each.
  public static let trips = "Content/trips"
  /// The base lists.
  public static let lists = "Content/lists"
  /// The goals.
  public static let goals = "Content/goals.md"
  /// The reading list.
  public static let reading = "Content/reading.md"
  /// Templates that replace those of the default theme, file by file.
  public static let templates = "Templates"
  /// Where pages are written unless another place is named.
  public static let output = "Output"
  /// What can be made again: the store, the lock.
  public static let derived = ".valise"
  /// The store.
  public static let store = ".valise/store.sqlite"
  /// Where `valise serve` writes the pages that it shows.
  public static let preview = ".valise/preview"
  /// What publishing needs: copies of lists, a repository.
  public static let publishing = ".valise/publish"
  /// Where shards are built unless another place is named.
  public static let shards = ".valise/shards"
  /// What the site was like when the last build was done with it.
  static let snapshot = ".valise/last-build.json"

  /// The locks of files that are edited.
  static let locks = ".valise/locks"
  /// What `valise undo` can take back.
  static let undo = ".valise/undo"

  /// The addresses of all trips, in the order of their files.
  ///
  /// - Returns: Such as `lisbon`.
  /// - Throws: `FileError` where `Content/` cannot be read.
  public func tripAddresses() throws -> [String] { try SourceScan(of: self).trips.map(\.name) }

  /// The store of this build.
  var storePath: String { path(Path.join(derived, "store.sqlite")) }
  /// What the store's file was like when it was last left.
  var sealPath: String { path(Path.join(derived, "store.seal")) }
  /// The file whose lock a build holds.
  var lockPath: String { path(Path.join(derived, "lock")) }

  /// A path of the site as the current folder sees it.
  public func path(_ relative: String) -> String { Path.join(root, relative) }
}
