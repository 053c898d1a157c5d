import Files

/// The list of a publisher's files that lies at the target, beside them.
///
/// It tells what has to be sent without looking at each file there, and what may be removed: files
/// that are not in it are somebody else's.
struct PublishedList: Sendable, Equatable {
  /// Its name at the target.
  static let name = ".valise-published"
  private static let head = "valise-published 1"
  /// Stands for the hash of a file that may or may not be there, since sending it was not finished.
  private static let unknown = "-"

  /// The hashes of the files by their paths; nil where a file may or may not be there.
  var files: [String: String?] = [:]

  /// An empty list: nothing was published there.
  init() {}

  /// The list of some files.
  init(of files: [SiteFile]) {
    self.files = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.hash) })
  }

  /// Reads a list; nil where the bytes are no such list.
  ///
  /// Paths that would leave the target are passed over: who can write there must not have us remove
  /// what lies beside it.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.head[...] else { return nil }
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: " ") else { continue }
      let path = String(line[line.index(after: space)...])
      guard !path.isEmpty, Path.normalizedInside(path) == path, path != Self.name else { continue }
      let hash = String(line[..<space])
      files[path] = .some(hash == Self.unknown ? nil : hash)
    }
  }

  /// The list's bytes, a file a line, in the order of the paths.
  var bytes: [UInt8] {
    let lines = files.sorted { $0.key < $1.key }.map { "\($0.value ?? Self.unknown) \($0.key)\n" }
    return Array((Self.head + "\n" + lines.joined()).utf8)
  }
}

/// What has to be done at a target.
public struct PublishPlan: Sendable, Equatable {
  /// Files that are not there yet, in the order of their paths.
  public var added: [String] = []
  /// Files that differ from what is there.
  public var changed: [String] = []
  /// Files that were published and are not in the site any more.
  public var removed: [String] = []

  /// Whether there is nothing to do.
  public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

  init() {}

  /// - Parameters:
  ///   - files: The site.
  ///   - list: What is at the target.
  ///   - isForced: Whether all files are sent, whatever the list says.
  init(_ files: [SiteFile], over list: PublishedList, isForced: Bool) {
    for file in files {
      switch list.files[file.path] {
      case nil: added.append(file.path)
      case .some(let hash): if hash != file.hash || isForced { changed.append(file.path) }
      }
    }
    let wanted = Set(files.map(\.path))
    removed = list.files.keys.filter { !wanted.contains($0) }.sorted()
  }

  /// What is sent in a round, in the order of the paths.
  func sent(in round: SendingRound) -> [String] {
    (added + changed).filter { SendingRound(of: $0) == round }.sorted()
  }
}
