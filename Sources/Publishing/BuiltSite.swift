import Files
import PackingLists

/// A file of a site as it is to be published.
public struct SiteFile: Sendable, Hashable {
  /// Its path in the site: `trips/lisbon.html`.
  public var path: String
  /// The hash of its bytes.
  public var hash: String
}

/// When a file goes: what pages need goes before them, and what leads to pages after them.
enum SendingRound: Int, CaseIterable, Comparable {
  /// Style sheets, scripts, pictures.
  case assets
  /// Pages.
  case pages
  /// Feeds and maps of the site, and the script that fetches pages for later.
  case guides

  /// The round of a file.
  init(of path: String) {
    let guides: Set = ["xml", "atom", "rss", "ics", "txt", "webmanifest"]
    if path.hasSuffix(".html") {
      self = .pages
    } else if path == "service-worker.js" || guides.contains(Path.fileExtension(of: path)) {
      self = .guides
    } else {
      self = .assets
    }
  }

  static func < (left: SendingRound, right: SendingRound) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A built site in its folder.
struct BuiltSite {
  /// The folder, absolute, symbolic links followed.
  let folder: String
  /// What is published, in the order of the paths.
  let files: [SiteFile]

  /// Looks at a built site and reads all of its files.
  ///
  /// Hidden files, our own lists among them, and links are not published: a link may lead out of
  /// the folder.
  /// - Throws: `FileError`
  init(in folder: String) throws {
    self.folder = try Path.resolved(folder)
    var files: [SiteFile] = []
    try Self.walk("", in: self.folder, into: &files)
    self.files = files.sorted { $0.path < $1.path }
  }

  private static func walk(
    _ folder: String, in root: String, into files: inout [SiteFile]
  ) throws(FileError) {
    for name in try namesInFolder(folder.isEmpty ? root : Path.join(root, folder)) {
      let path = Path.join(folder, name)
      // What hosts look for under this name is meant for visitors.
      guard !name.hasPrefix(".") || path == ".well-known",
        !name.utf8.contains(where: { $0 < 0x20 })
      else { continue }
      switch try FileStatus(ofItself: Path.join(root, path)).kind {
      case .folder: try walk(path, in: root, into: &files)
      case .file:
        let bytes = try readFile(Path.join(root, path))
        files.append(SiteFile(path: path, hash: StableHash(of: bytes).text))
      case .link, .other: continue
      }
    }
  }

  /// Whether a file's name changes with its content, so that it can be kept for ever.
  static func isHashed(_ path: String) -> Bool {
    guard path.hasPrefix("assets/"), let dash = Path.stem(of: path).lastIndex(of: "-") else {
      return false
    }
    let version = Path.stem(of: path)[dash...].dropFirst()
    return version.utf8.count >= 8 && version.utf8.allSatisfy(StableHash.isDigit)
  }
}
