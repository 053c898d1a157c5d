import Glibc
import PackingLists

/// What a build takes from the world besides files, so that tests can fix it.
public struct BuildEnvironment: Sendable {
  /// Today, where the person is.
  public var today: CalendarDay
  /// Valise's own version, as pages name it.
  public var version: String
  /// What tells one build of the program from another, the version aside: another one reads and
  /// renders everything anew, since it may do so in another way.
  public var edition: String
  /// The time now, in nanoseconds since 1970.
  public var now: @Sendable () -> Int
  /// Whether the person wants the build to stop; asked between files.
  public var isCancelled: @Sendable () -> Bool

  /// Makes an environment.
  public init(
    today: CalendarDay, version: String, edition: String = "",
    now: @escaping @Sendable () -> Int = systemTime,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.today = today
    self.version = version
    self.edition = edition
    self.now = now
    self.isCancelled = isCancelled
  }

  /// The time of the machine's clock, in nanoseconds since 1970.
  public static let systemTime: @Sendable () -> Int = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// How far a build is.
public enum BuildProgress: Sendable {
  /// So many of the changed files are read.
  case reading(done: Int, of: Int)
  /// So many of the changed pages are rendered.
  case rendering(done: Int, of: Int)
  /// So many of the shards' files are in the output folder.
  case copying(done: Int, of: Int)
  /// So many of the documents are printed.
  case printing(done: Int, of: Int)
  /// Another build of this site holds the lock.
  case waiting
  /// A step is done; for those who want to know.
  case finished(String)
}
