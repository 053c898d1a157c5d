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

/// The names in a folder, sorted by their bytes, without `.` and `..`.
///
/// - Parameter path: A folder.
/// - Returns: Names without the folder.
/// - Throws: ``FileError`` where it is missing, no folder, or may not be read.
public func namesInFolder(_ path: String) throws(FileError) -> [String] {
  guard let folder = opendir(path) else { throw FileError.last("list", path) }
  defer { closedir(folder) }
  var names: [String] = []
  errno = 0
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
    errno = 0
  }
  guard errno == 0 else { throw FileError.last("list", path) }
  return names.sorted()
}
