internal import CMicroHTTPD

/// A connection of libmicrohttpd.
///
/// Unchecked because it is a pointer, which may go from thread to thread: the library's functions that
/// take one outside its own thread, to resume it, lock for themselves; and one that sleeps does not go away.
@safe struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Tells connections apart that are open at one time.
  var key: Int { unsafe Int(bitPattern: pointer) }

  /// Its socket; nil where it has none any more.
  var socket: Int32? {
    let descriptor = unsafe cmicrohttpd_socket(pointer)
    return descriptor < 0 ? nil : descriptor
  }

  /// Lets it sleep: nothing is read or sent until it is resumed.
  ///
  /// Only from a callback.
  func suspend() { unsafe MHD_suspend_connection(pointer) }

  /// Lets it go on, from any thread.
  func resume() { unsafe MHD_resume_connection(pointer) }
}

/// A daemon of libmicrohttpd.
///
/// Unchecked because it is a pointer, which may go from thread to thread: it is stopped once, by whoever
/// takes it out of its lock.
@safe struct DaemonHandle: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Takes no more connections.
  ///
  /// - Returns: The socket that it listened on, to be closed.
  func quiesce() -> Int32 { unsafe MHD_quiesce_daemon(pointer) }

  /// Ends all connections and the thread; none may sleep.
  func stop() { unsafe MHD_stop_daemon(pointer) }
}
