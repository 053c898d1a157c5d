import Foundation
import Glibc
import TestSupport
import Testing

/// Everything that can be wrong with what a person brings: each is named with its place, the rest
/// of the site is built, and nothing that was there is lost.
@Suite("Bad input")
struct BadInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var files: [String: String]
    /// What standard error must hold.
    var expected: [String]
    var status: Int32

    var testDescription: String { name }

    init(_ name: String, _ files: [String: String], _ expected: [String], _ status: Int32) {
      self.name = name
      self.files = files
      self.expected = expected
      self.status = status
    }
  }

  static let good = "# Good\n- [ ] hat\n"

  static let cases = [
    Case(
      "a misspelt front-matter key",
      ["Content/trips/a.md": "---\ntitel: A\n---\n- hat\n"],
      [
        "Content/trips/a.md:2:1: warning", "titel", "[front-matter.unknown-key]", "did you mean",
        "title",
      ],
      0),
    Case(
      "a misspelt name in a template",
      ["Templates/trip.mustache": "<p>{{trip.titel}}</p>"],
      ["Templates/trip.mustache:1:", "titel", "[template.unknown-name]", "did you mean", "title"], 1
    ),
    Case(
      "a section that is not closed", ["Templates/home.mustache": "line\n{{#trips}}x"],
      ["Templates/home.mustache:2:", "[template.syntax]", "trips"], 1),
    Case(
      "an unknown partial", ["Templates/home.mustache": "{{> progres}}"],
      ["Templates/home.mustache:1:", "[template.unknown-partial]", "progress"], 1),
    Case(
      "everything that is wrong with a template, not the first",
      [
        "Templates/trip.mustache":
          "{{trip.titel}}{{> progres}}\n{{#trip}}{{titl}}{{/trip}}\n{{#open}}"
      ],
      [
        "Templates/trip.mustache:1:8: error", "Templates/trip.mustache:1:19: error",
        "Templates/trip.mustache:2:12: error", "Templates/trip.mustache:3:1: error",
      ], 1),
    Case(
      "a template whose own name is misspelt", ["Templates/trp.mustache": "x"],
      [
        "Templates/trp.mustache:1:1: warning", "[template.unused]",
        "did you mean \"trip.mustache\"?",
      ],
      0),
    Case(
      "two trips with one address",
      ["Content/trips/a.md": "- hat\n", "Content/trips/a/index.md": "- cap\n"],
      ["[trip.duplicate-address]", "Content/trips/a.md", "Content/trips/a/index.md"], 1),
    Case(
      "two trips with one address after spaces and case",
      ["Content/trips/My Trip.md": "- hat\n", "Content/trips/my-trip.md": "- cap\n"],
      ["[trip.duplicate-address]", "Content/trips/My Trip.md", "Content/trips/my-trip.md"], 1),
    Case(
      "two trips with one booking",
      [
        "Content/trips/a.md": "---\nbooking: JP-1\n---\n- hat\n",
        "Content/trips/b.md": "---\nbooking: JP-1\n---\n- cap\n",
      ],
      [
        "Content/trips/b.md:2:10: error", "JP-1", "[trip.duplicate-booking]",
        "Content/trips/a.md:2:10",
      ],
      1),
    Case(
      "a link to a page that is not there",
      ["Content/trips/a.md": "See [Rome](rome.md).\n\n- [ ] hat\n"],
      ["Content/trips/a.md:1:", "rome.md", "[link.missing]"], 0),
    Case(
      "a tab in YAML", ["Content/trips/a.md": "---\ntitle: A\nbags:\n\tduffel: 3 kg\n---\n- hat\n"],
      ["Content/trips/a.md:4:", "error", "[yaml.syntax]"], 1),
    Case(
      "a duplicate key", ["Content/trips/a.md": "---\ntitle: A\ntitle: B\n---\n- hat\n"],
      ["Content/trips/a.md:3:1: error", "title", "[yaml.duplicate-key]", "2:1"], 1),
    Case(
      "a quote that is not closed", ["Content/trips/a.md": "---\ntitle: \"A\n---\n- hat\n"],
      ["Content/trips/a.md:2:", "[yaml.syntax]"], 1),
    Case(
      "front matter that is not closed", ["Content/trips/a.md": "---\ntitle: A\n\n- hat\n"],
      ["Content/trips/a.md:1:", "[front-matter.unclosed]"], 1),
    Case(
      "YAML nested 10,000 deep",
      ["Content/trips/a.md": "---\ntags: \(String(repeating: "[", count: 10_000))\n---\n- hat\n"],
      ["Content/trips/a.md:2:", "[yaml.too-deep]"], 1),
    Case(
      "an alias bomb",
      [
        "Content/trips/a.md":
          "---\na: &a [x,x,x,x,x,x,x,x,x]\n"
          + (1..<10).map { i in
            let name = "abcdefghij".map(String.init)
            return
              "\(name[i]): &\(name[i]) [\(Array(repeating: "*\(name[i - 1])", count: 9).joined(separator: ","))]\n"
          }.joined() + "---\n- hat\n"
      ], ["Content/trips/a.md:", "[yaml.aliases]"], 1),
    Case(
      "a day that does not exist", ["Content/trips/a.md": "---\nstart: 2026-02-30\n---\n- hat\n"],
      ["Content/trips/a.md:2:8: error", "2026-02-30", "[trip.date]"], 1),
    Case(
      "an end before the start",
      ["Content/trips/a.md": "---\nstart: 2026-03-02\nend: 2026-03-01\n---\n- hat\n"],
      ["Content/trips/a.md:3:", "[trip.date-order]"], 1),
    Case(
      "nights that disagree with the days",
      ["Content/trips/a.md": "---\nstart: 2026-03-02\nend: 2026-03-05\nnights: 9\n---\n- hat\n"],
      ["Content/trips/a.md:4:", "9", "[trip.nights]"], 0),
    Case(
      "a base list that is missing",
      [
        "Content/trips/a.md": "---\ninclude: [carry-onn]\n---\n- hat\n",
        "Content/lists/carry-on.md": "- wallet\n",
      ], ["Content/trips/a.md:2:", "carry-onn", "[trip.include]", "carry-on"], 1),
    Case(
      "a base list that includes itself",
      [
        "Content/trips/a.md": "---\ninclude: [one]\n---\n- hat\n",
        "Content/lists/one.md": "---\ninclude: [two]\n---\n- wallet\n",
        "Content/lists/two.md": "---\ninclude: [one]\n---\n- keys\n",
      ], ["[trip.include-cycle]", "one"], 1),
    Case(
      "a photo that leaves the site",
      ["Content/trips/a.md": "---\nphoto: ../../../secret.png\n---\n- hat\n"],
      ["Content/trips/a.md:2:", "secret.png", "[trip.photo]"], 1),
    Case(
      "a photo that is missing", ["Content/trips/a.md": "---\nphoto: a.png\n---\n- hat\n"],
      ["Content/trips/a.md:", "a.png", "[trip.photo]"], 0),
    Case(
      "a setting that is misspelt", ["valise.yml": "titel: Trips\n"],
      ["valise.yml:1:1: warning", "titel", "[config.unknown-key]", "title"], 0),
    Case(
      "a list outside Content/trips",
      ["Content/rome.md": "- hat\n", "Content/old/rome/list.md": "- cap\n"],
      [
        "Content/rome.md:1:1: warning", "[content.ignored]", "Content/trips/",
        "Content/old/rome/list.md:1:1: warning",
      ], 0),
    Case(
      "a trip with nothing in it", ["Content/trips/a.md": "---\ntitle: A\n---\n"],
      ["Content/trips/a.md:", "[trip.empty]"], 0),
  ]

  @Test("is named with its place, and the rest is built", arguments: cases)
  func named(bad: Case) throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    for (path, text) in bad.files { try sandbox.folder.write(text, to: path) }
    let content = try sandbox.files(in: "Content")
    let outcome = try sandbox.valise("build")
    #expect(outcome.status == bad.status, "\(outcome.errors)")
    for text in bad.expected {
      #expect(outcome.errors.contains(text), "\(text) in \(outcome.errors)")
    }
    #expect(try sandbox.files(in: "Content") == content)
    #expect(sandbox.has("Output/print/good.html"))
  }

  @Test("a trip with an error keeps its last good page, and comes back when it is mended")
  func keepsLastGood() throws {
    let sandbox = try SiteSandbox(trips: ["a": "# A\n- [ ] hat\n", "b": "# B\n- [ ] cap\n"])
    _ = try sandbox.valise("build")
    let before = try sandbox.files(in: "Output")
    try sandbox.folder.write("---\ntitle: \"A\n---\n- [ ] scarf\n", to: "Content/trips/a.md")
    try sandbox.folder.write("# B\n- [ ] gloves\n", to: "Content/trips/b.md")
    for _ in 0..<2 {
      let outcome = try sandbox.valise("build")
      #expect(outcome.status == 1 && outcome.errors.contains("[yaml.syntax]"))
    }
    let after = try sandbox.files(in: "Output")
    #expect(after["trips/a.html"] == before["trips/a.html"])
    #expect(String(decoding: after["trips/b.html"] ?? Data(), as: UTF8.self).contains("gloves"))
    #expect(try sandbox.folder.read("Output/index.html").contains("trips/a.html"))
    try sandbox.folder.write("# A\n- [ ] scarf\n", to: "Content/trips/a.md")
    #expect(try sandbox.valise("build").status == 0)
    #expect(try sandbox.folder.read("Output/trips/a.html").contains("scarf"))
  }

  @Test("a broken template keeps the last good pages")
  func brokenTemplate() throws {
    let sandbox = try SiteSandbox(trips: ["a": "# A\n- [ ] hat\n"])
    _ = try sandbox.valise("build")
    let before = try sandbox.files(in: "Output")
    try sandbox.folder.write("{{#trip}}", to: "Templates/trip.mustache")
    try sandbox.folder.write("# A\n- [ ] scarf\n", to: "Content/trips/a.md")
    #expect(try sandbox.valise("build").status == 1)
    #expect(try sandbox.files(in: "Output")["trips/a.html"] == before["trips/a.html"])
    #expect(try sandbox.folder.read("Output/print/a.html").contains("scarf"))
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appendingPathComponent("Templates/trip.mustache"))
    #expect(try sandbox.valise("build").status == 0)
    #expect(try sandbox.folder.read("Output/trips/a.html").contains("scarf"))
  }

  @Test("bytes that are no UTF-8 are an error with the line")
  func encoding() throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    let path = try sandbox.folder.write("", to: "Content/trips/latin.md")
    try (Data("# Caf".utf8) + [0xE9, 0x0A] + Data("- [ ] hat\n".utf8)).write(to: path)
    let outcome = try sandbox.valise("build")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Content/trips/latin.md:1:6: error"), "\(outcome.errors)")
    #expect(outcome.errors.contains("[file.encoding]"))
    #expect(sandbox.has("Output/trips/good.html"))
  }

  @Test("a folder where a file should be, a pipe, and a link out of the site")
  func oddFiles() throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    let trips = sandbox.folder.url.appendingPathComponent("Content/trips")
    try FileManager.default.createDirectory(
      at: trips.appendingPathComponent("folder.md"), withIntermediateDirectories: true)
    #expect(mkfifo(trips.appendingPathComponent("pipe.md").path, 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: trips.appendingPathComponent("out.md").path, withDestinationPath: "/etc/passwd")
    let outcome = try sandbox.valise("build")
    #expect(outcome.status == 1)
    for text in ["folder.md", "pipe.md", "out.md", "[file.outside]", "[file.unreadable]"] {
      #expect(outcome.errors.contains(text), "\(text) in \(outcome.errors)")
    }
    #expect(sandbox.has("Output/trips/good.html") && !sandbox.has("Output/trips/out.html"))
  }

  @Test("a folder that links back to itself is read once")
  func circle() throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    let trips = sandbox.folder.url.appendingPathComponent("Content/trips").path
    try FileManager.default.createSymbolicLink(
      atPath: trips + "/again", withDestinationPath: trips)
    let outcome = try sandbox.valise("build")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("1 trip, "))
    #expect(outcome.errors.contains("Content/trips/again:1:1: warning"))
  }

  @Test("a link into another folder of the site is followed")
  func linkInside() throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    try sandbox.folder.write("# Kept elsewhere\n- [ ] cap\n", to: "lists of mine/kept.md")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.folder.url.appendingPathComponent("Content/trips/kept.md").path,
      withDestinationPath: sandbox.folder.url.appendingPathComponent("lists of mine/kept.md").path)
    #expect(try sandbox.valise("build").status == 0)
    #expect(try sandbox.folder.read("Output/trips/kept.html").contains("cap"))
  }

  @Test("a missing Content/, and a file in its place")
  func content() throws {
    let sandbox = try SiteSandbox()
    try sandbox.folder.write("", to: "valise.yml")
    let missing = try sandbox.valise("build")
    #expect(missing.status == 2 && missing.errors.contains("[content.missing]"))
    try sandbox.folder.write("", to: "Content")
    let file = try sandbox.valise("build")
    #expect(file.status == 2 && file.errors.contains("[content.missing]"))
    #expect(!sandbox.has(".valise"))
  }

  @Test("a store that is damaged is made again")
  func damagedStore() throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    _ = try sandbox.valise("build")
    let before = try sandbox.files(in: "Output")
    for damage in ["this is no database, and long enough to be taken for one by its size", ""] {
      try sandbox.folder.write(damage, to: ".valise/store.sqlite")
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(
          at: sandbox.folder.url.appendingPathComponent(".valise/store.sqlite\(suffix)"))
      }
      let outcome = try sandbox.valise("build")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try sandbox.files(in: "Output") == before)
    }
  }

  @Test("hostile text stays text")
  func hostile() throws {
    let attack = "<script>alert(1)</script>\"'&"
    let sandbox = try SiteSandbox(trips: [
      "a": """
      ---
      title: '<script>alert(1)</script>"&'
      destination: '<img src=x onerror=alert(1)>'
      travellers: ['<b>x</b>']
      ---
      <script>alert(2)</script>

      ## <i>Kit</i>
      - [ ] \(attack) @<u>me</u> — <style>*{}</style>
      - [ ] [click](javascript:alert(3))
      """
    ])
    #expect(try sandbox.valise("build").status == 0)
    for (name, bytes) in try sandbox.files(in: "Output") where name.hasSuffix(".html") {
      let page = String(decoding: bytes, as: UTF8.self)
      for tag in ["<script>", "<img src=x", "<style", "<u>", "<b>x", "javascript:", "<i>Kit"] {
        #expect(!page.contains(tag), "\(tag) in \(name)")
      }
    }
  }

  @Test("names that would move the cursor are printed harmlessly")
  func controlCharacters() throws {
    let sandbox = try SiteSandbox(trips: ["good": Self.good])
    try sandbox.folder.write("---\ntitel: x\n---\n- hat\n", to: "Content/trips/a\u{1B}[2J.md")
    let outcome = try sandbox.valise("build")
    #expect(outcome.errors.contains("[front-matter.unknown-key]"))
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.output.contains("\u{1B}"))
  }
}
