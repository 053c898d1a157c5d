public import ContentReading
public import Diagnostics
import Files
import Glibc
import PackingLists

/// The file of a trip or of a base list, as an edit names it.
public struct EditedTrip: Sendable, Hashable {
  /// The address of the trip; that of a base list begins with `lists/`.
  public let slug: String
  /// The file, relative to the site's root.
  public let path: String
  /// Whether it is a list for trips to include.
  public let isBaseList: Bool
}

/// What an edit did to one file.
public struct FileChange: Sendable {
  /// The file, relative to the site's root.
  public var path: String
  /// Its bytes before; nil where there was no such file.
  public var before: [UInt8]?
  /// Its bytes after; nil where it is gone.
  public var after: [UInt8]?

  /// Makes a change.
  public init(path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// Changes the files of trips, one edit at a time, so that nothing is lost.
///
/// An edit holds a lock for each file it may change. The new file is written elsewhere, made
/// durable and put in place by renaming, so that a reader meets the old file or the new one. A file
/// that an editor saved in the meantime is read again.
public struct SiteEditor {
  let site: Site
  let environment: BuildEnvironment
  let options: ReadingOptions
  let baseLists: BaseLists

  private let scan: SourceScan
  private let onWait: () -> Void

  /// How often a file is read again because somebody else changed it in the moment of writing.
  private static let maximumAttempts = 50

  /// Reads what a site's trips depend on: its settings and base lists.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - environment: What it takes from the world.
  ///   - onWait: Called once where another edit of the same file has to be waited for.
  /// - Throws: `Diagnostic` where there is no site or its settings have errors, `FileError` where
  ///   it cannot be read.
  public init(
    site: Site, environment: BuildEnvironment, onWait: @escaping () -> Void = {}
  ) throws {
    guard try FileStatus.ifPresent(site.path(Site.content))?.kind == .folder else {
      throw Diagnostic(
        .error, .contentMissing, "there is no folder \(Site.content)/ here, so this is no site",
        hint: "go to a site's folder, name it with -C DIR, or make one with \"valise init DIR\"")
    }
    self.site = site
    self.environment = environment
    self.onWait = onWait
    var diagnostics: [Diagnostic] = []
    let (configuration, _) = try LockedSite.readConfiguration(of: site, &diagnostics)
    if let error = diagnostics.first(where: { $0.severity == .error }) { throw error }
    options = ReadingOptions(configuration)
    scan = try SourceScan(of: site)
    baseLists = BaseLists(of: scan, site: site, options: options)
  }

  /// The trip that has an address; nil where none has.
  public func trip(at slug: String) -> EditedTrip? {
    scan.trips.first { $0.name == slug }.map {
      EditedTrip(slug: $0.name, path: $0.path, isBaseList: false)
    }
  }

  /// The base list of a name, such as `carry-on`; nil where there is none.
  public func baseList(named name: String) -> EditedTrip? {
    scan.lists[name].map {
      EditedTrip(slug: "lists/" + $0.name, path: $0.path, isBaseList: true)
    }
  }

  /// The names of all base lists, in the order of the alphabet.
  public var baseListNames: [String] { scan.lists.keys.sorted() }

  /// What a trip's file says, with the base lists that it includes.
  ///
  /// - Throws: `FileError` where it cannot be read, `Diagnostic` where it has an error.
  public func draft(of trip: EditedTrip) throws -> TripDraft {
    let bytes = try readFile(Path.resolved(site.path(trip.path)))
    return try TripEditor(trip, bytes: bytes, in: self).draft
  }

  /// All trips, in the order of their addresses.
  public var trips: [EditedTrip] {
    scan.trips.map { EditedTrip(slug: $0.name, path: $0.path, isBaseList: false) }
      .sorted { $0.slug < $1.slug }
  }

  /// How the site reads its lists.
  public var readingOptions: ReadingOptions { options }

  /// How a file is read.
  func options(for trip: EditedTrip) -> ReadingOptions {
    var options = options
    if trip.isBaseList { options.kind = .baseList }
    return options
  }

  /// The file of a base list, relative to the site's root; nil where there is none of that name.
  func path(ofList name: String) -> String? { scan.lists[name]?.path }

  // MARK: Editing

  /// Changes the files of some trips.
  ///
  /// - Parameters:
  ///   - trips: The trips. They are written in this order: where something moves, what it moves to
  ///     comes first.
  ///   - command: What is done, as `valise undo` names it.
  ///   - isDryRun: Whether nothing is written.
  ///   - change: The change; called again with what the files say then, where one was changed by
  ///     somebody else before it could be written.
  /// - Returns: The files that differ.
  /// - Throws: `Diagnostic` and `FileError`; then no file is changed, or, where several were to be,
  ///   none has lost anything.
  public func edit(
    _ trips: [EditedTrip], as command: String, isDryRun: Bool = false,
    _ change: (inout [TripEditor]) throws -> Void
  ) throws -> [FileChange] {
    var files: [EditedFile] = []
    for trip in trips { files.append(try EditedFile(trip.path, of: site)) }
    let locks = isDryRun ? [] : try self.locks(for: files)
    defer { withExtendedLifetime(locks) {} }
    for _ in 0..<Self.maximumAttempts {
      var editors: [TripEditor] = []
      for (trip, index) in zip(trips, files.indices) {
        let bytes = try files[index].read()
        editors.append(try TripEditor(trip, bytes: bytes, in: self))
      }
      try change(&editors)
      for index in files.indices { files[index].after = editors[index].list.bytes }
      let changed = files.filter(\.isChanged)
      if isDryRun || changed.isEmpty { return changed.map(\.change) }
      guard try write(changed, as: command) else { continue }
      return changed.map(\.change)
    }
    throw Diagnostic(
      .error, .editRefused, "another program keeps changing this file",
      at: FilePosition(path: trips[0].path), hint: "try again when it is done")
  }

  /// Writes files; false where one is not what was read any more, and then none is written.
  private func write(_ files: [EditedFile], as command: String) throws -> Bool {
    for file in files { try checkWritable(file.realPath) }
    let record = try UndoLog(site: site).add(files.map(\.change), as: command)
    do {
      for file in files where try !file.isAsRead() {
        try record.remove()
        return false
      }
      for file in files { try file.write() }
      return true
    } catch {
      // What could not be written needs no taking back.
      if try !files.contains(where: { try $0.isWritten() }) { try record.remove() }
      throw error
    }
  }

  /// The locks of files, taken in the order of their names so that no two edits wait for each
  /// other.
  func locks(for files: [EditedFile]) throws -> [FileLock] {
    try makeFolder(site.path(Site.locks))
    var locks: [FileLock] = []
    for path in Set(files.map(\.lockPath)).sorted() {
      do throws(FileError) {
        locks.append(try FileLock(at: path, onWait: onWait))
      } catch {
        if error.isInterruption { throw CancellationError() }
        throw error
      }
    }
    return locks
  }

  /// Waits until a file system's clock has moved on from some changes: a build trusts the times of
  /// a file only then.
  ///
  /// - Parameter changes: What was written.
  /// - Throws: `FileError` where a file is gone.
  public func waitUntilSettled(_ changes: [FileChange]) throws {
    for change in changes where change.after != nil {
      let status = try FileStatus(of: site.path(change.path))
      let wait = status.changed + FileStatus.clockGrain - environment.now()
      if wait >= 0, wait <= FileStatus.clockGrain { usleep(UInt32(wait / 1000) + 1000) }
    }
  }
}

extension SiteEditor {
  /// The problems of a file that an edit brought in.
  ///
  /// - Parameter change: What the edit did.
  /// - Returns: Those that were not there before, in the order of their places.
  public func newProblems(of change: FileChange) -> [Diagnostic] {
    var options = options
    if change.path.hasPrefix(Site.lists + "/") { options.kind = .baseList }
    let read = { [options] (bytes: [UInt8]?) in
      bytes.map { TripReader.read(bytes: $0, path: change.path, options: options).diagnostics }
        ?? []
    }
    let known = Set(read(change.before).map(\.message))
    return read(change.after).filter { !known.contains($0.message) }
  }
}
