import Foundation
import TestSupport
import Testing

/// What a person does with the shards of a site.
extension SiteSandbox {
  /// Builds all shards of the site, each in a process of its own at the same time.
  func buildShards(_ count: Int, _ options: String...) throws -> [ValiseProgram.Outcome] {
    let running = try (1...count).map { number in
      try ValiseProgram.start(
        ["build", "--shard", "\(number)/\(count)"] + options, in: folder.url)
    }
    return try running.map { try $0.outcome() }
  }

  /// Which shard made a page; nil for none.
  func shard(of page: String, count: Int) -> Int? {
    (1...count).first { has(".valise/shards/\($0)-of-\(count)/output/\(page)") }
  }

  /// Removes a file or folder.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(path))
  }

  /// Copies a file or folder of the repository, or of the site itself.
  func copy(_ source: URL, to path: String) throws {
    let place = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: source, to: place)
  }
}

@Suite("Building a site in shards")
struct ShardTests {
  let sandbox: SiteSandbox

  init() throws {
    sandbox = try SiteSandbox()
  }

  /// The sample site in German, many trips besides, and everything that a trip can have to do with another.
  private func makeLargeSite() throws {
    try sandbox.copy(Repository.root.appendingPathComponent("Content"), to: "Content")
    let settings = Repository.root.appendingPathComponent("valise.yml")
    try sandbox.folder.write(
      String(decoding: try Data(contentsOf: settings), as: UTF8.self)
        .replacing("language: en", with: "language: de"), to: "valise.yml")
    try sandbox.folder.write("wide\n", to: "Content/trips/map.txt")
    for number in 1...24 {
      try sandbox.folder.write(
        """
        ---
        title: Wanderung \(number) — Überquerung
        start: 2026-0\(number % 9 + 1)-1\(number % 8)
        nights: \(number % 5)
        collection: \(["Sommer!", "Sommer?", "Nördliche Länder"][number % 3])
        tags: [zelt, t\(number)]
        archived: \(number % 7 == 0 ? "true" : "false")
        include: [first-aid]
        ---
        ![Ansicht](seattle/seattle.png) and [the map](map.txt)

        See [the next](walk-\(number % 24 + 1).md), [Seattle](seattle/index.md), [page](/goals.html).

        ## Kleidung
        - [x] Söckchen \(number) x2 40 g #unused
        - [ ] Zelt 2 kg #buy bag:duffel
        - [ ] Tagebuch #private
        """, to: "Content/trips/walk-\(number).md")
    }
    try sandbox.folder.write("---\ntitle: [\n---\n- hat\n", to: "Content/trips/broken.md")
    try sandbox.folder.write(
      "---\ndraft: true\ncollection: Not yet\n---\n- secret\n", to: "Content/trips/draft.md")
    try sandbox.folder.write(
      "See [a draft](draft.md), [nowhere](gone.md) and [no page](/gone.html)\n\n- hat\n",
      to: "Content/trips/links.md")
    for name in ["first", "other", "third", "last"] {
      try sandbox.folder.write(
        "---\nbooking: JP-1\n---\n- hat for \(name)\n", to: "Content/trips/booked-\(name).md")
    }
  }

  @Test("four shards, built by four processes and merged, are what one build gives")
  func merges() throws {
    try makeLargeSite()
    let one = try sandbox.valise("build", "--output", "One")
    let expected = try sandbox.files(in: "One")
    #expect(one.status == 1 && one.errors.contains("trips/broken.md"), "\(one.errors)")
    try sandbox.remove(".valise")

    let shards = try sandbox.buildShards(4)
    // Two of them have an error: that trip, or bookings that they have twice by themselves.
    #expect(shards.map(\.status).sorted() == [0, 0, 1, 1], "\(shards)")
    #expect(shards.filter { $0.errors.contains("trips/broken.md") }.count == 1)
    // Trips that have to do with each other lie in different shards.
    let walks = (1...24).map { sandbox.shard(of: "trips/walk-\($0).html", count: 4) }
    #expect(Set(walks).count == 4 && !walks.contains(nil))
    let booked = ["first", "other", "third", "last"].compactMap {
      sandbox.shard(of: "trips/booked-\($0).html", count: 4)
    }
    #expect(Set(booked).count > 1)

    let merged = try sandbox.valise("merge")
    #expect(merged.status == 1 && merged.errors == one.errors, "\(merged.errors)\n\(one.errors)")
    #expect(try difference(sandbox.files(in: "Output"), expected) == [])
    let counts = one.output.prefix { $0 != "s" }
    #expect(merged.output.hasPrefix(counts), "\(merged.output)")

    // Again, and by a build: nothing is left to do.
    let times = try sandbox.times(in: "Output")
    for command in ["merge", "build"] {
      let again = try sandbox.valise(command, "--verbose")
      #expect(again.output.contains(" 0 written"), "\(again.output)")
      #expect(again.errors.contains("made 0 of them"), "\(again.errors)")
    }
    #expect(try sandbox.times(in: "Output") == times)
    #expect(try sandbox.files(in: "Output") == expected)
  }

  /// The names of files that are not in both, or not alike.
  private func difference(_ some: [String: Data], _ others: [String: Data]) -> [String] {
    Set(some.keys).union(others.keys).filter { some[$0] != others[$0] }.sorted()
  }

  private func makeSmallSite() throws {
    try sandbox.folder.write("title: Small\n", to: "valise.yml")
    for name in ["oslo", "rome", "bern", "lima", "kyiv", "cork"] {
      try sandbox.folder.write(
        "---\nstart: 2026-05-01\ninclude: [base]\n---\n# In \(name)\n- [ ] hat for \(name)\n",
        to: "Content/trips/\(name).md")
    }
    try sandbox.folder.write("- soap\n", to: "Content/lists/base.md")
    try sandbox.folder.write("<p>{{page.title}}</p>\n", to: "Templates/not-found.mustache")
  }

  @Test("after an edit its shard alone is built again, and the rest is as it was")
  func edits() throws {
    try makeSmallSite()
    #expect(try sandbox.buildShards(3).allSatisfy { $0.status == 0 })
    #expect(try sandbox.valise("merge").status == 0)
    let edited = try #require(sandbox.shard(of: "trips/rome.html", count: 3))
    let removed = try #require(sandbox.shard(of: "trips/oslo.html", count: 3))
    try sandbox.folder.write("# Rome\n- [x] map\n", to: "Content/trips/rome.md")
    try sandbox.remove("Content/trips/oslo.md")
    for number in Set([edited, removed]) {
      #expect(try sandbox.valise("build", "--shard", "\(number)/3").status == 0)
    }
    let merged = try sandbox.valise("merge")
    #expect(merged.status == 0 && merged.output.contains("4 removed"), "\(merged)")
    let pages = try sandbox.files(in: "Output")
    try sandbox.remove(".valise")
    #expect(try sandbox.valise("build", "--output", "One").status == 0)
    #expect(try difference(pages, sandbox.files(in: "One")) == [])

    // Also where the site's own store is gone, what was removed goes.
    try sandbox.remove("Content/trips/lima.md")
    #expect(try sandbox.buildShards(2).allSatisfy { $0.status == 0 })
    #expect(try sandbox.valise("merge").output.contains("3 removed"))
    #expect(!sandbox.has("Output/trips/lima.html") && sandbox.has("Output/trips/rome.html"))
  }

  @Test("a trip with an error keeps the last good page that its shard, or the site, has")
  func lastGoodPages() throws {
    try makeSmallSite()
    #expect(try sandbox.buildShards(2).allSatisfy { $0.status == 0 })
    #expect(try sandbox.valise("merge").status == 0)
    let good = try sandbox.files(in: "Output")
    try sandbox.folder.write("---\ntitle: [\n---\n- map\n", to: "Content/trips/rome.md")
    #expect(try sandbox.buildShards(2).map(\.status).sorted() == [0, 1])
    #expect(try sandbox.valise("merge").status == 1)
    // The worker tells browsers that a page is older than its list.
    #expect(try difference(sandbox.files(in: "Output"), good) == ["service-worker.js"])

    // A shard that was built from nothing knows of no good page, but the site does.
    try sandbox.remove(".valise/shards")
    #expect(try sandbox.buildShards(2).map(\.status).sorted() == [0, 1])
    #expect(sandbox.shard(of: "trips/rome.html", count: 2) == nil)
    let merged = try sandbox.valise("merge")
    #expect(merged.status == 1 && merged.errors.contains("Content/trips/rome.md:"))
    // The worker tells browsers that a page is older than its list.
    #expect(try difference(sandbox.files(in: "Output"), good) == ["service-worker.js"])
  }

  @Test("what a shard could not know of the others' trips is mended when they are merged")
  func wrongGuess() throws {
    try makeSmallSite()
    // A word that stands in no file as it is meant: the menu of every page shows the archive.
    try sandbox.folder.write(
      "---\n\"\\u0061rchived\": true\n---\n- map\n", to: "Content/trips/put-away.md")
    #expect(try sandbox.buildShards(3).allSatisfy { $0.status == 0 })
    #expect(try sandbox.valise("merge").status == 0)
    let pages = try sandbox.files(in: "Output")
    #expect(pages["archive.html"] != nil)
    try sandbox.remove(".valise")
    #expect(try sandbox.valise("build", "--output", "One").status == 0)
    #expect(try difference(pages, sandbox.files(in: "One")) == [])
  }

  @Test("shards come from other machines: other places, other times, and no picture is made again")
  func carried() throws {
    try makeSmallSite()
    let picture = Repository.root.appendingPathComponent("Content/trips/seattle/seattle.png")
    try sandbox.copy(picture, to: "Content/trips/view.png")
    for name in ["oslo", "rome"] {
      try sandbox.folder.write("---\nphoto: view.png\n---\n- map\n", to: "Content/trips/\(name).md")
    }
    let shards = try (1...2).map { number in
      try ValiseProgram.start(
        [
          "build", "--shard", "\(number)/2", "--output", "built/\(number)", "--base-url",
          "https://a.example",
        ], in: sandbox.folder.url)
    }
    #expect(try shards.allSatisfy { try $0.outcome().status == 0 })
    #expect(
      try sandbox.valise("build", "--output", "One", "--base-url", "https://a.example").status == 0)
    let expected = try sandbox.files(in: "One")
    #expect(expected["photos/oslo.png"] != nil && expected["sitemap.xml"] != nil)

    // A copy of all bytes, and a program for pictures that makes none.
    let there = try SiteSandbox()
    for folder in ["Content", "Templates", "built"] {
      for (path, bytes) in try sandbox.files(in: folder) {
        let file = try there.folder.write("", to: "\(folder)/\(path)")
        try bytes.write(to: file)
      }
    }
    try there.folder.write("title: Small\n", to: "valise.yml")
    let tool = try there.folder.write("#!/bin/sh\nexit 1\n", to: "bin/vipsthumbnail")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tool.path)
    let merged = try ValiseProgram.run(
      ["merge", "--verbose", "built/2", "built/1"], in: there.folder.url,
      environment: ["PATH": there.folder.url.path + "/bin:/bin"])
    #expect(merged.status == 0 && !merged.errors.contains("warning"), "\(merged.errors)")
    #expect(merged.errors.contains("found 6 trips, 0 of them to read"), "\(merged.errors)")
    #expect(try difference(there.files(in: "Output"), expected) == [])
  }

  // MARK: What is refused

  @Test("a shard that is missing, or did not finish, is named, and nothing is written")
  func missing() throws {
    try makeSmallSite()
    let none = try sandbox.valise("merge")
    #expect(none.status == 2 && none.errors.contains("no shards in .valise/shards [shard.set]"))
    #expect(try sandbox.buildShards(3).allSatisfy { $0.status == 0 })
    try sandbox.remove(".valise/shards/2-of-3")
    let missing = try sandbox.valise("merge")
    #expect(missing.status == 2 && missing.errors.contains("shard 2/3 is missing [shard.set]"))

    // A build of it that fails: its settings have an error.
    #expect(try sandbox.valise("build", "--shard", "2/3").status == 0)
    try sandbox.folder.write("title: [\n", to: "valise.yml")
    #expect(try sandbox.valise("build", "--shard", "2/3").status == 1)
    try sandbox.folder.write("title: Small\n", to: "valise.yml")
    let unfinished = try sandbox.valise("merge")
    #expect(unfinished.status == 2)
    #expect(unfinished.errors.contains("shard in .valise/shards/2-of-3 is not finished"))
    #expect(unfinished.errors.contains("shard 2/3 is missing"))
    #expect(!sandbox.has("Output"))

    // Cut off on its way here.
    #expect(try sandbox.valise("build", "--shard", "2/3").status == 0)
    let store = sandbox.folder.url.appendingPathComponent(".valise/shards/1-of-3/store.sqlite")
    try (try Data(contentsOf: store).dropLast(4096)).write(to: store)
    let cut = try sandbox.valise("merge")
    #expect(cut.status == 2 && cut.errors.contains("the store of shard 1/3"), "\(cut.errors)")
    #expect(!sandbox.has("Output"))
  }

  @Test(
    "shards that were built from something else are refused, and what it is is named",
    arguments: [
      ("Content/trips/rome.md", "# Rome\n- map\n", "was built from another Content/trips/rome.md"),
      ("Content/trips/new.md", "- map\n", "was built before there was Content/trips/new.md"),
      ("Content/trips/oslo.md", nil, "was built from Content/trips/oslo.md, which is no longer"),
      ("Content/lists/base.md", "- towel\n", "was built from another Content/lists/base.md"),
      ("valise.yml", "title: Other\n", "was built with another valise.yml"),
      ("Templates/not-found.mustache", "<p>no</p>\n", "was built with other templates"),
    ])
  func differs(path: String, text: String?, message: String) throws {
    try makeSmallSite()
    #expect(try sandbox.buildShards(2).allSatisfy { $0.status == 0 })
    if let text { try sandbox.folder.write(text, to: path) } else { try sandbox.remove(path) }
    let refused = try sandbox.valise("merge")
    #expect(refused.status == 2)
    #expect(refused.errors.contains(message) && refused.errors.contains("[shard.differs]"))
    #expect(!sandbox.has("Output"), "\(refused.errors)")
  }

  @Test("shards of other programs and other addresses are refused")
  func otherPrograms() throws {
    try makeSmallSite()
    #expect(try sandbox.buildShards(2).allSatisfy { $0.status == 0 })
    let record = ".valise/shards/2-of-2/shard.json"
    let text = try sandbox.folder.read(record)
    try sandbox.folder.write(
      text.replacing("\"edition\" : \"", with: "\"edition\" : \"1"), to: record)
    let edition = try sandbox.valise("merge")
    #expect(edition.status == 2)
    #expect(
      edition.errors.contains("shard 2/2 in .valise/shards/2-of-2 was built by another build"))
    try sandbox.folder.write(
      text.replacing("\"version\" : \"", with: "\"version\" : \"9."), to: record)
    #expect(try sandbox.valise("merge").errors.contains("was built by valise 9."))
    #expect(
      try sandbox.valise("build", "--shard", "2/2", "--base-url", "https://a.example").status == 0)
    let address = try sandbox.valise("merge")
    #expect(
      address.errors.contains(
        "was built for https://a.example, and shard 1/2 for no base URL [shard.differs]"))
    #expect(!sandbox.has("Output"))
  }

  @Test(
    "parts that there are not",
    arguments: ["5/4", "0/4", "x", "1", "1/0", "-1/4", "1/2/3", "1/", ""]
  )
  func badParts(part: String) throws {
    try makeSmallSite()
    let outcome = try sandbox.valise("build", "--shard=\(part)")
    #expect(outcome.status == 2 && !sandbox.has(".valise"))
    #expect(outcome.errors.contains("\"--shard\" does not take \"\(part)\""), "\(outcome.errors)")
    #expect(outcome.errors.contains("such as \"--shard 1/4\""))
  }

  @Test("a shard twice, shards of two sets, and folders that are none")
  func badFolders() throws {
    try makeSmallSite()
    #expect(try sandbox.buildShards(2).allSatisfy { $0.status == 0 })
    #expect(try sandbox.valise("build", "--shard", "3/3").status == 0)
    let (one, two) = (".valise/shards/1-of-2", ".valise/shards/2-of-2")
    try sandbox.copy(sandbox.folder.url.appendingPathComponent(two), to: "copy")
    let cases = [
      ([one, two, "copy"], "shard 2/2 is given twice: in "),
      ([one, two, one], "the shard in \(one) is given twice"),
      ([one, "copy", ".valise/shards/3-of-3"], "these shards are of two sets: "),
      ([one, two, "Content"], "there is no shard in Content"),
      ([one, two, "nowhere"], "there is no shard in nowhere"),
      ([], "these shards are of two sets: "),
    ]
    for (folders, message) in cases {
      let outcome = try ValiseProgram.run(["merge"] + folders, in: sandbox.folder.url)
      #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }
    #expect(!sandbox.has("Output") && !sandbox.has("Content/lock"))
    // A folder of the site, and one with pages in it, take no shard.
    #expect(try sandbox.valise("merge", one, "copy").status == 0)
    for folder in ["Content/trips", ".", ".valise", "Output", ".valise/shards"] {
      let outcome = try sandbox.valise("build", "--shard", "1/2", "--output", folder)
      #expect(
        outcome.status == 2 && outcome.errors.contains("the shard would go into"), "\(folder)")
    }
  }
}
