import Glibc

/// A lock that one process holds at a time, for as long as the object lives.
///
/// The kernel lets go of it when the process ends, however it ends.
public final class FileLock {
  /// The open file of the lock: a program that inherits it has the lock as well, for as long as it
  /// runs.
  public let descriptor: Int32
  private let path: String

  /// Takes the lock, waiting while another process has it.
  ///
  /// - Parameters:
  ///   - path: A file that stands for the lock; made if it is missing, and left there.
  ///   - onWait: Called once, before waiting, where another process has it.
  /// - Throws: ``FileError`` where the file cannot be made, and `EINTR` where a signal ended the
  ///   waiting.
  public init(at path: String, onWait: () -> Void = {}) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError.last("lock", path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
    guard errno == EWOULDBLOCK else {
      let failure = FileError.last("lock", path)
      close(descriptor)
      throw failure
    }
    onWait()
    guard flock(descriptor, LOCK_EX) == 0 else {
      let failure = FileError.last("lock", path)
      close(descriptor)
      throw failure
    }
  }

  /// Replaces what is in the lock's file; whoever inherits it reads that from the beginning.
  ///
  /// - Throws: ``FileError`` where there is no room for it.
  public func replaceContent(with bytes: [UInt8]) throws(FileError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw FileError.last("write", path)
    }
    try writeAll(bytes, to: descriptor, path: path)
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError.last("write", path) }
  }

  deinit {
    close(descriptor)
  }
}
