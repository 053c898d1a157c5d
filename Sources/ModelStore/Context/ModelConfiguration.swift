public import Foundation
import SQLite

/// Where a container keeps its models.
public struct ModelConfiguration: Sendable, Hashable {
  /// A name for it; the file's name where no address is given.
  public let name: String
  /// The database file; `/dev/null` for one in memory.
  public let url: URL
  /// Whether it is in memory, gone with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether `save()` may write.
  public let allowsSave: Bool
  /// Whether every save is noted, to be read by ``ModelContext/fetchHistory(after:author:)``.
  public let keepsHistory: Bool

  /// A store in memory, or in `NAME.store` in the user's data folder (`XDG_DATA_HOME`, else
  /// `~/.local/share`).
  public init(
    _ name: String? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    keepsHistory: Bool = false
  ) {
    self.name = name ?? "default"
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.keepsHistory = keepsHistory
    url =
      isStoredInMemoryOnly
      ? URL(fileURLWithPath: "/dev/null")
      : Self.dataFolder.appendingPathComponent("\(self.name).store")
  }

  /// A store in a file, which is made where there is none; its folder must exist.
  public init(
    _ name: String? = nil, url: URL, allowsSave: Bool = true, keepsHistory: Bool = false
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.allowsSave = allowsSave
    self.keepsHistory = keepsHistory
    isStoredInMemoryOnly = false
  }

  var location: Connection.Location {
    isStoredInMemoryOnly ? .memory : .file(url.path)
  }

  private static var dataFolder: URL {
    if let folder = ProcessInfo.processInfo.environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return URL(fileURLWithPath: folder)
    }
    return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
  }
}
