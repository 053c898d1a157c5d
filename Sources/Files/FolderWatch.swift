import Glibc

/// Watches some files and folders, with all that is in them, for changes (inotify).
///
/// It makes no difference how a file is saved: written into, or written beside and renamed. Folders
/// that appear are watched too, also where one is moved, or removed and made again.
public final class FolderWatch {
  /// What changed.
  public struct Changes: Sendable, Hashable {
    /// Paths of files and folders, relative to the root.
    public var paths: Set<String> = []
    /// Whether there were too many to be told of: anything may have changed.
    public var isOverflown = false

    /// Makes an empty set.
    public init() {}

    /// Whether nothing changed.
    public var isEmpty: Bool { paths.isEmpty && !isOverflown }

    /// Adds what changed later.
    public mutating func formUnion(_ later: Changes) {
      paths.formUnion(later.paths)
      isOverflown = isOverflown || later.isOverflown
    }
  }

  private let root: String
  private let names: [String]
  /// Where a watched folder may really lie: a link to `/` must not have the whole disk watched.
  private var realRoots: [String] = []
  private var descriptor: Int32 = -1
  /// The watched folders, relative to the root, by the kernel's number of the watch.
  private var folders: [Int32: String] = [:]

  private static let events =
    UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_ATTRIB)
    | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - root: The folder that the names are in.
  ///   - names: Files and folders in it; they need not be there yet.
  /// - Throws: ``FileError``; `ENOSPC` where the system allows no more watches.
  public init(root: String, names: [String]) throws(FileError) {
    self.root = root.isEmpty ? "." : root
    self.names = names
    try start()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Waits for changes, and takes those that are there.
  ///
  /// - Parameter milliseconds: How long to wait for the first.
  /// - Returns: What changed; empty where the time passed, or a signal came.
  /// - Throws: ``FileError``
  public func changes(waiting milliseconds: Int) throws(FileError) -> Changes {
    var changes = Changes()
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waited, 1, Int32(clamping: milliseconds)) > 0 else { return changes }
    // Not for ever: somebody may write without a pause.
    for _ in 0..<100 where !changes.isOverflown {
      let events = try readEvents()
      if events.isEmpty { break }
      for event in events { try take(event, into: &changes) }
    }
    if changes.isOverflown {
      // What was missed may have been a folder that appeared.
      close(descriptor)
      try start()
    }
    return changes
  }

  // MARK: Folders

  private func start() throws(FileError) {
    folders = [:]
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileError.last("watch", root) }
    realRoots = [try Path.resolved(root)]
    let number = inotify_add_watch(descriptor, root, Self.events)
    guard number >= 0 else { throw FileError.last("watch", root) }
    folders[number] = ""
    var ignored = Changes()
    for name in names { try addTop(name, into: &ignored) }
  }

  /// Watches one of the names, which may itself be a link to somewhere else.
  private func addTop(_ name: String, into changes: inout Changes) throws(FileError) {
    guard try FileStatus.ifPresent(Path.join(root, name))?.kind == .folder else { return }
    let real = try Path.resolved(Path.join(root, name))
    if !realRoots.contains(real) { realRoots.append(real) }
    try add(name, into: &changes)
  }

  /// Watches a folder and those in it, and notes what is in them.
  private func add(_ folder: String, into changes: inout Changes) throws(FileError) {
    let path = Path.join(root, folder)
    do throws(FileError) {
      let real = try Path.resolved(path)
      guard realRoots.contains(where: { Path.isInside(real, folder: $0) }) else { return }
      let number = inotify_add_watch(descriptor, path, Self.events | UInt32(IN_ONLYDIR))
      guard number >= 0 else { throw FileError.last("watch", path) }
      // One that is known already was reached through a link, which may lead in a circle.
      guard folders.updateValue(folder, forKey: number) == nil else { return }
      for name in try namesInFolder(path) where !name.hasPrefix(".") {
        let inner = Path.join(folder, name)
        changes.paths.insert(inner)
        if try FileStatus.ifPresent(Path.join(root, inner))?.kind == .folder {
          try add(inner, into: &changes)
        }
      }
    } catch {
      // Gone again, or not for us: a build has more to say about it.
      guard error.isMissing || error.code == EACCES || error.code == ELOOP else { throw error }
    }
  }

  private func forget(_ folder: String) {
    for (number, path) in folders where path == folder || path.hasPrefix(folder + "/") {
      inotify_rm_watch(descriptor, number)
      folders[number] = nil
    }
  }

  // MARK: Events

  private struct Event {
    var number: Int32
    var mask: UInt32
    var name: String

    func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  }

  private func take(_ event: Event, into changes: inout Changes) throws(FileError) {
    if event.has(Int32(IN_Q_OVERFLOW)) {
      changes.isOverflown = true
      return
    }
    if event.has(Int32(IN_IGNORED)) {
      folders[event.number] = nil
      return
    }
    guard let folder = folders[event.number], !event.name.isEmpty, !event.name.hasPrefix(".")
    else { return }
    let isTop = folder.isEmpty
    if isTop && !names.contains(event.name) { return }
    let path = Path.join(folder, event.name)
    changes.paths.insert(path)
    if event.has(Int32(IN_MOVED_FROM)) || event.has(Int32(IN_DELETE)) { forget(path) }
    guard event.has(Int32(IN_CREATE)) || event.has(Int32(IN_MOVED_TO)) else { return }
    if isTop {
      try addTop(event.name, into: &changes)
    } else if try isFolder(path) {
      try add(path, into: &changes)
    }
  }

  private func isFolder(_ path: String) throws(FileError) -> Bool {
    do {
      return try FileStatus(of: Path.join(root, path)).kind == .folder
    } catch {
      guard error.isMissing || error.code == EACCES || error.code == ELOOP else { throw error }
      return false
    }
  }

  /// The events that are there now; none where there are none.
  private func readEvents() throws(FileError) -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else {
      guard errno == EAGAIN || errno == EINTR else { throw FileError.last("watch", root) }
      return []
    }
    var events: [Event] = []
    bytes.withUnsafeBytes { buffer in
      // struct inotify_event: four numbers of 32 bits, then the name, padded with zero bytes.
      var start = 0
      while start + 16 <= count {
        let length = Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        let name = buffer[start + 16..<min(start + 16 + length, count)].prefix { $0 != 0 }
        events.append(
          Event(
            number: buffer.loadUnaligned(fromByteOffset: start, as: Int32.self),
            mask: buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
            name: String(decoding: name, as: UTF8.self)))
        start += 16 + length
      }
    }
    return events
  }
}

/// Waits, but not past a signal.
public func sleep(milliseconds: Int) { usleep(UInt32(clamping: milliseconds * 1000)) }

extension FileError {
  /// Whether the system lets this user watch no more folders.
  public var isOutOfWatches: Bool {
    operation == "watch" && [ENOSPC, EMFILE, ENOMEM, ENOSYS].contains(code)
  }
}
