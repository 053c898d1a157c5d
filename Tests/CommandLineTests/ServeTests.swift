import Foundation
import Glibc
import TestSupport
import Testing

@Suite("valise serve")
struct ServeTests {
  /// A site while it is served.
  final class Served {
    let sandbox: SiteSandbox
    let program: RunningProgram
    let port: Int

    private struct Problem: Error, CustomStringConvertible { let description: String }

    convenience init(
      _ arguments: String..., trips: [String: String] = ["lisbon": lisbon]
    ) throws {
      try self.init(
        of: SiteSandbox(trips: trips), arguments.isEmpty ? ["--port", "0"] : arguments)
    }

    init(of sandbox: SiteSandbox, _ arguments: [String] = ["--port", "0"]) throws {
      self.sandbox = sandbox
      program = try ValiseProgram.start(["serve"] + arguments, in: sandbox.folder.url)
      let program = program
      port = try Self.wait { try Self.port(in: program.outputSoFar) }
    }

    deinit { program.process.terminate() }

    private static func port(in output: String) -> Int? {
      guard output.hasSuffix("/\n"), let colon = output.lastIndex(of: ":") else { return nil }
      return Int(output[output.index(after: colon)...].dropLast(2))
    }

    /// Waits until there is an answer.
    static func wait<Answer>(_ answer: () throws -> Answer?) throws -> Answer {
      for _ in 0..<1000 {
        if let found = try answer() { return found }
        usleep(20_000)
      }
      throw Problem(description: "it did not come to be in 20 s")
    }

    func ask(
      _ target: String, method: String = "GET", _ fields: [(String, String)] = [],
      body: String? = nil
    ) throws -> SocketClient.Response {
      try SocketClient.ask(target, port: port, method: method, fields: fields, body: body)
    }

    /// The value of an attribute of the script in a page.
    func value(of name: String, on page: String = "/trips/lisbon.html") throws -> String {
      let text = try ask(page).text
      let start = try #require(text.range(of: "data-\(name)=\"")?.upperBound)
      return String(text[start...].prefix { $0 != "\"" })
    }

    /// The identities of a page's items by their names.
    func identities() throws -> [String: String] {
      let page = try ask("/trips/lisbon.html").text
      let item = try Regex(#"data-item="([0-9a-v]+)".*?class="item-name"[^>]*>([^<]+)<"#)
      return Dictionary(
        page.matches(of: item).map {
          (String($0.output[2].substring ?? ""), String($0.output[1].substring ?? ""))
        }
      ) { first, _ in first }
    }

    func edit(_ body: String, _ changed: [(String, String?)] = []) throws
      -> SocketClient.Response
    {
      var fields = [
        ("Origin", "http://127.0.0.1:\(port)"), ("Content-Type", "application/json"),
        ("X-Valise-Token", try value(of: "token")),
      ]
      for (name, value) in changed {
        fields.removeAll { $0.0 == name }
        if let value { fields.append((name, value)) }
      }
      return try ask("/.valise/edit", method: "POST", fields, body: body)
    }

    /// Opens the stream of a page.
    func events(_ trip: String = "lisbon") throws -> SocketClient {
      let version = try value(of: "version", on: "/trips/\(trip).html")
      let client = try SocketClient(port: port)
      client.send(
        "GET /.valise/events?page=/trips/\(trip).html&trip=\(trip)&version=\(version) HTTP/1.1\r\n"
          + "Host: 127.0.0.1:\(port)\r\n\r\n")
      return client
    }

    var list: String {
      get throws { try sandbox.folder.read("Content/trips/lisbon.md") }
    }

    func stop() throws -> ValiseProgram.Outcome {
      program.process.interrupt()
      return try program.outcome()
    }
  }

  static let lisbon = "# Lisbon\n\n## Clothes\n- [ ] Socks x3\n- [ ] Belt\n"

  @Test("it says where the site is, leaves Output/ alone, and Ctrl-C ends it with 0")
  func whole() throws {
    let served = try Served()
    #expect(try served.program.outputSoFar == "http://127.0.0.1:\(served.port)/\n")
    #expect(try served.ask("/").text.contains("Lisbon"))
    #expect(try served.ask("/trips/lisbon.html").text.contains("Socks"))
    #expect(!served.sandbox.has("Output"))
    let stream = try served.events()
    #expect(stream.read(until: "state").contains("event: hello"))
    let outcome = try served.stop()
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasSuffix("stopped\n"), "\(outcome.errors)")
    #expect(throws: (any Error).self) { try served.ask("/") }
  }

  @Test("a port that is taken is an error where it was asked for, and the next one is taken else")
  func ports() throws {
    let first = try Served()
    let sandbox = try SiteSandbox(trips: ["lisbon": Self.lisbon])
    let second = try sandbox.valise("serve", "--port", "\(first.port)")
    #expect(second.status == 2)
    #expect(
      second.errors
        == """
        error: cannot listen at 127.0.0.1, port \(first.port): another program listens there \
        [serve.address]
          hint: choose another with "--port", or leave it out for the next that is free

        """)
    let usual = [try Served("--quiet"), try Served("--quiet"), try Served("--quiet")]
    #expect(Set(usual.map(\.port)).count == 3)
    for words in [["--port", "http"], ["--port", "65536"], ["--host", "no.such.host.invalid"]] {
      let outcome = try ValiseProgram.run(["serve"] + words, in: sandbox.folder.url)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.errors.contains("hint:"), "\(outcome.errors)")
    }
  }

  @Test("a folder without a site is an error, and a site with errors is shown as far as it goes")
  func beginnings() throws {
    let empty = try SiteSandbox()
    #expect(try empty.valise("serve", "--port", "0").status == 2)
    let served = try Served(
      "--port", "0", trips: ["lisbon": Self.lisbon, "oslo": "---\ntitle: [\n---\n- Skis\n"])
    #expect(try served.ask("/trips/lisbon.html").status == 200)
    #expect(try served.events().read(until: "oslo.md").contains("event: problem"))
    #expect(try served.ask("/trips/oslo.html").status == 404)
  }

  @Test("a network sees it only when asked to, and then it is said")
  func network() throws {
    let served = try Served("--host", "0.0.0.0", "--port", "0")
    #expect(try served.program.errorsSoFar.contains("warning: everybody in your network"))
    #expect(try served.ask("/").status == 200)
    #expect(try served.ask("/", [("Host", "evil.example:\(served.port)")]).status == 403)
  }

  @Test("a code for the phone is drawn on a terminal")
  func code() throws {
    let sandbox = try SiteSandbox(trips: ["lisbon": Self.lisbon])
    let command = "\(try ValiseProgram.url.path) serve --host 0.0.0.0 --port 0"
    let outcome = try ValiseProgram.run(
      ["5", "script", "--quiet", "--command", command, "/dev/null"], in: sandbox.folder.url,
      environment: ["TERM": "xterm"], program: URL(fileURLWithPath: "/usr/bin/timeout"))
    // A machine without a network has no address for a phone.
    guard outcome.output.contains("others open") else { return }
    #expect(outcome.output.contains("█▀") || outcome.output.contains("██"), "\(outcome.output)")
  }

  @Test("a tick goes to the file and to the other pages")
  func tick() throws {
    let served = try Served()
    let other = try served.events()
    _ = other.read(until: "event: state")
    let socks = try #require(try served.identities()["Socks"])
    let answer = try served.edit(#"{"trip":"lisbon","items":{"\#(socks)":true}}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try served.list == Self.lisbon.replacing("[ ] Socks", with: "[x] Socks"))
    #expect(other.read(until: "\(socks)\":true").contains("event: state"))
    let undone = try served.sandbox.valise("undo")
    #expect(undone.status == 0)
    #expect(try served.list == Self.lisbon)
    #expect(other.read(until: "\(socks)\":false").contains("event: state"))
  }

  @Test("an item is added in the category of another")
  func add() throws {
    let served = try Served()
    let belt = try #require(try served.identities()["Belt"])
    let answer = try served.edit(
      #"{"trip":"lisbon","add":"Hat 90 g\n- [ ] Trick","beside":"\#(belt)"}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try served.list.hasPrefix(Self.lisbon + "- [ ] Hat 90 g"))
    #expect(try served.list.split(separator: "\n").count == 5)
  }

  @Test(
    "a change that lacks what a page of ours has changes nothing",
    arguments: [
      ("X-Valise-Token", nil), ("X-Valise-Token", "00000000000000000000000000000000"),
      ("Origin", nil), ("Origin", "http://evil.example"), ("Origin", "null"),
      ("Host", "evil.example"), ("Content-Type", "text/plain"),
    ] as [(String, String?)])
  func refusals(field: String, value: String?) throws {
    let served = try Served()
    let socks = try #require(try served.identities()["Socks"])
    let answer = try served.edit(
      #"{"trip":"lisbon","items":{"\#(socks)":true}}"#, [(field, value)])
    #expect([403, 415].contains(answer.status))
    #expect(try served.list == Self.lisbon)
  }

  @Test(
    "a change that makes no sense changes nothing and says so",
    arguments: [
      "", "{", "[]", #"{"trip":"lisbon"}"#, #"{"trip":"nowhere","add":"x"}"#,
      #"{"trip":"../../etc","add":"x"}"#, #"{"trip":"lisbon","items":{"0000000000000000":true}}"#,
      #"{"trip":"lisbon","add":"x","beside":"0000000000000000"}"#, #"{"trip":"lisbon","add":""}"#,
      #"{"trip":"lisbon","items":{},"add":"x"}"#, #"{"trip":"lisbon","items":{"x":"yes"}}"#,
    ])
  func nonsense(body: String) throws {
    let served = try Served()
    let answer = try served.edit(body)
    #expect((400..<500).contains(answer.status), "\(answer.status) \(answer.text)")
    #expect(answer.text.contains("error"))
    #expect(try served.list == Self.lisbon)
  }

  @Test("what is too big is refused, and so are the wrong methods")
  func limits() throws {
    let served = try Served()
    let huge = "{\"trip\":\"lisbon\",\"add\":\"" + String(repeating: "x", count: 100_000) + "\"}"
    #expect(try served.edit(huge).status == 413)
    #expect(try served.ask("/.valise/edit").status == 405)
    #expect(try served.ask("/", method: "DELETE").status == 405)
    #expect(try served.ask("/", method: "POST", body: "x").fields["allow"] == "GET, HEAD")
    #expect(try served.ask("/.valise/events", method: "POST", body: "").status == 405)
    #expect(try served.list == Self.lisbon)
  }

  @Test(
    "no path leads out of the site",
    arguments: [
      "/../../valise.yml", "/%2e%2e/%2e%2e/valise.yml", "/.valise/store.sqlite", "/.valise-files",
      "/trips/../../store.sqlite", "/..%2f..%2fvalise.yml", "/.valise/../store.sqlite",
    ])
  func traversal(target: String) throws {
    let served = try Served()
    let answer = try served.ask(target)
    #expect(answer.status == 404)
    #expect(!answer.text.contains("SQLite format") && !answer.text.contains("trips/lisbon"))
  }

  @Test("pages may not be framed by strangers, and nothing is kept without being asked for again")
  func fields() throws {
    let served = try Served()
    let page = try served.ask("/")
    #expect(page.fields["content-security-policy"] == "frame-ancestors 'self'")
    #expect(page.fields["cache-control"] == "no-cache")
    #expect(page.fields["x-content-type-options"] == "nosniff")
    #expect(
      try served.ask("/.valise/live.js").fields["content-type"]?.hasPrefix("text/javascript")
        == true)
    #expect(
      try served.ask("/.valise/live.css").fields["content-type"]?.hasPrefix("text/css") == true)
    #expect(try served.ask("/.valise/").status == 404)
  }

  @Test("1,000 open pages hear of a change, and 200 requests at once are answered beside them")
  func crowd() throws {
    let served = try Served()
    let version = try served.value(of: "version")
    let pages = try (0..<1000).map { _ in
      let client = try SocketClient(port: served.port)
      client.send(
        "GET /.valise/events?page=/trips/lisbon.html&trip=lisbon&version=\(version) HTTP/1.1\r\n"
          + "Host: 127.0.0.1:\(served.port)\r\n\r\n")
      return client
    }
    for page in pages { #expect(page.read(until: "event: state").contains("event: hello")) }
    let requests = try (0..<200).map { _ in try SocketClient(port: served.port) }
    for request in requests {
      request.send(
        "GET /trips/lisbon.html HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n"
          + "Connection: close\r\n\r\n")
    }
    for request in requests {
      let answer = SocketClient.parse(request.readToEnd())
      #expect(answer.status == 200 && answer.text.hasSuffix("</html>\n"))
    }
    try served.sandbox.folder.write(
      Self.lisbon.replacing("[ ] Belt", with: "[x] Belt"), to: "Content/trips/lisbon.md")
    for page in pages { #expect(page.read(until: "true").contains("event: state")) }
    let outcome = try served.stop()
    #expect(outcome.status == 0)
  }

  @Test("edits of a page, of the command line and of an editor at once lose nothing")
  func together() throws {
    let names = (0..<30).map { "Thing \($0)" }
    let list = "# Lisbon\n\n" + names.map { "- [ ] \($0)\n" }.joined()
    let served = try Served("--port", "0", trips: ["lisbon": list])
    let identities = try served.identities()
    let programs = try (20..<25).map { number in
      try ValiseProgram.start(
        ["--quiet", "pack", "lisbon", "Thing \(number)"], in: served.sandbox.folder.url)
    }
    for number in 0..<20 {
      let identity = try #require(identities["Thing \(number)"])
      let answer = try served.edit(#"{"trip":"lisbon","items":{"\#(identity)":true}}"#)
      #expect(answer.status == 200, "\(answer.text)")
    }
    for program in programs { #expect(try program.outcome().status == 0) }
    let wanted =
      "# Lisbon\n\n"
      + names.enumerated().map { "- [\($0 < 25 ? "x" : " ")] \($1)\n" }.joined()
    #expect(try served.list == wanted)
  }
}
