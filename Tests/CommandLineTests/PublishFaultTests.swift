import Foundation
import Glibc
import TestSupport
import Testing

/// A publish or a preview that ends in the middle.
@Suite("Faults while publishing and serving")
struct PublishFaultTests {
  /// The children of a process and theirs, as far as they run now.
  private static func descendants(of process: Int32) -> [Int32] {
    let path = "/proc/\(process)/task/\(process)/children"
    // A process that has ended has no such file.
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    let children = text.split(separator: " ").compactMap { Int32($0) }
    return children + children.flatMap { descendants(of: $0) }
  }

  /// What lies at the target, without what is the publisher's own.
  private static func published(_ sandbox: SiteSandbox, _ place: String) throws -> [String: Data] {
    // A file that rsync was at work on when it was killed has a hidden name.
    if place.hasPrefix("rsync") {
      return try sandbox.files(in: "place").filter { !"/\($0.key)".contains("/.") }
    }
    if sandbox.has("copy") {
      try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent("copy"))
    }
    try git(sandbox, "clone", "--quiet", "--branch", "gh-pages", "place.git", "copy")
    return try sandbox.files(in: "copy").filter { !$0.key.hasPrefix(".") }
  }

  private static func git(_ sandbox: SiteSandbox, _ arguments: String...) throws {
    let outcome = try ValiseProgram.run(
      arguments, in: sandbox.folder.url, program: URL(fileURLWithPath: "/usr/bin/git"))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private static let environment = [
    "GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.org", "GIT_COMMITTER_NAME": "Ana",
    "GIT_COMMITTER_EMAIL": "ana@example.org",
  ]

  @Test(
    "a publish that is killed at any moment is finished by the next",
    arguments: ["rsync: place", "git: place.git"])
  func publishKilled(place: String) throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(40))
    try sandbox.folder.write("publish:\n  \(place)\n", to: "valise.yml")
    if place.hasPrefix("git") { try Self.git(sandbox, "init", "--quiet", "--bare", "place.git") }
    try sandbox.folder.write("mine", to: "place/trips/own.html")
    var numbers = SystemRandomNumberGenerator()
    let start = Date()
    _ = try sandbox.valise("build")
    let first = try ValiseProgram.run(
      ["publish"], in: sandbox.folder.url, environment: Self.environment)
    #expect(first.status == 0, "\(first.errors)")
    let whole = Date().timeIntervalSince(start) * 1_000_000
    var words: [String] = []
    for round in 0..<30 {
      let trip = "Content/trips/trip-\(Int.random(in: 0..<40, using: &numbers)).md"
      if round % 5 == 4, sandbox.has(trip) {
        try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(trip))
      } else {
        words.append("word\(round)word")
        let list = sandbox.has(trip) ? try sandbox.folder.read(trip) : "# Back\n"
        try sandbox.folder.write("\(list)\n## More\n- [ ] word\(round)word\n", to: trip)
      }
      // Now and then the builder's memory of it goes as well.
      if round % 10 == 9 {
        try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(".valise"))
      }
      let running = try ValiseProgram.start(
        ["publish"], in: sandbox.folder.url, environment: Self.environment)
      usleep(UInt32.random(in: 0...UInt32(whole), using: &numbers))
      // What it started goes on alone, or ends with it.
      let others = round % 2 == 0 ? Self.descendants(of: running.process.processIdentifier) : []
      for process in [running.process.processIdentifier] + others { kill(process, SIGKILL) }
      _ = try running.outcome()
    }
    let last = try ValiseProgram.run(
      ["publish"], in: sandbox.folder.url, environment: Self.environment)
    #expect(last.status == 0, "\(last.errors)")
    let again = try ValiseProgram.run(
      ["publish"], in: sandbox.folder.url, environment: Self.environment)
    #expect(again.output == "up to date: nothing to send\n", "\(again)")
    _ = try sandbox.valise("build", "--force", "--output", "cold")
    var expected = try sandbox.files(in: "cold").filter { !$0.key.hasPrefix(".") }
    if place.hasPrefix("rsync") { expected["trips/own.html"] = Data("mine".utf8) }
    let published = try Self.published(sandbox, place)
    let names = Set(published.keys).union(expected.keys).sorted()
    #expect(names.filter { published[$0] != expected[$0] } == [])
    #expect(!words.isEmpty)
  }

  /// Has a page of a preview add a word, and kills the preview meanwhile.
  ///
  /// - Returns: Whether the preview said that it is done.
  private func addInBrowser(
    _ word: String, to trip: String, of sandbox: SiteSandbox, microseconds: UInt32
  ) throws -> Bool {
    let served = try ServeTests.Served(of: sandbox)
    let page = "/trips/\(trip).html"
    let item = try Regex(#"data-item="([0-9a-v]+)""#)
    let found = try served.ask(page).text.firstMatch(of: item)?.output[1].substring
    let identity = try #require(found)
    let body = #"{"trip":"\#(trip)","add":"\#(word)","beside":"\#(identity)"}"#
    let host = "127.0.0.1:\(served.port)"
    let fields = [
      "Host: \(host)", "Origin: http://\(host)", "Connection: close",
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
      "X-Valise-Token: \(try served.value(of: "token", on: page))",
    ]
    let client = try SocketClient(port: served.port)
    let head = fields.joined(separator: "\r\n")
    client.send("POST /.valise/edit HTTP/1.1\r\n\(head)\r\n\r\n\(body)")
    usleep(microseconds)
    kill(served.program.process.processIdentifier, SIGKILL)
    _ = try served.program.outcome()
    return SocketClient.parse(client.readToEnd()).status == 200
  }

  @Test("a preview that is killed at any moment, while lists are edited, loses no word")
  func serveKilled() throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(30))
    var numbers = SystemRandomNumberGenerator()
    let start = Date()
    #expect(try ServeTests.Served(of: sandbox).stop().status == 0)
    let whole = UInt32(Date().timeIntervalSince(start) * 1_000_000)
    var kept: [String] = []
    var perhaps: [String] = []
    for round in 0..<32 {
      let trip = "trip-\(Int.random(in: 0..<30, using: &numbers))"
      let word = "word\(round)word"
      if round % 4 == 0 {
        let isDone = try addInBrowser(
          word, to: trip, of: sandbox, microseconds: .random(in: 0...40_000, using: &numbers))
        if isDone { kept.append(word) } else { perhaps.append(word) }
        continue
      }
      let running = try ValiseProgram.start(["serve", "--port", "0"], in: sandbox.folder.url)
      usleep(.random(in: 0...whole, using: &numbers))
      var editing: RunningProgram?
      if round % 4 == 1 {
        let path = "Content/trips/\(trip).md"
        let list = try sandbox.folder.read(path)
        try sandbox.folder.write("\(list)\n## More\n- [ ] \(word)\n", to: path)
      } else {
        editing = try ValiseProgram.start(
          ["-q", "add", trip, word, "-c", "Kit"], in: sandbox.folder.url)
      }
      usleep(.random(in: 0...whole / 2, using: &numbers))
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.outcome()
      if let outcome = try editing?.outcome() {
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      kept.append(word)
    }
    let lists = try sandbox.files(in: "Content").mapValues { String(decoding: $0, as: UTF8.self) }
    for word in kept + perhaps {
      let count = lists.values.reduce(0) { $0 + $1.ranges(of: word).count }
      #expect(count == 1 || count == 0 && perhaps.contains(word), "\(word): \(count)")
    }
    for (name, list) in lists {
      #expect(name.hasSuffix(".md") && list.contains("thing number 39 x2 49 g\n"), "\(name)")
    }
    // The next preview and the next build show all of it.
    #expect(try ServeTests.Served(of: sandbox).stop().status == 0)
    #expect(try sandbox.valise("build").status == 0)
    _ = try sandbox.valise("build", "--force", "--output", "cold")
    let cold = try sandbox.files(in: "cold")
    #expect(try sandbox.files(in: "Output") == cold)
    #expect(try sandbox.files(in: ".valise/preview") == cold)
    #expect(try sandbox.valise("build").output.contains(" 0 written"))
  }
}
