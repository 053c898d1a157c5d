import Glibc

/// Paths as text, with `/` between their parts.
public enum Path {
  /// One path inside another; an absolute second path stands alone.
  public static func join(_ folder: String, _ name: String) -> String {
    if isAbsolute(name) || folder.isEmpty || folder == "." { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The folder that a path lies in; `.` for a bare name.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The last part of a path without its extension.
  public static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }

  /// What follows the last dot of the name, in lower case; empty where there is none.
  public static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return ""
    }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// Whether a path begins at the root.
  ///
  /// It is told by the first byte, as the system tells it: to Swift, a slash with an accent behind
  /// it is another character.
  public static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The names in a path, as the system divides it: at each byte that is a slash.
  public static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  /// A relative path without `.`, `..` and doubled slashes, or nil where it would leave the folder
  /// it is relative to, or is absolute.
  public static func normalizedInside(_ path: String) -> String? {
    guard !isAbsolute(path) else { return nil }
    var parts: [Substring] = []
    for part in Self.parts(of: path) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// The path with every symbolic link followed.
  ///
  /// - Parameter path: A path that exists.
  /// - Returns: An absolute path.
  /// - Throws: ``FileError`` where it does not exist or cannot be looked at.
  public static func resolved(_ path: String) throws(FileError) -> String {
    guard let resolved = realpath(path, nil) else { throw FileError.last("read", path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether a resolved path is a resolved folder or lies in it.
  public static func isInside(_ path: String, folder: String) -> Bool {
    let slash = UInt8(ascii: "/")
    let bytes = folder.utf8.last == slash ? Array(folder.utf8) : Array(folder.utf8) + [slash]
    return path == folder || path.utf8.starts(with: bytes)
  }
}
