/// What a client gets.
public struct HTTPResponse: Sendable {
  /// What follows the head.
  public enum Body: Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// A part of a file; opened when it is sent.
    case file(path: String, offset: Int, count: Int)
    /// Events, for as long as both sides keep the connection.
    case events(EventStream)
  }

  /// The status: 200.
  public var status: Int
  /// The fields of the head; those that frame the body are added.
  public var fields: [(name: String, value: String)]
  /// What follows the head; left out for `HEAD`.
  public var body: Body

  /// Makes a response.
  public init(
    _ status: Int, fields: [(name: String, value: String)] = [], body: Body = .bytes([])
  ) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A response of plain text.
  public static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status,
      fields: [
        ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
      ],
      body: .bytes(Array((text + "\n").utf8)))
  }
}

/// How a request is answered.
public enum HTTPReply: Sendable {
  /// At once: for what takes no time, since all connections wait meanwhile.
  case now(HTTPResponse)
  /// By work elsewhere, one piece after the other; the other connections go on.
  case later(@Sendable () -> HTTPResponse)
}
