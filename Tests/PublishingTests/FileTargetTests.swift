import ContentReading
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Publishing

@Suite("Publishing file by file")
struct FileTargetTests {
  /// A kind of target that a folder can stand for.
  enum Kind: String, CaseIterable {
    case rsync, rclone

    func target(_ place: String) -> PublishSettings.Target {
      switch self {
      case .rsync: .rsync(place)
      case .rclone: .rclone(place)
      }
    }

    var isThere: Bool {
      ExternalTool(rawValue, package: rawValue).isExpected
    }
  }

  @Test("all is sent, and the second time nothing", arguments: Kind.allCases.filter(\.isThere))
  func whole(kind: Kind) throws {
    let site = try PublishedSite()
    let target = kind.target(site.root + "/far/away/place")
    let report = try site.publish(to: target)
    #expect(report.plan.added.count == 8)
    #expect(try site.files(in: "far/away/place") == PublishedSite.published)
    let before = try site.sh("find far -printf '%p %T@ %C@\n' | sort")
    #expect(try site.publish(to: target).isUpToDate)
    #expect(try site.sh("find far -printf '%p %T@ %C@\n' | sort") == before)
  }

  @Test(
    "what changed is sent, what is gone is removed, what is of others stays",
    arguments: Kind.allCases.filter(\.isThere))
  func changes(kind: Kind) throws {
    let site = try PublishedSite()
    let target = kind.target(site.root + "/place")
    try site.folder.write("mine", to: "place/own.txt")
    try site.folder.write("mine", to: "place/trips/own.html")
    try site.publish(to: target)
    var files = PublishedSite.first
    files["trips/oslo.html"] = nil
    files["trips/são [1] *?\\.html"] = nil
    files["assets/old/icon.svg"] = nil
    files["index.html"] = "<h1>Fewer trips</h1>"
    files["trips/rome.html"] = "<h1>Rome</h1>"
    try site.build(files)
    let planned = try site.publish(to: target, isDryRun: true).plan
    #expect(try site.files(in: "place")["trips/oslo.html"] != nil)
    let plan = try site.publish(to: target).plan
    #expect(plan == planned)
    #expect(plan.added == ["trips/rome.html"])
    #expect(plan.changed == ["index.html"])
    #expect(
      plan.removed == ["assets/old/icon.svg", "trips/oslo.html", "trips/são [1] *?\\.html"])
    var wanted = files.filter { !$0.key.hasPrefix(".") }
    wanted["own.txt"] = "mine"
    wanted["trips/own.html"] = "mine"
    #expect(try site.files(in: "place") == wanted)
    if kind == .rsync { #expect(try site.folders(in: "place") == ["assets", "trips"]) }
    #expect(try site.publish(to: target).isUpToDate)
  }

  @Test("a folder in which nothing of the site is left stays while others use it")
  func foldersOfOthers() throws {
    let site = try PublishedSite()
    let target = PublishSettings.Target.rsync(site.root + "/place")
    try site.publish(to: target)
    try site.folder.write("mine", to: "place/trips/own.html")
    try site.build(["index.html": "<h1>Nothing left</h1>"])
    try site.publish(to: target)
    #expect(
      try site.files(in: "place") == [
        "index.html": "<h1>Nothing left</h1>", "trips/own.html": "mine",
      ])
    #expect(try site.folders(in: "place") == ["trips"])
  }

  @Test("--force sends all once more, also what somebody changed at the target")
  func forced() throws {
    let site = try PublishedSite()
    let target = PublishSettings.Target.rsync(site.root + "/place")
    try site.publish(to: target)
    try site.folder.write("defaced", to: "place/index.html")
    #expect(try site.publish(to: target).isUpToDate)
    #expect(try site.publish(to: target, isForced: true).plan.changed.count == 8)
    #expect(try site.files(in: "place") == PublishedSite.published)
  }

  @Test("style sheets go before pages, pages before feeds, and what is gone goes last")
  func order() throws {
    let site = try PublishedSite()
    try site.publish(to: .rsync(site.root + "/place"))
    try site.build(
      Dictionary(
        uniqueKeysWithValues: PublishedSite.first.filter { $0.key != "trips/oslo.html" }
          .map { ($0.key, $0.value + "\n") }))
    // What rsync is told to send, call by call.
    let real = try site.sh("command -v rsync").trimmingCharacters(in: .newlines)
    let path = try site.searchPath(
      replacing: "rsync",
      with: """
        case "$*" in
          *--files-from=-*) tee -a log | \(real) "$@"; echo >> log ;;
          *) \(real) "$@" ;;
        esac

        """)
    try site.publish(to: .rsync(site.root + "/place"), searchPath: path)
    let calls = try site.folder.read("log").split(separator: "\n").map { call in
      call.split(separator: "\0").map(String.init)
    }
    #expect(
      calls == [
        ["assets/old/icon.svg", "assets/style-0123456789abcdef.css"],
        ["index.html", "trips/lisbon.html", "trips/são [1] *?\\.html"],
        ["feed.xml", "service-worker.js"], ["trips/oslo.html"],
      ])
  }

  @Test(
    "a failure half way says what is there, and the next run finishes it",
    arguments: [2, 3, 4, 5, 6])
  func failure(call: Int) throws {
    let site = try PublishedSite()
    let target = PublishSettings.Target.rsync(site.root + "/place")
    try site.publish(to: target)
    var files = PublishedSite.first.mapValues { $0 + "\n" }
    files["trips/oslo.html"] = nil
    files["new.html"] = "new"
    try site.build(files)
    let real = try site.sh("command -v rsync").trimmingCharacters(in: .newlines)
    let path = try site.searchPath(
      replacing: "rsync",
      with: """
        echo >> calls
        if [ "$(wc -l < calls)" -ge \(call) ]; then echo "rsync: the line is cut" >&2; exit 12; fi
        exec \(real) "$@"

        """)
    let error = #expect(throws: Diagnostic.self) {
      try site.publish(to: target, searchPath: path)
    }
    #expect(error?.code == .publishFailed)
    #expect(error?.message.contains("the line is cut") == true)
    #expect(error?.hint?.contains("publish again") == true, "\(error?.hint ?? "")")
    // Meanwhile the new page is taken out again: it may be there, and has to go.
    files["new.html"] = nil
    try site.build(files)
    try site.publish(to: target)
    #expect(try site.files(in: "place") == files.filter { !$0.key.hasPrefix(".") })
    #expect(try site.publish(to: target).isUpToDate)
  }

  @Test("a place that cannot be reached is said, and nothing is taken for gone")
  func unreachable() throws {
    let site = try PublishedSite()
    try site.folder.write("a file", to: "file")
    for target in [
      PublishSettings.Target.rsync("rsync://127.0.0.1:1/module"), .rsync(site.root + "/file"),
      .git(PublishSettings.GitTarget(repository: site.root + "/no-such.git")),
    ] {
      let error = #expect(throws: Diagnostic.self) { try site.publish(to: target) }
      #expect(error?.code == .publishFailed, "\(target)")
      #expect(error?.hint != nil)
    }
  }

  @Test("a program that is missing is named, with its package")
  func missing() throws {
    let site = try PublishedSite()
    for target in [
      PublishSettings.Target.rsync("/tmp/x"), .rclone("x:y"),
      .git(PublishSettings.GitTarget(repository: "x")),
    ] {
      let error = #expect(throws: Diagnostic.self) {
        try site.publish(to: target, searchPath: "/nowhere")
      }
      #expect(error?.code == .publishTool)
      #expect(error?.hint?.contains("apt install") == true)
    }
  }

  @Test("a list at the target that names files outside of it, or is none, does no harm")
  func hostileList() throws {
    let site = try PublishedSite()
    let target = PublishSettings.Target.rsync(site.root + "/place")
    try site.folder.write("precious", to: "precious.txt")
    try site.folder.write(
      "valise-published 1\n0 ../precious.txt\n0 /etc/passwd\n0 a/../../precious.txt\nnonsense\n",
      to: "place/\(PublishedList.name)")
    try site.publish(to: target)
    #expect(try site.folder.read("precious.txt") == "precious")
    try site.folder.write("<html>404</html>", to: "place/\(PublishedList.name)")
    try site.publish(to: target)
    #expect(try site.files(in: "place") == PublishedSite.published)
  }

  @Test("links and hidden files are not published, what hosts look for is")
  func leftOut() throws {
    let site = try PublishedSite(["index.html": "x", ".well-known/security.txt": "Contact"])
    try site.folder.write("secret", to: "secret.txt")
    try site.sh("ln -s ../secret.txt Output/link.txt && ln -s .. Output/up")
    try site.folder.write("hidden", to: "Output/.env")
    try site.publish(to: .rsync(site.root + "/place"))
    #expect(
      try site.files(in: "place") == ["index.html": "x", ".well-known/security.txt": "Contact"])
  }

  @Test("what was asked to stop stops between rounds")
  func cancelled() throws {
    let site = try PublishedSite()
    #expect(throws: CancellationError.self) {
      try site.publish(to: .rsync(site.root + "/place"), isCancelled: { true })
    }
    try site.publish(to: .rsync(site.root + "/place"))
    #expect(try site.files(in: "place") == PublishedSite.published)
  }

  @Test(
    "names that change with their content are told from others",
    arguments: [
      ("assets/style-0123456789abcdef.css", true), ("assets/style-9d73fdb6.css", true),
      ("assets/style.css", false), ("assets/rain-jacket.jpg", false),
      ("trips/trip-0123456789abcdef.html", false), ("assets/a-b-01234567.png", true),
    ])
  func hashed(path: String, isHashed: Bool) {
    #expect(BuiltSite.isHashed(path) == isHashed)
  }
}
