import Glibc

/// What the machine said when a file could not be had.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, as a verb such as `read` or `write`.
  public var operation: String
  /// The file or folder.
  public var path: String
  /// The error number of the system call (`errno`).
  public var code: Int32

  /// Makes an error.
  public init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// Makes an error of the last system call that failed on this thread.
  static func last(_ operation: String, _ path: String) -> FileError {
    FileError(operation, path, code: errno)
  }

  /// Whether there is no such file or folder.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// What is wrong, in the system's words: `No space left on device`.
  public var reason: String {
    code == Self.notAFile ? "it is a pipe or a device, not a file" : String(cString: strerror(code))
  }

  /// What was tried, on what, and why it failed.
  public var description: String { "cannot \(operation) \(path): \(reason)" }

  /// What a person can do about it; nil where the reason says enough.
  public var hint: String? {
    switch code {
    case ENOSPC, EDQUOT: "make room on that disk, then run the command again; nothing was lost"
    case EACCES, EPERM: "change the permissions of the file or its folder, or run as its owner"
    case EROFS: "the disk is read-only: choose another place with --output, or mount it writable"
    case EISDIR: "there is a folder of that name where a file should be: move it away"
    case ENOTDIR: "there is a file of that name where a folder should be: move it away"
    case Self.notAFile: "move it away, or put a file in its place"
    case ELOOP: "the symbolic links lead in a circle"
    case EMFILE, ENFILE: "too many files are open: raise the limit with \"ulimit -n\""
    case ENAMETOOLONG: "shorten the name"
    default: nil
    }
  }
}

extension FileError {
  /// The error number for a pipe, a device or the like where a file should be.
  public static let notAFile = ENODEV

  /// The error number for a path that should be a folder and is none.
  public static let notAFolder = ENOTDIR
}

extension FileError {
  /// Whether something stands where a new file should go.
  public var isThereAlready: Bool { code == EEXIST }
}

extension FileError {
  /// Whether a signal, such as that of Ctrl-C, ended the waiting.
  public var isInterruption: Bool { code == EINTR }
}

extension FileError {
  /// Whether two places that were to be exchanged lie on different file systems.
  public var isAcrossFileSystems: Bool { code == EXDEV }
}
