import Glibc

/// What the file system knows about a file without opening it.
public struct FileStatus: Sendable, Hashable {
  /// What stands at a path.
  public enum Kind: Sendable { case file, folder, link, other }

  /// What it is; `link` only where links were not to be followed.
  public var kind: Kind
  /// Its size in bytes.
  public var size: Int
  /// When its bytes last changed, in nanoseconds since 1970.
  public var modified: Int
  /// When its bytes, name or owner last changed, in nanoseconds since 1970: catches an editor or a
  /// copy that sets `modified` back.
  public var changed: Int
  /// Its number in the file system.
  public var inode: Int
  /// The permission bits.
  public var mode: UInt32
  /// Who owns it.
  public var owner: UInt32
  /// The group it belongs to.
  public var group: UInt32

  /// Looks at a path, following symbolic links.
  ///
  /// - Parameter path: A file or folder.
  /// - Throws: ``FileError``, missing files included.
  public init(of path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError.last("read", path) }
    self.init(status)
  }

  /// Looks at a path itself, be it a symbolic link.
  ///
  /// - Parameter path: A file, folder or link.
  /// - Throws: ``FileError``, missing files included.
  public init(ofItself path: String) throws(FileError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw FileError.last("read", path) }
    self.init(status)
  }

  /// Looks at many names in a folder, without following links: at a part of the cost of as many paths.
  ///
  /// - Parameters:
  ///   - names: Names in the folder.
  ///   - folder: Its path.
  /// - Returns: The status of each name, in their order; nil for one that cannot be looked at.
  /// - Throws: ``FileError`` where the folder cannot be opened.
  public static func each(
    of names: ArraySlice<String>, in folder: String
  ) throws(FileError) -> [FileStatus?] {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError.last("list", folder) }
    defer { close(descriptor) }
    return names.map { name in
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      return FileStatus(status)
    }
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    inode = Int(bitPattern: UInt(status.st_ino))
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
  }

  /// The status of a path, or nil where nothing is there.
  ///
  /// - Parameter path: A file or folder.
  /// - Returns: Nil for a missing file.
  /// - Throws: ``FileError`` for anything but a missing file.
  public static func ifPresent(_ path: String) throws(FileError) -> FileStatus? {
    do {
      return try FileStatus(of: path)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
