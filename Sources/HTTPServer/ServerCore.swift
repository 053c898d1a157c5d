internal import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// What the callbacks of libmicrohttpd share.
final class ServerCore: Sendable {
  let limits: ServerLimits
  let handler: @Sendable (HTTPRequest) -> HTTPReply

  /// Does what takes time, one piece after the other.
  private let worker = DispatchQueue(label: "requests")
  private let state = Mutex(State())
  private let deadlines: ConnectionDeadlines

  private struct State {
    var isStopping = false
    var streams: [ObjectIdentifier: EventStream] = [:]
  }

  init(limits: ServerLimits, handler: @escaping @Sendable (HTTPRequest) -> HTTPReply) {
    self.limits = limits
    self.handler = handler
    deadlines = ConnectionDeadlines(seconds: limits.arrivalSeconds)
  }

  /// Starts the daemon; nil where the system does not let it.
  func start(on descriptor: Int32) -> DaemonHandle? {
    // The daemon is stopped before its owner lets go of this object.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let daemon = unsafe cmicrohttpd_start(
      descriptor, UInt32(limits.connections), UInt32(limits.idleSeconds), limits.headSize,
      { context, connection, _, method, _, data, count, exchange in
        guard let context = unsafe context, let connection = unsafe connection,
          let method = unsafe method, let count = unsafe count,
          let exchange = unsafe exchange?.pointee
        else { return .NO }
        let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        return unsafe core.handle(
          Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(),
          on: ConnectionHandle(connection), method: method,
          data: UnsafeBufferPointer(start: data, count: count.pointee), left: count)
      },
      { context, connection, exchange, _ in
        guard let context = unsafe context, let connection = unsafe connection else { return }
        let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        unsafe core.deadlines.restart(ConnectionHandle(connection))
        guard let kept = unsafe exchange?.pointee else { return }
        unsafe Unmanaged<Exchange>.fromOpaque(kept).release()
        unsafe exchange?.pointee = nil
      },
      { context, connection, _, event in
        guard let context = unsafe context, let connection = unsafe connection else { return }
        let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let handle = unsafe ConnectionHandle(connection)
        switch event {
        case .CONNECTION_NOTIFY_STARTED: core.deadlines.restart(handle)
        default: core.deadlines.remove(handle)
        }
      },
      { _, target, _ in
        // Kept until the request is over, see above.
        let text = unsafe target.map { unsafe String(cString: $0) } ?? ""
        return unsafe Unmanaged.passRetained(Exchange(target: text)).toOpaque()
      },
      context)
    return unsafe daemon.map { unsafe DaemonHandle($0) }
  }

  /// Takes no more work, and waits until nothing sleeps.
  func finish() {
    let streams = state.withLock { state in
      state.isStopping = true
      return state.streams.values
    }
    for stream in streams { stream.end() }
    worker.sync {}
    // Clients see the end of their streams as an end; one that does not read is not waited for long.
    for _ in 0..<100 where !state.withLock({ $0.streams.isEmpty }) { usleep(5_000) }
  }

  // MARK: One request

  private func handle(
    _ exchange: Exchange, on connection: ConnectionHandle, method: UnsafePointer<CChar>,
    data: UnsafeBufferPointer<CChar>, left: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    if !exchange.hasBegun {
      exchange.hasBegun = true
      deadlines.restart(connection)
      exchange.request.method = unsafe String(cString: method)
      exchange.request.fields = fields(of: connection)
      guard let length = exchange.request["content-length"], !isAllowed(length) else {
        return .YES
      }
      return send(.tooLarge(limits.bodySize), on: connection)
    }
    if !data.isEmpty {
      let count = data.count
      unsafe left.pointee = 0
      exchange.receivedCount += count
      guard exchange.receivedCount > limits.bodySize else {
        unsafe exchange.request.body += data.map(UInt8.init(bitPattern:))
        return .YES
      }
      // A body without a length is read on for a while, so that the client hears why.
      exchange.request.body = []
      return exchange.receivedCount > limits.bodySize * 16 ? .NO : .YES
    }
    deadlines.remove(connection)
    if let response = exchange.answer.take() { return send(response, on: connection) }
    guard exchange.receivedCount <= limits.bodySize else {
      return send(.tooLarge(limits.bodySize), on: connection)
    }
    switch handler(exchange.request) {
    case .now(let response): return send(response, on: connection)
    case .later(let work):
      guard start(work, for: exchange.answer, on: connection) else {
        return send(.text(503, "the server is being stopped"), on: connection)
      }
      return .YES
    }
  }

  private func isAllowed(_ length: String) -> Bool {
    Int(length).map { $0 <= limits.bodySize } ?? false
  }

  /// Lets a connection sleep until some work is done; false where no more work is taken.
  private func start(
    _ work: @escaping @Sendable () -> HTTPResponse, for answer: Answer,
    on connection: ConnectionHandle
  ) -> Bool {
    state.withLock { state in
      guard !state.isStopping else { return false }
      connection.suspend()
      worker.async {
        answer.set(work())
        connection.resume()
      }
      return true
    }
  }

  private func fields(of connection: ConnectionHandle) -> [(name: String, value: String)] {
    let list = FieldList()
    _ = unsafe MHD_get_connection_values(
      connection.pointer, .HEADER_KIND,
      { list, _, name, value in
        guard let list = unsafe list, let name = unsafe name else { return .YES }
        let fields = unsafe Unmanaged<FieldList>.fromOpaque(list).takeUnretainedValue()
        fields.list.append(
          (
            unsafe String(cString: name).lowercased(),
            unsafe value.map { unsafe String(cString: $0) } ?? ""
          ))
        return .YES
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.list
  }

  // MARK: Answering

  private func send(_ response: HTTPResponse, on connection: ConnectionHandle) -> MHD_Result {
    guard let message = unsafe message(for: response.body, on: connection) else {
      // A file that went away between the look at it and now.
      guard case .file = response.body else { return .NO }
      return send(.text(404, "this file is gone"), on: connection)
    }
    defer { unsafe MHD_destroy_response(message) }
    for field in response.fields {
      _ = unsafe MHD_add_response_header(message, field.name, field.value)
    }
    return unsafe MHD_queue_response(connection.pointer, UInt32(response.status), message)
  }

  private func message(
    for body: HTTPResponse.Body, on connection: ConnectionHandle
  ) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes { buffer in
        // Copied by the library: it never writes through the pointer, whatever its type says.
        unsafe MHD_create_response_from_buffer(
          buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress),
          .RESPMEM_MUST_COPY)
      }
    case .file(let path, let offset, let count):
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return nil }
      let message = unsafe MHD_create_response_from_fd_at_offset64(
        UInt64(count), descriptor, UInt64(offset))
      if unsafe message == nil { close(descriptor) }
      return unsafe message
    case .events(let stream):
      add(stream)
      let source = unsafe Unmanaged.passRetained(
        StreamSource(stream: stream, connection: connection, core: self))
      let message = unsafe MHD_create_response_from_callback(
        cmicrohttpd_unknown_size, 4096,
        { source, _, buffer, count in
          guard let source = unsafe source else { return cmicrohttpd_end_of_stream }
          let kept = unsafe Unmanaged<StreamSource>.fromOpaque(source).takeUnretainedValue()
          return unsafe kept.stream.read(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: count), on: kept.connection)
        }, source.toOpaque(),
        { source in
          guard let source = unsafe source else { return }
          let kept = unsafe Unmanaged<StreamSource>.fromOpaque(source).takeRetainedValue()
          kept.core.remove(kept.stream)
          kept.stream.close()
        })
      if unsafe message == nil {
        unsafe source.release()
        remove(stream)
        stream.close()
      }
      return unsafe message
    }
  }

  private func add(_ stream: EventStream) {
    let isStopping = state.withLock { state in
      state.streams[ObjectIdentifier(stream)] = stream
      return state.isStopping
    }
    if isStopping { stream.end() }
  }

  private func remove(_ stream: EventStream) {
    state.withLock { state in
      _ = state.streams.removeValue(forKey: ObjectIdentifier(stream))
    }
  }
}

extension HTTPResponse {
  fileprivate static func tooLarge(_ limit: Int) -> HTTPResponse {
    var response = text(413, "a request may have \(limit) bytes at most")
    response.fields.append(("Connection", "close"))
    return response
  }
}

/// A request on its way in; only the server's thread touches it.
private final class Exchange {
  var request: HTTPRequest
  var hasBegun = false
  /// How many bytes of the body have come, those not kept included.
  var receivedCount = 0
  let answer = Answer()

  init(target: String) { request = HTTPRequest(method: "", target: target) }
}

/// Where work leaves its response for the server's thread.
private final class Answer: Sendable {
  private let response = Mutex<HTTPResponse?>(nil)

  func set(_ new: HTTPResponse) { response.withLock { $0 = new } }

  func take() -> HTTPResponse? { response.withLock { $0.take() } }
}

private final class FieldList {
  var list: [(name: String, value: String)] = []
}

/// What libmicrohttpd keeps of a stream while it sends it.
@safe private final class StreamSource {
  let stream: EventStream
  let connection: ConnectionHandle
  let core: ServerCore

  init(stream: EventStream, connection: ConnectionHandle, core: ServerCore) {
    self.stream = stream
    self.connection = connection
    self.core = core
  }
}
