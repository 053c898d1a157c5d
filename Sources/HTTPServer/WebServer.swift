import Glibc
import Synchronization

/// How much a client may take of a server.
public struct ServerLimits: Sendable {
  /// How many connections there may be at once.
  public var connections = 4096
  /// The size of a request's body in bytes.
  public var bodySize = 64 << 10
  /// The size of a request's head in bytes, about.
  public var headSize = 32 << 10
  /// How long a connection may say nothing, in seconds.
  public var idleSeconds = 30
  /// How long a request may take to arrive, however busy the client seems, in seconds.
  public var arrivalSeconds = 20

  /// Makes the usual limits.
  public init() {}
}

/// A server of HTTP/1.1: one thread for all connections, one for work that takes time.
public final class WebServer: Sendable {
  private let core: ServerCore
  private let daemon: Mutex<DaemonHandle?>

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - socket: Where it listens.
  ///   - limits: How much a client may take.
  ///   - handler: Answers requests; called on the server's thread.
  /// - Throws: ``ListeningError`` where the system has no thread or no memory for it.
  public init(
    on socket: consuming ListeningSocket, limits: ServerLimits = ServerLimits(),
    handler: @escaping @Sendable (HTTPRequest) -> HTTPReply
  ) throws(ListeningError) {
    core = ServerCore(limits: limits, handler: handler)
    guard let daemon = core.start(on: socket.descriptor) else {
      let failure = ListeningError.last
      socket.close()
      throw failure
    }
    self.daemon = Mutex(daemon)
  }

  deinit { stop() }

  /// Ends all connections and lets go of the port; what was asked before is done first.
  public func stop() {
    guard let running = daemon.withLock({ $0.take() }) else { return }
    let listening = running.quiesce()
    core.finish()
    running.stop()
    if listening >= 0 { close(listening) }
  }
}
