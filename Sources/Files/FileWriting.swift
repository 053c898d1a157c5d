import CLinux
import Glibc

/// Makes a folder and the folders it lies in; one that is there already is left as it is.
///
/// - Parameter path: The folder.
/// - Throws: ``FileError``; `ENOTDIR` where a file stands in the way.
public func makeFolder(_ path: String) throws(FileError) {
  if mkdir(path, 0o777) == 0 { return }
  switch errno {
  case EEXIST:
    guard try FileStatus(of: path).kind == .folder else {
      throw FileError("make folder", path, code: ENOTDIR)
    }
  case ENOENT where Path.folder(of: path) != path:
    try makeFolder(Path.folder(of: path))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw FileError.last("make folder", path)
    }
  default: throw FileError.last("make folder", path)
  }
}

/// Makes an empty folder with a name of its own, for this user alone.
///
/// - Parameter stem: What its name begins with.
/// - Returns: Its path, in `TMPDIR` or `/tmp`.
/// - Throws: ``FileError``
public func makeTemporaryFolder(named stem: String) throws(FileError) -> String {
  let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  var template = Array(Path.join(parent ?? "/tmp", "\(stem)-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil else { throw FileError.last("make folder", parent ?? "/tmp") }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Makes sure that files may be put into a folder.
///
/// - Parameter path: The folder.
/// - Throws: ``FileError`` where it is not there, is no folder, or may not be written in.
public func checkWritableFolder(_ path: String) throws(FileError) {
  guard access(path, W_OK | X_OK) == 0 else { throw FileError.last("write", path) }
  guard try FileStatus(of: path).kind == .folder else {
    throw FileError("write", path, code: ENOTDIR)
  }
}

/// How much a written file has to survive.
public enum Durability: Sendable {
  /// The next `syncFileSystem` makes it durable: for files that can be made again.
  case generated
  /// It is on the disk when the call returns: for what a person wrote.
  case durable
}

/// Puts a whole file in place: written under another name, then renamed, so that a reader meets the
/// old file or the new one and never a part of it.
///
/// - Parameters:
///   - bytes: The content.
///   - path: Where it belongs. What is there is replaced and its permissions are kept; a durable
///     file keeps its owner and group too, as far as this user may give files away.
///   - temporary: Where it is written first, on the same file system; beside it by default.
///   - durability: Whether the bytes must be on the disk when the call returns.
/// - Throws: ``FileError``; then the old file is as it was, and nothing is left beside it.
public func replaceFile(
  with bytes: [UInt8], at path: String, temporary: String? = nil, durability: Durability
) throws(FileError) {
  try replaceFile(
    with: bytes, at: path, there: try FileStatus.ifPresent(path), temporary: temporary,
    durability: durability)
}

/// The same, where somebody has looked already what is there.
///
/// - Parameters:
///   - bytes: The content.
///   - path: Where it belongs.
///   - replaced: The status of what is there; nil for nothing.
///   - temporary: Where it is written first, on the same file system; beside it by default.
///   - durability: Whether the bytes must be on the disk when the call returns.
/// - Throws: ``FileError``; then the old file is as it was, and nothing is left beside it.
public func replaceFile(
  with bytes: [UInt8], at path: String, there replaced: FileStatus?, temporary: String? = nil,
  durability: Durability
) throws(FileError) {
  let mode = replaced?.mode ?? 0o666
  let beside = temporary ?? "\(path).\(getpid()).valise-new"
  // O_CREAT takes the user's umask into account; a file that was there keeps its own mode.
  let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
  guard descriptor >= 0 else { throw FileError.last("write", path) }
  do throws(FileError) {
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, path: path)
    if durability == .durable, let replaced { keepOwner(of: replaced, on: descriptor) }
    if mode != 0o666, fchmod(descriptor, mode) != 0 { throw FileError.last("write", path) }
    if durability == .durable, fsync(descriptor) != 0 { throw FileError.last("write", path) }
  } catch {
    unlink(beside)
    throw error
  }
  guard rename(beside, path) == 0 else {
    let failure = FileError.last("write", path)
    unlink(beside)
    throw failure
  }
  if durability == .durable { try syncFolder(Path.folder(of: path)) }
}

/// Puts a whole file in place, as ``replaceFile(with:at:temporary:durability:)`` does, unless it is there
/// with the same bytes.
///
/// - Parameters:
///   - bytes: The content.
///   - path: Where it belongs.
///   - temporary: Where it is written first, on the same file system; beside it by default.
///   - durability: Whether the bytes must be on the disk when the call returns.
/// - Returns: Whether anything was written.
/// - Throws: ``FileError``; then what was there is as it was.
@discardableResult
public func updateFile(
  with bytes: [UInt8], at path: String, temporary: String? = nil, durability: Durability
) throws(FileError) -> Bool {
  let there = try FileStatus.ifPresent(path)
  if let there, there.size == bytes.count, there.kind == .file, try hasContent(path, bytes) {
    return false
  }
  try replaceFile(
    with: bytes, at: path, there: there, temporary: temporary, durability: durability)
  return true
}

/// Gives a new file to the owner and the group of the one it replaces.
///
/// Only root may give files away; a member of a group may share with it. Where neither goes, the
/// file belongs to whoever writes it, as with any editor that saves beside and renames.
private func keepOwner(of status: FileStatus, on descriptor: Int32) {
  guard status.owner != geteuid() || status.group != getegid() else { return }
  if fchown(descriptor, status.owner, status.group) != 0 {
    _ = fchown(descriptor, uid_t.max, status.group)
  }
}

/// Makes sure that a file may be written, without changing it.
///
/// A file that is replaced by renaming asks its folder for permission and not itself, so a file
/// that somebody made read-only has to be asked before.
/// - Parameter path: The file.
/// - Throws: ``FileError`` where it may not be written.
public func checkWritable(_ path: String) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw FileError.last("write", path) }
  close(descriptor)
}

/// Puts a new file in place whole, and refuses to touch one that is there.
///
/// - Parameters:
///   - bytes: The content.
///   - path: Where it belongs.
/// - Throws: ``FileError``; `EEXIST` where something is there already.
public func createFile(with bytes: [UInt8], at path: String) throws(FileError) {
  let beside = "\(path).\(getpid()).valise-new"
  defer { unlink(beside) }
  try write(bytes, to: beside, flags: O_TRUNC, path: path)
  // A second name for the file is refused where there is one already; renaming would replace it.
  if link(beside, path) != 0 {
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw FileError.last("write", path) }
    // A file system without hard links: the file is written where it belongs.
    do throws(FileError) {
      try write(bytes, to: path, flags: O_EXCL, path: path)
    } catch {
      if !error.isThereAlready { unlink(path) }
      throw error
    }
  }
  try syncFolder(Path.folder(of: path))
}

private func write(
  _ bytes: [UInt8], to file: String, flags: Int32, path: String
) throws(FileError) {
  let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0o666)
  guard descriptor >= 0 else { throw FileError.last("write", path) }
  defer { close(descriptor) }
  try writeAll(bytes, to: descriptor, path: path)
  guard fsync(descriptor) == 0 else { throw FileError.last("write", path) }
}

/// Writes to what a person names: a file is replaced whole, through links, and a pipe or a device is
/// written to.
///
/// - Parameters:
///   - bytes: The content.
///   - path: What they named; a file that is not there is made.
/// - Throws: ``FileError``; then a file is as it was.
public func writeOut(_ bytes: [UInt8], to path: String) throws(FileError) {
  guard let status = try FileStatus.ifPresent(path) else {
    return try replaceFile(with: bytes, at: path, durability: .durable)
  }
  guard status.kind != .file else {
    return try replaceFile(with: bytes, at: Path.resolved(path), durability: .durable)
  }
  let descriptor = open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileError.last("write", path) }
  defer { close(descriptor) }
  try writeAll(bytes, to: descriptor, path: path)
}

/// Removes a file; one that is gone already is fine.
///
/// - Parameters:
///   - path: The file.
///   - durability: Whether it must be gone from the disk when the call returns.
/// - Throws: ``FileError`` where it is there and cannot be removed.
public func removeFile(_ path: String, durability: Durability = .generated) throws(FileError) {
  guard unlink(path) == 0 || errno == ENOENT else { throw FileError.last("remove", path) }
  if durability == .durable { try syncFolder(Path.folder(of: path)) }
}

/// Removes a folder if nothing is in it.
///
/// - Parameter path: The folder.
/// - Returns: Whether it is gone.
@discardableResult
public func removeFolderIfEmpty(_ path: String) -> Bool { rmdir(path) == 0 }

/// Makes everything durable that was written to the file system that a folder lies on.
///
/// - Parameter path: A folder on it.
/// - Throws: ``FileError``, also for writes that failed in the background since the last call.
public func syncFileSystem(of path: String) throws(FileError) {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
  guard descriptor >= 0 else { throw FileError.last("sync", path) }
  defer { close(descriptor) }
  guard clinux_syncfs(descriptor) == 0 else { throw FileError.last("sync", path) }
}

func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, path: String
) throws(FileError) {
  var failure: FileError?
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count, let base = buffer.baseAddress {
      let count = write(descriptor, base + written, buffer.count - written)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        failure = FileError.last("write", path)
        return
      }
      written += count
    }
  }
  if let failure { throw failure }
}

private func syncFolder(_ path: String) throws(FileError) {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
  guard descriptor >= 0 else { throw FileError.last("sync", path) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw FileError.last("sync", path) }
}
