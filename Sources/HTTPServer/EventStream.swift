internal import CMicroHTTPD
import Synchronization

/// A connection that takes events as they come (Server-Sent Events, as HTML defines them).
public final class EventStream: Sendable {
  /// A client that does not read is given up when so many bytes wait for it.
  private static let limit = 1 << 20

  private struct State {
    var waiting: [UInt8]
    var isEnded = false
    /// The connection while it sleeps because there is nothing to send.
    var sleeping: ConnectionHandle?
  }

  private let state: Mutex<State>
  private let onClose: @Sendable (EventStream) -> Void

  /// Makes a stream.
  ///
  /// - Parameter onClose: Called once when the connection is gone, on the server's thread.
  public init(onClose: @escaping @Sendable (EventStream) -> Void = { _ in }) {
    // The first bytes open the stream at once, also through what buffers on the way.
    state = Mutex(State(waiting: Array(": connected\n\n".utf8)))
    self.onClose = onClose
  }

  /// Sends an event.
  ///
  /// - Parameters:
  ///   - name: What kind it is; one line.
  ///   - data: Its text; each line of it arrives as a line.
  public func send(_ name: String, data: String) {
    var text = "event: \(name)\n"
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      text += "data: \(line)\n"
    }
    append(Array((text + "\n").utf8))
  }

  /// Sends nothing that a page sees: shows whether the client is still there, and shows it that
  /// the server is.
  public func sendHeartbeat() { append(Array(":\n\n".utf8)) }

  /// Ends the stream once what waits was sent.
  public func end() {
    state.withLock { state in
      state.isEnded = true
      Self.wake(&state)
    }
  }

  private func append(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.waiting += bytes
      if state.waiting.count > Self.limit {
        state.waiting = []
        state.isEnded = true
      }
      Self.wake(&state)
    }
  }

  private static func wake(_ state: inout State) {
    guard let connection = state.sleeping else { return }
    state.sleeping = nil
    connection.resume()
  }

  /// Gives the server what there is to send, and lets the connection sleep where there is nothing.
  ///
  /// - Returns: How many bytes were copied, or `cmicrohttpd_end_of_stream`.
  func read(into buffer: UnsafeMutableRawBufferPointer, on connection: ConnectionHandle) -> Int {
    state.withLock { state in
      guard state.waiting.isEmpty else {
        let count = min(buffer.count, state.waiting.count)
        unsafe buffer.copyBytes(from: state.waiting.prefix(count))
        state.waiting.removeFirst(count)
        return count
      }
      guard !state.isEnded else { return cmicrohttpd_end_of_stream }
      state.sleeping = connection
      unsafe MHD_suspend_connection(connection.pointer)
      return 0
    }
  }

  /// Says that the connection is gone.
  func close() {
    state.withLock { state in
      state.isEnded = true
      state.sleeping = nil
      state.waiting = []
    }
    onClose(self)
  }
}
