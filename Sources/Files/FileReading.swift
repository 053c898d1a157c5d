import Glibc

/// Reads a whole file.
///
/// - Parameters:
///   - path: A file; a symbolic link is followed.
///   - limit: The most bytes to take. A longer file fails with `EFBIG`: something that never ends,
///     such as `/dev/zero`, must not fill the memory.
/// - Returns: Its bytes.
/// - Throws: ``FileError``; `EISDIR` for a folder.
public func readFile(_ path: String, limit: Int = 256 << 20) throws(FileError) -> [UInt8] {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw FileError.last("read", path) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw FileError.last("read", path) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw FileError(
      "read", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : FileError.notAFile)
  }
  guard status.st_size <= limit else { throw FileError("read", path, code: EFBIG) }
  var failure: FileError?
  // One byte more than the size: the read that would fill it tells whether the file grew.
  let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size) + 1) { buffer, count in
    while count < buffer.count, let base = buffer.baseAddress {
      let got = read(descriptor, base + count, buffer.count - count)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { failure = FileError.last("read", path) }
      if got <= 0 { return }
      count += got
    }
  }
  if let failure { throw failure }
  // It grew while it was read: whatever is there now will be read again by its new time.
  return bytes
}

/// Whether a file has just these bytes; it is read as far as it has.
///
/// - Parameters:
///   - path: A file; a symbolic link is followed.
///   - bytes: What it may hold.
/// - Returns: False also where it ends earlier or goes on.
/// - Throws: ``FileError``
func hasContent(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Bool {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw FileError.last("read", path) }
  defer { close(descriptor) }
  var failure: FileError?
  let isSame = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 << 10) { buffer in
    bytes.withUnsafeBytes { expected in
      var count = 0
      while true {
        let got = read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = FileError.last("read", path) }
        guard got > 0 else { return count == expected.count }
        guard got <= expected.count - count, let read = buffer.baseAddress,
          let whole = expected.baseAddress, memcmp(read, whole + count, got) == 0
        else { return false }
        count += got
      }
    }
  }
  if let failure { throw failure }
  return isSame
}

/// The names in a folder, sorted by their bytes, without `.` and `..`.
///
/// - Parameter path: A folder.
/// - Returns: Names without the folder.
/// - Throws: ``FileError`` where it is missing, no folder, or may not be read.
public func namesInFolder(_ path: String) throws(FileError) -> [String] {
  var names: [String] = []
  try eachEntry(of: path) { name, _ throws(FileError) in
    names.append(name)
    return true
  }
  return names.sorted()
}

/// Whether something is in a folder, however much there is.
///
/// - Parameters:
///   - path: A folder.
///   - ignored: A name that does not count.
/// - Returns: Whether there is any other.
/// - Throws: ``FileError`` where it is missing, no folder, or may not be read.
public func hasEntries(_ path: String, besides ignored: String) throws(FileError) -> Bool {
  var isFound = false
  try eachEntry(of: path) { name, _ throws(FileError) in
    isFound = name != ignored
    return !isFound
  }
  return isFound
}

/// The names of the files in a folder, not of its folders: one look at a folder costs a small part
/// of one at each file.
///
/// - Parameter path: A folder.
/// - Returns: Names without the folder, links to files among them; none where there is no such
///   folder.
/// - Throws: ``FileError`` where it is no folder, or may not be read.
public func fileNamesInFolder(_ path: String) throws(FileError) -> Set<String> {
  var names: Set<String> = []
  do throws(FileError) {
    try eachEntry(of: path) { name, type throws(FileError) in
      // Not every file system says what an entry is, and a link may lead to anything.
      let isFile =
        switch Int(type) {
        case Int(DT_REG): true
        case Int(DT_DIR): false
        default: try FileStatus.ifPresent(Path.join(path, name))?.kind == .file
        }
      if isFile { names.insert(name) }
      return true
    }
  } catch {
    guard error.isMissing else { throw error }
  }
  return names
}

/// Calls a function with each name in a folder and the type that stands beside it, in any order, as long
/// as it asks for more.
private func eachEntry(
  of path: String, _ body: (String, UInt8) throws(FileError) -> Bool
) throws(FileError) {
  guard let folder = opendir(path) else { throw FileError.last("list", path) }
  defer { closedir(folder) }
  errno = 0
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != "..", try !body(name, entry.pointee.d_type) { return }
    errno = 0
  }
  guard errno == 0 else { throw FileError.last("list", path) }
}
