import Foundation
import TestSupport
import Testing

@Suite("valise print, with engines made up for it")
struct PrintCommandTests {
  private let site: SiteSandbox

  init() throws {
    site = try SiteSandbox(trips: [
      "oslo": "# Oslo\n\n- [ ] Socks\n- [x] Hat\n", "rome": "# Rome\n\n- [ ] Sun cream\n",
    ])
  }

  /// A program of that name in a folder that is the whole PATH, but for the system's own.
  private func path(_ programs: [String: String]) throws -> [String: String] {
    let folder = site.folder.url.appendingPathComponent("engines")
    for (name, script) in programs {
      let file = try site.folder.write("#!/bin/sh\n" + script, to: "engines/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    // No engine that is installed may be found.
    for tool in ["sleep", "cp", "cat", "touch"] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let link = folder.appendingPathComponent(tool)
      if !FileManager.default.fileExists(atPath: link.path) {
        try FileManager.default.createSymbolicLink(
          at: link, withDestinationURL: URL(fileURLWithPath: "/bin/\(tool)"))
      }
    }
    return ["PATH": folder.path]
  }

  private static let good = """
    printf '%%PDF-1.7\\n' > "$5"
    cat "$4" >> "$5"
    printf '%%%%EOF\\n' >> "$5"

    """

  @Test("a file of the trip's name, or the one that is named")
  func names() throws {
    let path = try path(["weasyprint": Self.good])
    let first = try site.valise("print", "oslo", environment: path)
    #expect(first.status == 0 && first.errors == "wrote oslo.pdf\n", "\(first)")
    #expect(try site.folder.read("oslo.pdf").contains(">Hat<"))
    let second = try site.valise("print", "Oslo", "-o", "./--blank", environment: path)
    #expect(second.status == 0 && site.has("--blank"), "\(second)")
    let third = try site.valise("print", "oslo", "-o", "-", environment: path)
    #expect(third.output.hasPrefix("%PDF-1.7") && third.output.hasSuffix("%%EOF\n"))
  }

  @Test(
    "an engine that fails is named, with its words, and nothing is written",
    arguments: [
      ("echo 'no such font' >&2; exit 3\n", "failed", "no such font"),
      ("exit 0\n", "wrote no file", ""), ("echo rubbish > \"$5\"\n", "no PDF file", ""),
      ("printf '%%PDF-1.7\\ncut off' > \"$5\"\n", "no PDF file", ""),
      ("exec sleep 60\n", "took longer than 1 second", ""),
      // What it started goes with it.
      ("sleep 60 & wait\n", "took longer than 1 second", ""),
    ])
  func failing(script: String, reason: String, words: String) throws {
    try site.folder.write("last week's", to: "oslo.pdf")
    let began = Date()
    let outcome = try site.valise(
      "print", "oslo", "--time-limit", "1", environment: try path(["weasyprint": script]))
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("print.failed") && outcome.errors.contains(reason))
    #expect(words.isEmpty || outcome.errors.contains(words))
    #expect(try site.folder.read("oslo.pdf") == "last week's")
    #expect(Date().timeIntervalSince(began) < 30)
  }

  @Test("a browser that is none is an error, not a wait")
  func noBrowser() throws {
    for script in ["exit 1\n", "printf 'hello\\0' >&4; exec sleep 60\n"] {
      let outcome = try site.valise(
        "print", "oslo", "--time-limit", "5", environment: try path(["chromium": script]))
      #expect(outcome.status == 2 && outcome.errors.contains("Chromium did not print oslo"))
      #expect(!site.has("oslo.pdf"))
    }
  }

  @Test("without an engine it says how to get one, and leaves nothing")
  func missing() throws {
    let path = try path([:])
    let outcome = try site.valise("print", "oslo", environment: path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("apt install weasyprint"))
    let named = try site.valise("print", "oslo", "--engine", "chromium", environment: path)
    #expect(named.status == 2 && named.errors.contains("Chromium is not installed"))
    let all = try site.valise("print", "--all", environment: path)
    #expect(all.status == 2 && !site.has("oslo.pdf") && !site.has("sheets"))
  }

  @Test("valise.yml chooses the engine, the command line overrules it")
  func chosenEngine() throws {
    try site.folder.write("print:\n  engine: chromium\n  paper: a5\n", to: "valise.yml")
    let path = try path(["weasyprint": Self.good])
    #expect(try site.valise("print", "oslo", environment: path).errors.contains("Chromium"))
    let outcome = try site.valise("print", "oslo", "--engine", "weasyprint", environment: path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try site.folder.read("oslo.pdf").contains("size: A5"))
  }

  @Test("with --all one bad trip does not stop the rest")
  func all() throws {
    try site.folder.write("---\nstart: soon\n---\n- [ ] Map\n", to: "Content/trips/mars.md")
    let outcome = try site.valise(
      "print", "--all", environment: try path(["weasyprint": Self.good]))
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("mars is not printed"))
    #expect(outcome.errors.contains("wrote 2 of 3 files to sheets"))
    #expect(try site.files(in: "sheets").keys.sorted() == ["oslo.pdf", "rome.pdf"])
    let one = "case \"$(cat \"$4\")\" in *Socks*) exit 1;; esac\n" + Self.good
    let engine = try site.valise(
      "print", "oslo", "rome", "-o", "two", environment: try path(["weasyprint": one]))
    #expect(engine.status == 1 && engine.errors.contains("did not print oslo"))
    #expect(try site.files(in: "two").keys.sorted() == ["rome.pdf"])
  }

  @Test(
    "what cannot be done is said before anything is",
    arguments: [
      (["print"], "needs a trip"), (["print", "--all", "oslo"], "is one"),
      (["print", "oslo", "-o", "--notes"], "needs a file"),
      (["print", "oslo", "-o", ""], "needs a file"),
      (["print", "--all", "-o", "-"], "standard output"),
      (["print", "oslo", "--time-limit", "never"], "seconds"),
      (["print", "oslo", "-o", "Content"], "is a folder"),
      (["print", "oslo", "-o", "nowhere/oslo.pdf"], "cannot write nowhere"),
      (["print", "oslo", "-o", "valise.yml/oslo.pdf"], "cannot write valise.yml"),
      (["print", "olso"], "did you mean"),
    ])
  func refused(words: [String], reason: String) throws {
    let outcome = try ValiseProgram.run(
      words, in: site.folder.url, environment: try path(["weasyprint": Self.good]))
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(!site.has("oslo.pdf"))
  }

  @Test("20,000 items and an empty trip are handed to the engine")
  func extremes() throws {
    let items = (1...20_000).map { "- [ ] Thing \($0)\n" }.joined()
    try site.folder.write("## Kit\n" + items, to: "Content/trips/long.md")
    try site.folder.write("", to: "Content/trips/empty.md")
    let path = try path(["weasyprint": Self.good])
    let outcome = try site.valise("print", "long", "empty", "-o", "out", environment: path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try site.folder.read("out/long.pdf").contains(">Thing 20000<"))
    #expect(try site.folder.read("out/empty.pdf").contains("Nothing to pack yet"))
    let full = try ValiseProgram.run(
      ["-c", "'\(try ValiseProgram.url.path)' print oslo -o - >/dev/full"], in: site.folder.url,
      environment: path, program: URL(fileURLWithPath: "/bin/bash"))
    #expect(full.status == 2 && full.errors.contains("No space left"), "\(full)")
  }

  @Test("a closed pipe ends it quietly")
  func closedPipe() throws {
    let items = (0..<5000).map { "- [ ] Thing number \($0)\n" }.joined()
    try site.folder.write("# Long\n\n" + items, to: "Content/trips/long.md")
    let path = try path(["weasyprint": Self.good])
    let program = try ValiseProgram.url.path
    let outcome = try ValiseProgram.run(
      ["-c", "set -o pipefail; '\(program)' print long -o - | head -c 5"], in: site.folder.url,
      environment: path.merging(["PATH": path["PATH", default: ""] + ":/usr/bin"]) { $1 },
      program: URL(fileURLWithPath: "/bin/bash"))
    #expect(outcome.output == "%PDF-" && outcome.errors == "" && outcome.status == 0, "\(outcome)")
  }

  @Test("letters without a font are named")
  func glyphs() throws {
    try site.folder.write("# Oslo\n\n- [ ] Чай ☃\n", to: "Content/trips/oslo.md")
    let outcome = try site.valise(
      "print", "oslo",
      environment: try path(["weasyprint": Self.good, "fc-list": "echo '20-7e 2600-26ff'\n"]))
    #expect(outcome.status == 0 && outcome.errors.contains("print.glyph"))
    #expect(outcome.errors.contains("Ч (U+0427)") && !outcome.errors.contains("U+2603"))
  }

  @Test("a site's own template for reports is used")
  func ownTemplate() throws {
    try site.folder.write(
      "{{#sheets}}<p>{{title}}</p>{{/sheets}}", to: "Templates/reports/sheets.mustache")
    let path = try path(["weasyprint": Self.good])
    #expect(try site.valise("print", "oslo", environment: path).status == 0)
    #expect(try site.folder.read("oslo.pdf").contains("<p>Oslo</p>"))
    try site.folder.write(
      "{{#sheets}}{{titel}}{{/sheets}}", to: "Templates/reports/sheets.mustache")
    let broken = try site.valise("print", "oslo", environment: path)
    #expect(broken.status == 1 && broken.errors.contains("template.unknown-name"), "\(broken)")
  }
}
