import Diagnostics
import Files

/// A path of a remote that rclone knows: S3 and its like, SFTP, WebDAV and many more.
struct RcloneTarget: FileTarget {
  private let program: ExternalProgram
  private let place: String
  private let scratch: String

  /// How long a browser may keep a file whose name changes with its content: a year.
  private static let longCache = "public, max-age=31536000, immutable"
  /// How long it may keep anything else, in a way that a mistake is mended soon.
  private static let shortCache = "public, max-age=60, must-revalidate"

  init(
    _ place: String, root: String, scratch: String, searchPath: String
  ) throws(Diagnostic) {
    program = try ExternalProgram(
      "rclone", package: "rclone", searchPath: searchPath, folder: root.isEmpty ? "." : root,
      scratch: scratch)
    self.place = place
    self.scratch = scratch
  }

  /// The list's own place.
  private var listPlace: String {
    place.hasSuffix(":") || place.hasSuffix("/")
      ? place + PublishedList.name : place + "/" + PublishedList.name
  }

  func list() throws -> PublishedList? {
    do {
      return PublishedList(try program.run(["cat", "--", listPlace]))
    } catch let failure as ExternalProgram.Failure {
      // 3: no such folder, 4: no such file.
      guard [3, 4].contains(failure.status) else {
        throw Diagnostic.publishUnreachable(failure, place)
      }
      return nil
    }
  }

  func write(_ list: PublishedList, isFirst: Bool) throws {
    let file = Path.join(scratch, "list")
    try replaceFile(with: list.bytes, at: file, durability: .generated)
    try program.run(["copyto", "--ignore-times", "--", file, listPlace])
  }

  func send(_ paths: [String], from folder: String, onSent: (Int) -> Void) throws {
    var count = 0
    for isHashed in [true, false] {
      let part = paths.filter { BuiltSite.isHashed($0) == isHashed }
      guard !part.isEmpty else { continue }
      let cache = isHashed ? Self.longCache : Self.shortCache
      let names = Path.join(scratch, "names")
      try replaceFile(with: Self.listed(part), at: names, durability: .generated)
      // What is sent was found to differ: the times of the two sides tell nothing more.
      try program.run([
        "copy", "--files-from-raw", names, "--no-traverse", "--ignore-times", "--header-upload",
        "Cache-Control: \(cache)", "--", folder, place,
      ])
      count += part.count
      onSent(count)
    }
  }

  func remove(_ paths: [String], keeping files: [SiteFile]) throws {
    let names = Path.join(scratch, "names")
    try replaceFile(with: Self.listed(paths), at: names, durability: .generated)
    try program.run(["delete", "--files-from-raw", names, "--", place])
  }

  private static func listed(_ paths: [String]) -> [UInt8] {
    Array(paths.map { $0 + "\n" }.joined().utf8)
  }
}
