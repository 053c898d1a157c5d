import Glibc
import Synchronization

/// Ctrl-C and its like: the work is asked to stop between two files, so that nothing is left half
/// done; a second Ctrl-C ends the program at once.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Starts to listen for SIGINT, SIGTERM and SIGHUP.
  static func listen() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // Only what may be done in a signal handler: set a number, restore the default.
      Interruption.received.store(number, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
    // Without SA_RESTART, waiting for another build's lock ends too.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaction(number, &action, nil)
      sigaddset(&signals, number)
    }
    // A program that starts this one from a thread of its own may have them blocked, and we would
    // inherit that.
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether a signal came.
  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// Ends the program as the signal would have, so that the shell sees why.
  static func endBySignal() -> Never {
    let number = received.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
