import Foundation

/// How long something may take, in seconds: `scripts/sanitize` builds programs that are several times
/// slower, and says so in `VALISE_TEST_SLOWDOWN`.
public func timeLimit(_ seconds: Double) -> Double {
  let slowdown = ProcessInfo.processInfo.environment["VALISE_TEST_SLOWDOWN"].flatMap(Double.init)
  return seconds * (slowdown ?? 1)
}
