import Foundation
import TestSupport
import Testing

/// Texts that mean harm go into every field of every input, and everything that comes out is read by
/// programs that know nothing of Valise.
@Suite("Attacks")
struct AttackTests {
  /// What a reader of all outputs found.
  private struct Findings: Decodable {
    var count: Int
    var problems: [String]
  }

  private static let readers = PythonTool("Tests/Fixtures/Attacks/outputs.py")

  /// Builds a site and exports it in every form, all into the folder `out`.
  private func write(_ site: AttackSite) throws -> URL {
    let sandbox = site.sandbox
    let built = try sandbox.valise("build", "--output", "out")
    #expect(built.status == 0 || built.status == 1, "\(built.errors.suffix(2_000))")
    for format in ["csv", "json", "ics", "lighterpack", "txt"] {
      let exported = try sandbox.valise(
        "export", "--all", "--format", format, "-o", "out/export-\(format).\(format)")
      #expect(exported.status < 2, "\(format): \(exported.errors.suffix(2_000))")
    }
    let some = stride(from: 0, to: site.texts.count, by: 5).map { "t\($0)" }
    let pages = try ValiseProgram.run(
      ["export"] + some + ["--format", "html", "-o", "pages/"], in: sandbox.folder.url)
    #expect(pages.status < 2, "\(pages.errors.suffix(2_000))")
    let root = sandbox.folder.url
    for name in try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("pages").path)
    {
      try FileManager.default.moveItem(
        at: root.appendingPathComponent("pages/\(name)"),
        to: root.appendingPathComponent("out/export-\(name)"))
    }
    // What could act in a PDF, or make a link there; printing takes its time.
    let attacks = try AttackSite.attacks
    let printed = attacks.indices.filter {
      ["script", "javascript scheme"].contains(attacks[$0].kind)
    }
    .map { "t\($0)" }
    for engine in ["weasyprint", "chromium"] {
      let book = try ValiseProgram.run(
        ["print"] + printed + [
          "--book", "--notes", "--engine", engine, "--time-limit", "250", "-o", "out/\(engine).pdf",
        ],
        in: root)
      #expect(book.status < 2, "\(engine): \(book.errors.suffix(2_000))")
    }
    try FileManager.default.moveItem(
      at: root.appendingPathComponent("out/export-lighterpack.lighterpack"),
      to: root.appendingPathComponent("out/export-lighterpack.csv"))
    return root.appendingPathComponent("out")
  }

  @Test(
    "no text becomes anything but text, in any file that is written",
    .enabled(if: PythonTool.isExpected))
  func files() throws {
    let attacks = try AttackSite.attacks.map(\.text)
    let hostile = try AttackSite(attacks)
    let harmless = try AttackSite(attacks.indices.map { "plain words \($0)" })
    let folders = [try write(hostile).path, try write(harmless).path]
    let found = try JSONDecoder().decode(
      Findings.self, from: Data(try Self.readers.run(folders).utf8))
    #expect(found.count > attacks.count * 3)
    #expect(found.problems.isEmpty, "\(found.problems.prefix(40).joined(separator: "\n"))")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/x"))
    // What is private stays at home.
    let secret = try ValiseProgram.run(
      ["-rl", "Secret", folders[0]], in: hostile.sandbox.folder.url,
      program: URL(fileURLWithPath: "/usr/bin/grep"))
    // A line of backticks makes code of all below it: there nothing is an item, or private.
    let fenced = attacks.indices.filter { attacks[$0].hasPrefix("```") }.map { "/t\($0)." }
    let leaks = secret.output.split(separator: "\n").filter { file in
      !fenced.contains { file.contains($0) }
    }
    #expect(leaks.isEmpty, "\(leaks)")
  }

  @Test("nothing that is printed moves a cursor, sets a title or turns the direction of a line")
  func terminal() throws {
    let kinds = ["terminal", "direction", "invisible", "header", "script"]
    let attacks = try AttackSite.attacks.filter { kinds.contains($0.kind) }
    let site = try AttackSite(attacks.map(\.text))
    let shown = attacks.indices.filter { attacks[$0].kind == "terminal" }.prefix(5)
    let commands =
      shown.map { ["show", "t\($0)"] } + [
        ["build"], ["check"], ["list"], ["search", "hit"],
        ["show", "\u{1B}[2J"], ["pack", "t3", "\u{202E}x"], ["build", "\u{1B}]0;x\u{7}"],
      ]
    for command in commands {
      let outcome = try ValiseProgram.run(command, in: site.sandbox.folder.url)
      for scalar in (outcome.output + outcome.errors).unicodeScalars {
        let isSafe =
          scalar == "\n"
          || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
            && !(0x202A...0x202E).contains(scalar.value)
            && !(0x2066...0x2069).contains(scalar.value)
        #expect(isSafe, "\(command): U+\(String(scalar.value, radix: 16))")
        if !isSafe { break }
      }
    }
    // As JSON, all of it is there, escaped.
    let list = try site.sandbox.valise("list", "--json")
    #expect(!list.output.contains("\u{1B}") && !list.output.contains("\u{9B}"))
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    }
  }

  @Test("no name, path or field of a request puts anything into the head of an answer")
  func headers() throws {
    let kinds = ["script", "javascript scheme", "path", "header", "direction"]
    let attacks = try AttackSite.attacks.filter { kinds.contains($0.kind) }.map(\.text)
    let served = try ServeTests.Served(of: AttackSite(attacks).sandbox)
    let known: Set = [
      "date", "connection", "content-type", "content-length", "content-range", "content-encoding",
      "cache-control", "etag", "vary", "accept-ranges", "location", "allow",
      "x-content-type-options", "content-security-policy", "x-frame-options", "referrer-policy",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy", "last-modified", "transfer-encoding",
    ]
    var plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7F}"))
    plain.insert(charactersIn: "-._~")
    func check(_ target: String, _ fields: [(String, String)] = []) throws {
      var answer = try served.ask(target, fields)
      // Beside all other tests an answer may take longer than a client waits.
      if answer.status == 0 { answer = try served.ask(target, fields) }
      #expect((200..<500).contains(answer.status), "\(target): \(answer.status)")
      let strange = Set(answer.fields.keys).subtracting(known)
      #expect(strange.isEmpty, "\(target): \(strange)")
      for (name, value) in answer.fields where name != "location" {
        #expect(!value.contains("evil") && !value.contains("hit()"), "\(target): \(name): \(value)")
      }
      // Where a folder is named, the way leads on into that folder, and to no other host.
      guard let location = answer.fields["location"] else { return }
      #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.hasPrefix("/\\"))
    }
    for attack in attacks {
      let quoted = try #require(attack.addingPercentEncoding(withAllowedCharacters: plain))
      let line = attack.filter { !$0.isNewline && $0 != "\0" }
      let word = line.filter { $0 != " " }
      for way in [quoted, "trips/\(quoted).html", "trips?\(quoted)", "trips/..%2f\(quoted)/"] {
        try check("/\(way)")
      }
      for way in ["/trips?\(word)", "//\(word)/..%2ftrips", "/\\\(word)"] where !word.isEmpty {
        try check(way)
      }
      try check(
        "/trips/t0.html",
        [
          ("Accept-Language", line), ("If-None-Match", line), ("Range", line),
          ("Accept-Encoding", line),
        ])
    }
    // The files whose names are attacks are there under addresses that are none.
    #expect(try served.ask("/trips/t0.html").status == 200)
    #expect(try served.stop().status == 0)
  }

  @Test("no alias in the front matter or the settings makes a file larger than its reader allows")
  func bombs() throws {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<12 {
      bomb +=
        "a\(level): &a\(level) ["
        + repeatElement("*a\(level - 1)", count: 9)
        .joined(separator: ", ") + "]\n"
    }
    let sandbox = try SiteSandbox(trips: [
      "bomb": "---\n\(bomb)---\n- [ ] hat\n",
      "deep": "---\na: " + String(repeating: "[", count: 90_000),
      "good": "- [ ] cap\n", "self": "---\ntravellers: &a [*a]\n---\n- [ ] x\n",
    ])
    let start = Date()
    let built = try sandbox.valise("build")
    #expect(built.status == 1 && built.errors.contains("[yaml.aliases]"), "\(built.errors)")
    #expect(sandbox.has("Output/trips/good.html"))
    try sandbox.folder.write(bomb, to: "valise.yml")
    #expect(try sandbox.valise("build").status == 1)
    #expect(Date().timeIntervalSince(start) < 20)
  }

  @Test("no include, photo or link leads to a file outside the site")
  func paths() throws {
    let secret = "root-of-all-secrets"
    let sandbox = try SiteSandbox(trips: [:])
    try sandbox.folder.write("# \(secret)\n- [ ] \(secret)\n", to: "outside/secret.md")
    try sandbox.folder.write(secret, to: "outside/secret.png")
    let ways = [
      "../../../outside/secret", "../../../outside/secret.md", "/\u{301}../../../outside/secret",
      sandbox.folder.url.appendingPathComponent("outside/secret").path, "..\\..\\outside\\secret",
      "..%2f..%2f..%2foutside%2fsecret", "link/secret",
      "file://\(sandbox.folder.url.path)/outside/secret",
    ]
    for (number, way) in ways.enumerated() {
      try sandbox.folder.write(
        """
        ---
        include: ['\(way)']
        photo: '\(way).png'
        ---
        [link](<\(way).png>) ![picture](<\(way).png>)

        - [ ] [item](<\(way).png>)

        """, to: "site/Content/trips/t\(number).md")
    }
    let content = sandbox.folder.url.appendingPathComponent("site/Content")
    for folder in ["trips", "lists"] {
      try FileManager.default.createDirectory(
        at: content.appendingPathComponent(folder), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: content.appendingPathComponent("\(folder)/link").path,
        withDestinationPath: "../../../outside")
    }
    let built = try sandbox.valise("-C", "site", "build")
    #expect(built.status == 1 && built.errors.contains("[file.outside]"), "\(built.errors)")
    for (name, bytes) in try sandbox.files(in: "site/Output") {
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
    }
    // Names on the command line lead no further.
    for name in ["../../outside/secret", "/etc/passwd", "..", "."] {
      for command in [["show", name], ["pack", name, "x"], ["export", name], ["new", name]] {
        let outcome = try ValiseProgram.run(["-C", "site"] + command, in: sandbox.folder.url)
        #expect(!outcome.output.contains(secret) && !outcome.errors.contains(secret))
      }
    }
    #expect(try sandbox.folder.read("outside/secret.md").hasPrefix("# \(secret)\n- [ ]"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.folder.url.appendingPathComponent("outside").path)
    #expect(names.sorted() == ["secret.md", "secret.png"])
  }
}
