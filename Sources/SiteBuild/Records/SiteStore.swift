import Diagnostics
import Files
import Foundation
import ModelStore
import PackingLists
import SQLite

/// The store of a site: its trips, and what the last build knew.
///
/// It is a derived index. Where it is damaged or of another shape it is made again from the
/// Markdown files, which costs a slower build and nothing else.
enum SiteStore {
  /// Everything that is kept, in one place.
  static let models: [any PersistentModel.Type] = [
    Trip.self, PackingItem.self, Stop.self, Activity.self, SourceFile.self, WrittenPage.self,
    PageRun.self, StoredPicture.self, Goal.self, TripGoal.self, ActivityGoal.self, Book.self,
    EntryFile.self,
  ]

  /// Opens the store of a site, making it where there is none.
  ///
  /// - Parameter site: The site; its lock is held.
  /// - Returns: The store, in the models' present shape.
  /// - Throws: `StoreError`
  static func open(_ site: Site) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models),
      configurations: [ModelConfiguration(url: URL(fileURLWithPath: site.storePath))])
  }

  /// A context for a build's work, which nobody observes.
  static func context(of container: ModelContainer) -> ModelContext {
    let context = ModelContext(container)
    context.observationEnabled = false
    return context
  }

  /// Whether a store has no trip yet.
  ///
  /// - Throws: `StoreError`
  static func hasNoTrips(_ container: ModelContainer) throws -> Bool {
    var any = FetchDescriptor<Trip>()
    any.fetchLimit = 1
    return try context(of: container).fetchCount(any) == 0
  }

  /// Removes the store of a site.
  ///
  /// - Parameter site: The site; its lock is held, and nobody has the store open.
  /// - Throws: `FileError`
  static func remove(_ site: Site) throws(FileError) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try removeFile(site.storePath + suffix)
    }
  }

  /// Whether a failure means that the store itself is unfit, and a new one would do.
  static func isUnfit(_ error: any Error) -> Bool {
    (error as? StoreError)?.isOfTheFile ?? false
  }
}

extension Diagnostic {
  /// The store cannot be read or written.
  public static func storeFailed(_ error: any Error) -> Diagnostic {
    // The place names the file already.
    let reason = if case StoreError.cannotOpen(_, let reason) = error { reason } else { "\(error)" }
    let isHeld = (error as? SQLiteError)?.isBusy ?? false
    return Diagnostic(
      .error, .storeFailed, "the store cannot be used: \(reason)",
      at: FilePosition(path: Site.store),
      hint: isHeld
        ? "another program has it open: end that, and try again"
        : """
        make sure that the disk is not full and \(Site.derived)/ is writable; deleting that folder \
        loses nothing
        """)
  }

  /// Something else wrote to the store, and a new one was made.
  static var storeTouched: Diagnostic {
    Diagnostic(
      .note, .storeFailed,
      "the store was changed by something other than valise and was made again from the lists",
      at: FilePosition(path: Site.store))
  }

  /// The store was damaged, and a new one was made.
  static func storeReplaced(_ error: any Error) -> Diagnostic {
    Diagnostic(
      .note, .storeFailed, "the store could not be used and was made again: \(error)",
      at: FilePosition(path: Site.store))
  }
}
