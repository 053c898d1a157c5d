import Diagnostics
import Files

/// A folder that rsync reaches: here, over ssh, or at an rsync server.
struct RsyncTarget: FileTarget {
  private let program: ExternalProgram
  /// The folder, with a slash at its end.
  private let place: String
  /// Whether it is a folder of this machine.
  private let isLocal: Bool
  private let scratch: String

  init(
    _ place: String, root: String, scratch: String, searchPath: String
  ) throws {
    program = try ExternalProgram(
      "rsync", package: "rsync", searchPath: searchPath, folder: root.isEmpty ? "." : root,
      scratch: scratch)
    // A colon before any slash ends the name of a host.
    isLocal = !place.prefix { $0 != "/" }.contains(":")
    var whole = place
    if isLocal {
      let folder = try Path.resolved(root.isEmpty ? "." : root)
      whole = Path.join(folder, place)
    }
    self.place = whole.hasSuffix("/") ? whole : whole + "/"
    self.scratch = scratch
  }

  func list() throws -> PublishedList? {
    let copy = Path.join(scratch, "list")
    try removeFile(copy)
    do {
      try program.run(["--", place + PublishedList.name, copy])
    } catch let failure as ExternalProgram.Failure {
      // 23: something could not be had. That there is no list is the one thing that is fine.
      guard failure.status == 23, failure.errors.contains("No such file or directory") else {
        throw Diagnostic.publishUnreachable(failure, place)
      }
      return nil
    }
    return PublishedList(try readFile(copy))
  }

  func write(_ list: PublishedList, isFirst: Bool) throws {
    let folder = Path.join(scratch, "to-send")
    try makeFolder(folder)
    try replaceFile(
      with: list.bytes, at: Path.join(folder, PublishedList.name), durability: .generated)
    if isFirst && isLocal { try makeFolder(place) }
    // Servers of old do not know how to make a path, so it is asked of them only when it must be.
    try program.run(
      ["--checksum"] + (isFirst && !isLocal ? ["--mkpath"] : []) + [
        "--", Path.join(folder, PublishedList.name), place,
      ])
  }

  func send(_ paths: [String], from folder: String, onSent: (Int) -> Void) throws {
    let wanted = Set(paths)
    var count = 0
    // Whoever serves the files has to be able to read them, whatever they are here.
    try program.run(
      [
        "--files-from=-", "--from0", "--checksum", "--times", "--perms", "--chmod=D755,F644",
        "--out-format=%n", "--", folder + "/", place,
      ], input: Self.listed(paths)
    ) { line in
      guard wanted.contains(String(line)) else { return }
      count += 1
      onSent(count)
    }
  }

  func remove(_ paths: [String], keeping files: [SiteFile]) throws {
    // rsync removes what it is told to send and does not find. The folders have to be there, or it
    // does not get to the files.
    let empty = Path.join(scratch, "nothing")
    let folders = Set(paths.flatMap(Self.folders))
    for folder in folders { try makeFolder(Path.join(empty, folder)) }
    try makeFolder(empty)
    defer { Self.removeEmptyFolders(folders, in: empty) }
    try program.run(
      [
        "--recursive", "--delete-missing-args", "--no-implied-dirs", "--files-from=-", "--from0",
        "--", empty + "/", place,
      ], input: Self.listed(paths))
    try removeFolders(folders, keeping: Set(files.flatMap { Self.folders($0.path) }), in: empty)
  }

  /// Removes folders that are empty now; one with files of others stays.
  private func removeFolders(
    _ folders: Set<String>, keeping kept: Set<String>, in empty: String
  ) throws {
    let left = folders.subtracting(kept)
    guard !left.isEmpty else { return }
    // Those that are here stay there, and are looked into.
    for folder in left.sorted(by: >) { removeFolderIfEmpty(Path.join(empty, folder)) }
    // What no rule names is left alone, so that no file goes this way.
    let rules = folders.map { "/\(Self.escaped($0))/" }
    try program.run(
      [
        "--recursive", "--delete", "--from0", "--include-from=-", "--exclude=*", "--",
        empty + "/", place,
      ], input: Self.listed(rules))
  }

  private static func listed(_ paths: [String]) -> [UInt8] {
    Array(paths.map { $0 + "\0" }.joined().utf8)
  }

  /// The folders that a file lies in, inside the site: `a/b` and `a` for `a/b/c.html`.
  private static func folders(_ path: String) -> [String] {
    var folders: [String] = []
    var folder = Path.folder(of: path)
    while folder != "." {
      folders.append(folder)
      folder = Path.folder(of: folder)
    }
    return folders
  }

  private static func removeEmptyFolders(_ folders: Set<String>, in root: String) {
    for folder in folders.sorted(by: >) { removeFolderIfEmpty(Path.join(root, folder)) }
  }

  /// A path as a pattern that matches it alone.
  private static func escaped(_ path: String) -> String {
    guard path.contains(where: { "*?[\\".contains($0) }) else { return path }
    return String(path.flatMap { "*?[\\".contains($0) ? ["\\", $0] : [$0] })
  }
}
