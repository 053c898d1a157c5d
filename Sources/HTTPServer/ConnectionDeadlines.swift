import Dispatch
import Glibc
import Synchronization

/// Ends connections whose requests do not arrive in time.
///
/// libmicrohttpd's own limit counts the time in which nothing comes, so a client that sends a byte
/// now and then could hold a connection for ever.
final class ConnectionDeadlines: Sendable {
  private let nanoseconds: UInt64
  private let queue = DispatchQueue(label: "deadlines")
  private let sockets = Mutex<[Int: (socket: Int32, deadline: UInt64)]>([:])

  init(seconds: Int) {
    nanoseconds = UInt64(seconds) * 1_000_000_000
    lookAgain()
  }

  /// Gives a connection its time anew: it was opened, or something of a request is there.
  func restart(_ connection: ConnectionHandle) {
    guard let socket = connection.socket else { return }
    let deadline = DispatchTime.now().uptimeNanoseconds + nanoseconds
    sockets.withLock { $0[connection.key] = (socket, deadline) }
  }

  /// Lets a connection take what time it needs: its request has arrived, or it is closed.
  func remove(_ connection: ConnectionHandle) {
    sockets.withLock { _ = $0.removeValue(forKey: connection.key) }
  }

  /// Looks every second, for as long as the object lives.
  private func lookAgain() {
    queue.asyncAfter(deadline: .now() + 1) { [weak self] in
      self?.endOverdue()
      self?.lookAgain()
    }
  }

  private func endOverdue() {
    let now = DispatchTime.now().uptimeNanoseconds
    // Under the lock: a socket that is still listed is not closed yet, so its number is its own.
    sockets.withLock { sockets in
      for (key, entry) in sockets where entry.deadline < now {
        shutdown(entry.socket, Int32(SHUT_RDWR))
        sockets[key] = nil
      }
    }
  }
}
