import Foundation
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("A server and its clients", .serialized)
struct WebServerTests {
  /// A server that tells what it was asked.
  struct Echo {
    let server: WebServer
    let port: Int

    init(_ limits: ServerLimits = ServerLimits()) throws {
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      port = socket.port
      server = try WebServer(on: socket, limits: limits) { request in
        let answer = HTTPResponse.text(
          200, "\(request.method) \(request.target) \(request.body.count)")
        return request.target == "/later" ? .later { answer } : .now(answer)
      }
    }

    func ask(
      _ target: String, method: String = "GET", _ fields: [(String, String)] = [],
      body: String? = nil
    ) throws -> SocketClient.Response {
      try SocketClient.ask(target, port: port, method: method, fields: fields, body: body)
    }
  }

  @Test("requests are answered, those that take time too, also one after the other")
  func answers() throws {
    let echo = try Echo()
    #expect(try echo.ask("/a?b").text == "GET /a?b 0\n")
    #expect(try echo.ask("/later", method: "POST", body: "12345").text == "POST /later 5\n")
    let client = try SocketClient(port: echo.port)
    for number in 1...3 {
      client.send("GET /\(number == 2 ? "later" : "x") HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(client.read(until: " 0\n").contains("200 OK"))
    }
    // Pipelined: all at once.
    client.send(String(repeating: "GET /later HTTP/1.1\r\nHost: x\r\n\r\n", count: 3))
    var text = ""
    while text.components(separatedBy: "GET /later 0").count < 4,
      let more = client.read(), !more.isEmpty
    {
      text += String(decoding: more, as: UTF8.self)
    }
    #expect(text.components(separatedBy: "200 OK").count == 4)
  }

  @Test("a body that is too big is refused, said or not")
  func bodies() throws {
    var limits = ServerLimits()
    limits.bodySize = 1000
    let echo = try Echo(limits)
    #expect(
      try echo.ask("/", method: "POST", body: String(repeating: "x", count: 1000)).status == 200)
    let said = try echo.ask("/", method: "POST", [("Content-Length", "1000000000")], body: "x")
    #expect(said.status == 413)
    #expect(
      try echo.ask("/", method: "POST", [("Content-Length", "nonsense")], body: "").status >= 400)
    let chunk = "100\r\n" + String(repeating: "x", count: 256) + "\r\n"
    let chunked = String(repeating: chunk, count: 5) + "0\r\n\r\n"
    let unsaid = try SocketClient(port: echo.port)
    unsaid.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked)
    #expect(unsaid.read(until: "\r\n").hasPrefix("HTTP/1.1 413"))
    let endless = try SocketClient(port: echo.port)
    endless.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    var count = 0
    while count < 10_000, endless.send(chunk) { count += 1 }
    #expect(count < 10_000, "the server read on and on")
    #expect(try echo.ask("/").status == 200)
  }

  @Test("a head that is too long, and what is no HTTP, are refused and harm nobody")
  func nonsense() throws {
    let echo = try Echo()
    for text in [
      "GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n",
      "GET /" + String(repeating: "x", count: 100_000) + " HTTP/1.1\r\n\r\n",
      "\u{16}\u{3}\u{1}\u{2}\u{0}", "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
      let client = try SocketClient(port: echo.port)
      client.send(text)
      client.finishSending()
      let answer = client.readToEnd(seconds: 5)
      #expect(!String(decoding: answer, as: UTF8.self).contains("200 OK"), "\(text.prefix(40))")
    }
    #expect(try echo.ask("/").status == 200)
  }

  @Test("clients that go away in the middle harm nobody")
  func broken() throws {
    let echo = try Echo()
    for _ in 0..<50 {
      let client = try SocketClient(port: echo.port)
      client.send("POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf")
    }
    for _ in 0..<50 {
      let client = try SocketClient(port: echo.port)
      client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
    }
    #expect(try echo.ask("/later").status == 200)
  }

  @Test("a request that dribbles in is given up after its time, however busy it seems")
  func slowloris() throws {
    var limits = ServerLimits()
    limits.arrivalSeconds = 2
    let echo = try Echo(limits)
    let slow = try SocketClient(port: echo.port)
    slow.send("GET / HTTP/1.1\r\n")
    let clock = ContinuousClock()
    let start = clock.now
    var isOpen = true
    while isOpen, clock.now - start < .seconds(15) {
      slow.send("X: y\r\n")
      isOpen = slow.read(seconds: 0.2) != []
    }
    #expect(!isOpen)
    #expect(clock.now - start < .seconds(10))
    #expect(try echo.ask("/").status == 200)
  }

  @Test("a client that says nothing is given up")
  func silent() throws {
    var limits = ServerLimits()
    limits.idleSeconds = 1
    let echo = try Echo(limits)
    #expect(try SocketClient(port: echo.port).read(seconds: 10) == [])
  }

  @Test("events arrive as they are sent, line by line, and the end as an end")
  func events() throws {
    let closed = Mutex(0)
    let streams = Mutex<[EventStream]>([])
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let server = try WebServer(on: socket) { _ in
      let stream = EventStream { _ in closed.withLock { $0 += 1 } }
      streams.withLock { $0.append(stream) }
      return .now(
        HTTPResponse(200, fields: [("Content-Type", "text/event-stream")], body: .events(stream)))
    }
    let client = try SocketClient(port: port)
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.read(until: "connected").contains("text/event-stream"))
    let stream = try #require(streams.withLock { $0.first })
    stream.send("note", data: "one\ntwo")
    #expect(client.read(until: "two").contains("event: note\ndata: one\ndata: two\n\n"))
    stream.sendHeartbeat()
    #expect(client.read(until: ":\n\n").contains(":\n\n"))
    server.stop()
    #expect(client.readToEnd().suffix(5) == Array("0\r\n\r\n".utf8))
    #expect(closed.withLock { $0 } == 1)
    #expect(throws: (any Error).self) { try SocketClient(port: port) }
  }

  @Test("a stream whose client does not read is given up, and one whose client left is closed")
  func streamsOfTheGone() throws {
    let closed = Mutex(0)
    let streams = Mutex<[EventStream]>([])
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let server = try WebServer(on: socket) { _ in
      let stream = EventStream { _ in closed.withLock { $0 += 1 } }
      streams.withLock { $0.append(stream) }
      return .now(HTTPResponse(200, body: .events(stream)))
    }
    var gone: SocketClient? = try SocketClient(port: port)
    gone?.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(gone?.read(until: "connected") != "")
    gone = nil
    let deaf = try SocketClient(port: port)
    deaf.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(deaf.read(until: "connected") != "")
    let line = String(repeating: "x", count: 10_000)
    for _ in 0..<2_000 where closed.withLock({ $0 }) < 1 || streams.withLock({ $0.count }) < 2 {
      for stream in streams.withLock({ $0 }) { stream.send("note", data: line) }
    }
    let clock = ContinuousClock()
    let start = clock.now
    while closed.withLock({ $0 }) < 1, clock.now - start < .seconds(10) {}
    #expect(closed.withLock { $0 } >= 1)
    server.stop()
    #expect(closed.withLock { $0 } == 2)
  }

  @Test("a port that is taken says so")
  func taken() throws {
    let first = try ListeningSocket(host: "127.0.0.1", port: 0)
    let error = #expect(throws: ListeningError.self) {
      let second = try ListeningSocket(host: "127.0.0.1", port: first.port)
      _ = second.port
    }
    #expect(error?.isTaken == true)
    for host in ["no.such.host.invalid", "192.0.2.1"] {
      #expect(throws: ListeningError.self) {
        let other = try ListeningSocket(host: host, port: 0)
        _ = other.port
      }
    }
  }
}
