import Files
import ModelStore
import PackingLists

/// Tells whether anybody but Valise wrote to the store since it was last closed in order.
///
/// SQLite keeps no checksums: a byte that changed in the middle of a name is the name to it, and
/// would be on a page. So the size, the times and the number of the store's file are noted when a
/// command is done with it. A file that differs from them is not trusted; a new store is made from
/// the lists, which costs one slower build.
///
/// While a command works there is no seal. A store without one is of a command that was killed:
/// SQLite mends it by itself.
struct StoreSeal {
  private let path: String
  private let store: String

  init(of site: Site) {
    path = site.sealPath
    store = site.storePath
  }

  /// Whether the store was closed in order and is as it was left; the seal stays.
  ///
  /// - Throws: ``FileError`` where one of the files cannot be read.
  func isWhole() throws(FileError) -> Bool {
    guard try FileStatus.ifPresent(path) != nil else { return false }
    return try sealed() == text()
  }

  /// Whether the store is as it was left; the seal is broken.
  ///
  /// - Returns: Also true where there is no seal.
  /// - Throws: ``FileError`` where one of the files cannot be read or removed.
  func wasKept() throws(FileError) -> Bool {
    guard try FileStatus.ifPresent(path) != nil else { return true }
    let sealed = try sealed()
    try removeFile(path)
    return try sealed == text()
  }

  private func sealed() throws(FileError) -> String {
    String(decoding: try readFile(path, limit: 4096), as: UTF8.self)
  }

  /// Seals the store: from now on it is not trusted if anything about its file changes.
  ///
  /// - Parameter container: The open store, into which nothing more is written.
  /// - Throws: `StoreError`, `FileError`
  func close(_ container: ModelContainer) throws {
    // What stays in the log would be moved into the file later.
    guard try container.checkpoint() else { return }
    try replaceFile(with: Array(try text().utf8), at: path, durability: .generated)
  }

  private func text() throws(FileError) -> String {
    "\(try FileStatus.ifPresent(store)?.stamp ?? "none")\n"
  }
}
