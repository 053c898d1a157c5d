import Foundation
import TestSupport
import Testing

/// Trips that are not for everyone: drafts, and archived ones where the site says so.
@Suite("What is not published")
struct UnpublishedTests {
  private static let words = ["Zephyr", "Quokka", "oslo-draft", "rome-old"]

  /// A site with a trip to see, a draft, and an archived trip that a base list, a collection, a
  /// calendar, search, reports and goals would all name.
  private static func site(_ settings: String) throws -> SiteSandbox {
    let head = "destination: Oslo\nstart: 2027-01-02\nend: 2027-01-05\ncollection: North\n"
    let body = "include: kit\nstops:\n  - Oslo: 3\n---\n"
    let sandbox = try SiteSandbox(trips: [
      "lisbon": "---\ntitle: Lisbon\n\(head)\(body)- [ ] Socks 100 g\n",
      "oslo-draft":
        "---\ntitle: Zephyr one\ndraft: true\n\(head)\(body)- [ ] Zephyr skis 2 kg\n\n"
        + "## Activities\n- [x] Zephyr run\n",
      "rome-old":
        "---\ntitle: Quokka one\narchived: true\n\(head)\(body)- [ ] Quokka hat 3 kg #unused\n\n"
        + "## Activities\n- [x] Quokka walk\n",
    ])
    try sandbox.folder.write("- [ ] Passport\n", to: "Content/lists/kit.md")
    try sandbox.folder.write("- [ ] See 3 trips\n", to: "Content/goals.md")
    try sandbox.folder.write(
      """
      base-url: https://lists.example.org
      reports:
        all: {title: All things, model: items}
        trips: {title: All trips, model: trips}
      publish:
      \(settings)
      """, to: "valise.yml")
    return sandbox
  }

  /// The files at a place that hold one of the words, in their names or bytes.
  private static func found(_ words: [String], in files: [String: Data]) -> [String] {
    files.filter { name, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return words.contains {
        name.contains($0) || text.range(of: $0, options: .caseInsensitive) != nil
      }
    }.keys.sorted()
  }

  @Test("drafts are nowhere, archived trips everywhere unless the site says no")
  func drafts() throws {
    let sandbox = try Self.site("  rsync: place\n")
    let outcome = try sandbox.valise("publish")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("1 trip not published"))
    let files = try sandbox.files(in: "place")
    #expect(Self.found(["Zephyr", "oslo-draft"], in: files).isEmpty)
    let archived = Self.found(["Quokka", "rome-old"], in: files)
    for path in ["trips/rome-old.html", "archive.html", "search/all.js", "reports/all.html"] {
      #expect(archived.contains(path), "\(path)")
    }
  }

  @Test(
    "a trip that is put away or becomes a draft is taken from the target",
    arguments: ["rsync: place", "git: place.git"])
  func takenBack(place: String) throws {
    let sandbox = try Self.site("  \(place)\n")
    let isGit = place.hasPrefix("git")
    let environment = [
      "GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.org", "GIT_COMMITTER_NAME": "Ana",
      "GIT_COMMITTER_EMAIL": "ana@example.org",
    ]
    func git(_ arguments: String...) throws {
      let outcome = try ValiseProgram.run(
        arguments, in: sandbox.folder.url, program: URL(fileURLWithPath: "/usr/bin/git"))
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    func published() throws -> [String: Data] {
      guard isGit else { return try sandbox.files(in: "place") }
      try? FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent("copy"))
      try git("clone", "--quiet", "--branch", "gh-pages", "place.git", "copy")
      return try sandbox.files(in: "copy").filter { !$0.key.hasPrefix(".git/") }
    }
    if isGit { try git("init", "--quiet", "--bare", "place.git") }
    // All of it is public at first.
    let draft = try sandbox.folder.read("Content/trips/oslo-draft.md")
    try sandbox.folder.write(
      draft.replacing("draft: true\n", with: ""), to: "Content/trips/oslo-draft.md")
    let first = try sandbox.valise("publish", environment: environment)
    #expect(first.status == 0, "\(first.errors)")
    #expect(!(try Self.found(["Zephyr"], in: published()).isEmpty))
    // A preview shows drafts, and what a build wrote stays in its folder, known or not.
    try sandbox.folder.write(draft, to: "Content/trips/oslo-draft.md")
    try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(".valise"))
    let settings = try sandbox.folder.read("valise.yml")
    try sandbox.folder.write(settings + "\n  archived: no\n", to: "valise.yml")
    let served = try ServeTests.Served(of: sandbox)
    #expect(try served.ask("/trips/oslo-draft.html").text.contains("Draft: not published yet"))
    #expect(try served.ask("/trips/rome-old.html").status == 200)
    #expect(try served.stop().status == 0)
    let second = try sandbox.valise("publish", environment: environment)
    #expect(second.status == 0, "\(second.errors)")
    #expect(Self.found(Self.words, in: try published()).isEmpty)
    #expect(Self.found(["Lisbon"], in: try published()).contains("trips/lisbon.html"))
    #expect(try published()["archive.html"] == nil)
    let third = try sandbox.valise("publish", environment: environment)
    #expect(third.output == "up to date: nothing to send\n")
  }

  @Test("the same pages come out of a site that never had these trips")
  func asIfNotThere() throws {
    let sandbox = try Self.site("  archived: no\n")
    #expect(try sandbox.valise("build").output.contains(", 2 not published, "))
    for name in ["oslo-draft", "rome-old"] {
      try FileManager.default.removeItem(
        at: sandbox.folder.url.appendingPathComponent("Content/trips/\(name).md"))
    }
    #expect(try sandbox.valise("build", "--output", "other").status == 0)
    let (left, never) = (try sandbox.files(in: "Output"), try sandbox.files(in: "other"))
    #expect(left.keys.sorted() == never.keys.sorted())
    #expect(left.keys.contains("feed.xml") && left.keys.contains("search/all.js"))
    // A goal counts what was done on all trips: that number is no secret. The worker that keeps
    // pages names the build.
    let differing = left.keys.filter { left[$0] != never[$0] }
    #expect(Set(differing).isSubset(of: ["goals.html", "service-worker.js"]), "\(differing)")
  }

  @Test("a warning in a draft keeps nothing from being published; a link to it does")
  func warnings() throws {
    let sandbox = try Self.site("  rsync: place\n")
    try sandbox.folder.write("---\ndraft: true\ntitel: x\n---\n", to: "Content/trips/oslo-draft.md")
    let outcome = try sandbox.valise("publish")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try sandbox.valise("check").errors.contains("front-matter.unknown-key"))
    let list = try sandbox.folder.read("Content/trips/lisbon.md")
    try sandbox.folder.write(
      list + "- [ ] [As there](oslo-draft.md)\n", to: "Content/trips/lisbon.md")
    let linked = try sandbox.valise("publish")
    #expect(linked.status == 1)
    #expect(linked.errors.contains("Content/trips/oslo-draft.md is not published"))
  }

  @Test("a link to a name that no disk can hold is a warning, and the build is done")
  func longName() throws {
    let sandbox = try SiteSandbox(trips: [
      "rome": "- [ ] [hat](\(String(repeating: "x", count: 400)).png)\n"
    ])
    for _ in 0..<2 {
      let built = try sandbox.valise("build")
      #expect(built.status == 0 && built.errors.contains("[link.missing]"), "\(built)")
      #expect(sandbox.has("Output/trips/rome.html"))
    }
  }

  @Test("a setting or a mark of the wrong kind is named")
  func wrong() throws {
    let setting = try Self.site("  archived: perhaps\n").valise("build")
    #expect(setting.status == 1 && setting.errors.contains("\"archived\" must be true or false"))
    let sandbox = try Self.site("  rsync: place\n")
    try sandbox.folder.write(
      "---\ndraft: perhaps\n---\n- Skis\n", to: "Content/trips/oslo-draft.md")
    let mark = try sandbox.valise("publish")
    #expect(mark.status == 1 && mark.errors.contains("\"draft\" must be true or false"))
    #expect(!sandbox.has("place"))
  }
}
