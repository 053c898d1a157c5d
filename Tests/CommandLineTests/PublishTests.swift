import Foundation
import Glibc
import TestSupport
import Testing

@Suite("valise publish")
struct PublishTests {
  static let lisbon = "# Lisbon\n\n- [ ] Socks\n- [ ] Diary #private\n"

  /// A site of two trips and a folder for it to go to.
  static func site(_ settings: String) throws -> SiteSandbox {
    let sandbox = try SiteSandbox(trips: ["lisbon": lisbon, "oslo": "# Oslo\n\n- [ ] Skis\n"])
    try sandbox.folder.write(
      "title: Trips\nbase-url: https://lists.example.org\npublish:\n" + settings, to: "valise.yml")
    return sandbox
  }

  /// A server of the system while a test uses it.
  final class Server {
    let program: RunningProgram
    let port: Int

    init(_ path: String, port: Int, in folder: URL, _ arguments: [String]) throws {
      self.port = port
      // sshd closes all that it inherits, also the socket by which Foundation tells that a program
      // ended; a shell around it keeps that open, or every wait for any program waits for sshd.
      let script = #"trap 'kill "$server"' TERM; "$@" & server=$!; wait "$server""#
      program = try ValiseProgram.start(
        // The threads of tests block signals, and what they start inherits that.
        ["--default-signal=TERM", "/bin/sh", "-c", script, "sh", path] + arguments, in: folder,
        program: URL(fileURLWithPath: "/usr/bin/env"))
      for _ in 0..<500 where program.process.isRunning {
        if (try? SocketClient(port: port)) != nil { return }
        usleep(20_000)
      }
      // It says why it does not listen.
      _ = try SocketClient(port: port)
    }

    deinit { program.process.terminate() }
  }

  @Test("what is built is sent, and the second time nothing is")
  func twice() throws {
    let sandbox = try Self.site("  rsync: ../\(UUID().uuidString)/place\n")
    let first = try sandbox.valise("publish")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.hasPrefix("published: "))
    let second = try sandbox.valise("publish")
    #expect(second.status == 0)
    #expect(second.output == "up to date: nothing to send\n")
    #expect(try sandbox.valise("publish", "--dry-run").output == "up to date: nothing to send\n")
  }

  @Test("private items are nowhere in what is published")
  func secrets() throws {
    let sandbox = try Self.site("  rsync: place\n")
    #expect(try sandbox.valise("publish").status == 0)
    let files = try sandbox.files(in: "place")
    #expect(files["trips/lisbon.html"] != nil)
    for (name, bytes) in files {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("Diary"), "\(name)")
    }
  }

  @Test("--dry-run tells what would change and changes nothing")
  func dryRun() throws {
    let sandbox = try Self.site("  rsync: place\n")
    let planned = try sandbox.valise("publish", "--dry-run")
    #expect(planned.status == 0)
    #expect(planned.output.contains("+ trips/lisbon.html\n"))
    #expect(!sandbox.has("place"))
    #expect(try sandbox.valise("publish").status == 0)
    try sandbox.folder.write("# Lisbon\n\n- [ ] Shoes\n", to: "Content/trips/lisbon.md")
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appendingPathComponent("Content/trips/oslo.md"))
    let before = try sandbox.files(in: "place")
    let changes = try sandbox.valise("publish", "--dry-run").output
    #expect(changes.contains("~ trips/lisbon.html\n"))
    #expect(changes.contains("- trips/oslo.html\n"))
    #expect(try sandbox.files(in: "place") == before)
  }

  @Test("with a warning nothing is sent")
  func strict() throws {
    let sandbox = try Self.site("  rsync: place\n")
    try sandbox.folder.write("---\ntitel: x\n---\n- Skis\n", to: "Content/trips/oslo.md")
    let outcome = try sandbox.valise("publish")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: "))
    #expect(outcome.errors.hasSuffix("nothing was published: mend this first\n"))
    #expect(!sandbox.has("place"))
  }

  @Test(
    "settings that make no sense are named with their line",
    arguments: [
      ("  rsync: a\n  git: b\n", "must name one place"), ("  branch: x\n", "must name one place"),
      ("  rsync: -e sh\n", "may not begin with"), ("  rsync: a\n  branch: b\n", "goes with"),
      ("  git: a\n  history: some\n", "history"), ("  git: a\n  domain: https://x.y\n", "domain"),
      ("  rsink: a\n", "rsink"), ("  - rsync\n", "keys with values"),
    ])
  func settings(text: String, message: String) throws {
    let outcome = try Self.site(text).valise("publish")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("valise.yml:"), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("to a server of rsync", .enabled(if: ExternalTool("rsync", package: "rsync").isExpected))
  func daemon() throws {
    let port = try SocketClient.freePort()
    let sandbox = try Self.site("  rsync: rsync://127.0.0.1:\(port)/site/far\n")
    try sandbox.folder.write(
      """
      use chroot = no
      \(geteuid() == 0 ? "uid = root\ngid = root" : "")
      [site]
      path = \(sandbox.folder.url.path)/served
      read only = no
      """, to: "rsyncd.conf")
    try FileManager.default.createDirectory(
      at: sandbox.folder.url.appendingPathComponent("served"), withIntermediateDirectories: true)
    let server = try Server(
      "/usr/bin/rsync", port: port, in: sandbox.folder.url,
      [
        "--daemon", "--no-detach", "--address=127.0.0.1", "--port=\(port)",
        "--config=\(sandbox.folder.url.path)/rsyncd.conf",
      ])
    defer { withExtendedLifetime(server) {} }
    try Self.publishTwice(sandbox, to: "served/far")
  }

  @Test(
    "over ssh",
    .enabled(if: ExternalTool("/usr/sbin/sshd", package: "openssh-server").isExpected))
  func ssh() throws {
    let port = try SocketClient.freePort()
    let sandbox = try SiteSandbox(trips: ["lisbon": Self.lisbon])
    let root = sandbox.folder.url.path
    try sandbox.folder.write(
      "title: Trips\npublish:\n  rsync: 127.0.0.1:\(root)/far/away\n", to: "valise.yml")
    // What sshd's own service makes before it starts.
    if geteuid() == 0, !FileManager.default.fileExists(atPath: "/run/sshd") {
      try FileManager.default.createDirectory(
        atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    for name in ["host", "user"] {
      let made = try ValiseProgram.run(
        ["-q", "-t", "ed25519", "-N", "", "-f", "\(root)/\(name)"], in: sandbox.folder.url,
        program: URL(fileURLWithPath: "/usr/bin/ssh-keygen"))
      #expect(made.status == 0)
    }
    try sandbox.folder.write(
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(root)/host
      AuthorizedKeysFile \(root)/user.pub
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      PermitRootLogin prohibit-password
      PidFile none

      """, to: "sshd_config")
    let server = try Server(
      "/usr/sbin/sshd", port: port, in: sandbox.folder.url,
      ["-D", "-e", "-f", "\(root)/sshd_config"])
    defer { withExtendedLifetime(server) {} }
    try Self.publishTwice(
      sandbox, to: "far/away",
      environment: [
        "RSYNC_RSH": "ssh -p \(port) -i \(root)/user -o StrictHostKeyChecking=no"
          + " -o UserKnownHostsFile=/dev/null -o BatchMode=yes -o LogLevel=ERROR"
      ])
  }

  private static func publishTwice(
    _ sandbox: SiteSandbox, to place: String, environment: [String: String] = [:]
  ) throws {
    let first = try sandbox.valise("publish", environment: environment)
    #expect(first.status == 0, "\(first.errors)")
    let built = try sandbox.files(in: "Output").filter { !$0.key.hasPrefix(".") }
    let sent = try sandbox.files(in: place).filter { !$0.key.hasPrefix(".") }
    #expect(sent == built)
    let again = try sandbox.valise("publish", environment: environment)
    #expect(again.output == "up to date: nothing to send\n", "\(again.errors)")
    // A connection over ssh takes its time: once was enough.
    guard environment.isEmpty else { return }
    try sandbox.folder.write("# Lisbon\n\n- [ ] Shoes\n", to: "Content/trips/lisbon.md")
    #expect(try sandbox.valise("publish", environment: environment).status == 0)
    let page = try sandbox.folder.read("\(place)/trips/lisbon.html")
    #expect(page.contains("Shoes"))
  }

  @Test(
    "nginx serves it as docs/hosting.md has it",
    .enabled(if: ExternalTool("/usr/sbin/nginx", package: "nginx-light").isExpected))
  func nginx() throws {
    let port = try SocketClient.freePort()
    let sandbox = try Self.site("  rsync: place\n")
    #expect(try sandbox.valise("publish").status == 0)
    let root = sandbox.folder.url.path
    let guide = try String(
      contentsOf: Repository.root.appendingPathComponent("docs/hosting.md"), encoding: .utf8)
    let snippet = try #require(
      guide.components(separatedBy: "```nginx\n").last?.components(separatedBy: "\n```").first)
    let server = snippet.replacing("listen 80;", with: "listen 127.0.0.1:\(port);")
      .replacing("/var/www/trips", with: "\(root)/place")
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(root)/nginx-\($0);" }.joined(separator: "\n")
    try sandbox.folder.write(
      """
      \(geteuid() == 0 ? "user root;" : "")
      daemon off;
      pid \(root)/nginx.pid;
      error_log stderr;
      events {}
      http {
      include /etc/nginx/mime.types;
      access_log off;
      \(temporary)
      \(server)
      }

      """, to: "nginx.conf")
    let running = try Server(
      "/usr/sbin/nginx", port: port, in: sandbox.folder.url,
      ["-e", "stderr", "-c", "\(root)/nginx.conf"])
    defer { withExtendedLifetime(running) {} }
    func ask(_ target: String, _ fields: [(String, String)] = []) throws
      -> SocketClient.Response
    {
      try SocketClient.ask(target, port: port, fields: fields)
    }
    let page = try ask("/trips/lisbon.html")
    #expect(page.status == 200)
    #expect(page.fields["content-type"] == "text/html; charset=utf-8")
    #expect(page.fields["cache-control"] == "public, max-age=60, must-revalidate")
    #expect(try ask("/").text == (try sandbox.folder.read("place/index.html")))
    let small = try ask("/trips/lisbon.html", [("Accept-Encoding", "gzip")])
    #expect(small.fields["content-encoding"] == "gzip")
    let link = try #require(page.text.firstMatch(of: try Regex(#"assets/style-[^"]+\.css"#)))
    let style = try ask("/" + String(page.text[link.range]))
    #expect(style.fields["cache-control"] == "public, max-age=31536000, immutable")
    #expect(style.fields["content-type"] == "text/css; charset=utf-8")
    let missing = try ask("/nowhere")
    #expect(missing.status == 404)
    if sandbox.has("place/404.html") {
      #expect(missing.text == (try sandbox.folder.read("place/404.html")))
    }
    #expect(try ask("/.valise-published").status == 404)
    for (ending, type) in [
      ("webmanifest", "application/manifest+json"), ("ics", "text/calendar"),
    ] {
      let name = try sandbox.files(in: "place").keys.sorted().first { $0.hasSuffix(".\(ending)") }
      guard let name else { continue }
      #expect(try ask("/\(name)").fields["content-type"]?.hasPrefix(type) == true, "\(name)")
    }
  }

  @Test("a workflow for a host is written once", arguments: ["github", "gitlab"])
  func workflows(host: String) throws {
    let sandbox = try SiteSandbox()
    let first = try sandbox.valise("init", "--ci", host, "site")
    #expect(first.status == 0, "\(first.errors)")
    let path = host == "github" ? "site/.github/workflows/publish.yml" : "site/.gitlab-ci.yml"
    let text = try sandbox.folder.read(path)
    #expect(text.contains("valise build --strict"))
    #expect(text.contains("VALISE_SOURCE"))
    #expect(first.errors.contains("VALISE_SOURCE"))
    try sandbox.folder.write("mine", to: path)
    #expect(try sandbox.valise("init", "--ci", host, "site").status == 0)
    #expect(try sandbox.folder.read(path) == "mine")
    #expect(try sandbox.valise("init", "--ci", "jenkins", "other").status == 2)
  }
}
