/// How a run ended, as the shell sees it.
public enum ExitCode: Int32, Sendable {
  /// Done; warnings are allowed.
  case done = 0
  /// Content or templates have errors; what could be done was done.
  case contentErrors = 1
  /// The command line was wrong, or the machine said no.
  case failed = 2
}
