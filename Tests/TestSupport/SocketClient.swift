import Glibc

/// A client of a server on this machine that says exactly the bytes it is told to say.
public final class SocketClient {
  /// A connection failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What happened, with the system's reason.
    public let description: String
  }

  /// What a server answered.
  public struct Response: Sendable {
    /// The status; 0 where there is no answer.
    public let status: Int
    /// The fields of the head, names in lower case.
    public let fields: [String: String]
    /// What followed the head, with the marks of chunks where it came in chunks.
    public let body: [UInt8]

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let descriptor: Int32

  /// Connects.
  ///
  /// - Throws: `Failure` where nobody listens there.
  public init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure("no socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      let failure = Self.failure("not connected")
      Glibc.close(descriptor)
      throw failure
    }
  }

  deinit { Glibc.close(descriptor) }

  private static func failure(_ text: String) -> Failure {
    Failure(description: "\(text): \(String(cString: strerror(errno)))")
  }

  /// Sends text as it is.
  ///
  /// - Returns: Whether the server still took it.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends bytes as they are.
  ///
  /// - Returns: Whether the server still took them.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Says that nothing more will be sent.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads what is there, waiting for the first byte.
  ///
  /// - Parameter seconds: How long to wait.
  /// - Returns: Empty where the server closed the connection; nil where nothing came in time.
  public func read(seconds: Double = 10) -> [UInt8]? {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waited, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Reads until a text has come; what came by then.
  public func read(until text: String, seconds: Double = 10) -> String {
    var all = ""
    while !all.contains(text), let more = read(seconds: seconds), !more.isEmpty {
      all += String(decoding: more, as: UTF8.self)
    }
    return all
  }

  /// Reads until the server closes the connection, or says nothing for a while.
  public func readToEnd(seconds: Double = 10) -> [UInt8] {
    var all: [UInt8] = []
    while let more = read(seconds: seconds), !more.isEmpty { all += more }
    return all
  }

  /// A port that nobody listens on just now.
  public static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw failure("no socket") }
    defer { Glibc.close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isNamed else { throw failure("no port") }
    return Int(in_port_t(bigEndian: address.sin_port))
  }

  /// Asks for one thing on a connection of its own.
  ///
  /// - Parameters:
  ///   - target: What follows the method.
  ///   - port: The server's port.
  ///   - method: The method.
  ///   - fields: Fields of the head; `Host` and `Connection: close` are added where they are not
  ///     there.
  ///   - body: What follows; its length is said where there is one.
  /// - Returns: The answer.
  /// - Throws: `Failure` where nobody listens there.
  public static func ask(
    _ target: String, port: Int, method: String = "GET", fields: [(String, String)] = [],
    body: String? = nil
  ) throws -> Response {
    let client = try SocketClient(port: port)
    var fields = fields
    let has = { (name: String) in fields.contains { $0.0.lowercased() == name } }
    if !has("host") { fields.append(("Host", "127.0.0.1:\(port)")) }
    if !has("connection") { fields.append(("Connection", "close")) }
    if let body, !has("content-length") {
      fields.append(("Content-Length", "\(body.utf8.count)"))
    }
    let head = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
    client.send("\(method) \(target) HTTP/1.1\r\n\(head)\r\n\(body ?? "")")
    return parse(client.readToEnd())
  }

  /// Takes an answer apart.
  public static func parse(_ bytes: [UInt8]) -> Response {
    let end = (0..<max(0, bytes.count - 3)).first {
      bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8)
    }
    let head = String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      fields[sides[0].lowercased()] = sides.count == 2 ? String(sides[1].drop { $0 == " " }) : ""
    }
    let words = lines.first?.split(separator: " ") ?? []
    return Response(
      status: words.count > 1 ? Int(words[1]) ?? 0 : 0, fields: fields,
      body: end.map { Array(bytes[($0 + 4)...]) } ?? [])
  }
}
