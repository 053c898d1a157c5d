import Diagnostics
import Files
import ModelStore
import PackingLists

/// The store of a site: its trips, and what the last build knew.
///
/// It is a derived index. Where it is damaged or of another shape it is made again from the
/// Markdown files, which costs a slower build and nothing else.
enum SiteStore {
  /// Everything that is kept, in one place.
  static let models: [any PersistentModel.Type] = [
    Trip.self, PackingItem.self, Stop.self, Activity.self, SourceFile.self, WrittenPage.self,
    StoredPhoto.self,
  ]

  /// Opens the store of a site, making it where there is none.
  ///
  /// - Parameters:
  ///   - site: The site; its lock is held.
  ///   - diagnostics: A note is added where a damaged store was replaced.
  /// - Throws: `Diagnostic` where the machine does not let us write it.
  static func open(
    _ site: Site, notes diagnostics: inout [Diagnostic]
  ) throws(Diagnostic) -> ModelContainer {
    do {
      return try container(at: site.path(Site.store))
    } catch {
      guard isReplaceable(error) else { throw .storeFailed(error) }
      diagnostics.append(
        Diagnostic(
          .note, .storeFailed, "the store could not be used and is made again: \(error)",
          at: FilePosition(path: Site.store)))
    }
    do {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try removeFile(site.path(Site.store) + suffix)
      }
      return try container(at: site.path(Site.store))
    } catch {
      throw .storeFailed(error)
    }
  }

  private static func container(at path: String) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: [ModelConfiguration(path: path)])
  }
}

extension Diagnostic {
  /// The store cannot be read or written.
  static func storeFailed(_ error: any Error) -> Diagnostic {
    Diagnostic(
      .error, .storeFailed, "the store cannot be used: \(error)",
      at: FilePosition(path: Site.store),
      hint: "make sure that the disk is not full and \(Site.derived)/ is writable; deleting that folder loses nothing"
    )
  }
}
