import Files
import PackingLists

/// A file while it is edited.
struct EditedFile {
  /// The file, relative to the site's root.
  let path: String
  /// The file itself, links followed.
  let realPath: String
  /// The file whose lock an edit holds.
  let lockPath: String
  /// Its bytes as they were read.
  private(set) var before: [UInt8] = []
  /// Its bytes as they are to be; nil where it is to go.
  var after: [UInt8]?

  private var status: FileStatus?

  init(_ path: String, of site: Site) throws(FileError) {
    self.path = path
    realPath = try Path.resolved(site.path(path))
    let name = StableHash(of: Array(realPath.utf8)).text
    lockPath = site.path(Path.join(Site.locks, name))
  }

  var isChanged: Bool { before != after }

  var change: FileChange { FileChange(path: path, before: before, after: after) }

  /// Reads the file, and notes what the file system knows of it then.
  mutating func read() throws(FileError) -> [UInt8] {
    // Its state is taken first: a change while it is read shows before it is written.
    status = try FileStatus(of: realPath)
    before = try readFile(realPath)
    after = before
    return before
  }

  /// Whether the file is what was read.
  func isAsRead() throws(FileError) -> Bool {
    guard try FileStatus(of: realPath) == status else { return false }
    return try readFile(realPath) == before
  }

  /// Whether the file is what was to be written.
  func isWritten() throws(FileError) -> Bool { try readFile(realPath) == after }

  /// Puts the new bytes in place, or takes the file away, durably.
  func write() throws(FileError) {
    guard let after else { return try removeFile(realPath, durability: .durable) }
    do {
      // Under the lock's name, a file that a killed edit left is written over by the next.
      try replaceFile(
        with: after, at: realPath, temporary: lockPath + ".new", durability: .durable)
    } catch {
      guard error.isAcrossFileSystems else { throw error }
      try replaceFile(with: after, at: realPath, durability: .durable)
    }
  }
}
