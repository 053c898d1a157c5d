import Files
import Foundation
import TestSupport
import Testing

@Suite("Watching folders")
struct FolderWatchTests {
  /// A site of two folders and a file, watched.
  struct Watched {
    let folder: TemporaryFolder
    let watch: FolderWatch

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("a", to: "Content/trips/lisbon.md")
      try folder.write("a", to: "site.yml")
      try folder.write("a", to: "other.txt")
      watch = try FolderWatch(
        root: folder.url.path, names: ["Content", "Templates", "site.yml"])
    }

    func url(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

    /// What changed by the time it is quiet.
    func changes() throws -> Set<String> {
      var all = FolderWatch.Changes()
      while true {
        let more = try watch.changes(waiting: all.isEmpty ? 2000 : 60)
        if more.isEmpty { return all.paths }
        all.formUnion(more)
      }
    }

    func sh(_ command: String) throws {
      let outcome = try ValiseProgram.run(
        ["-c", command], in: folder.url, program: URL(fileURLWithPath: "/bin/sh"))
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test(
    "a file is seen to change however it is saved",
    arguments: [
      "echo b > Content/trips/lisbon.md", "echo b >> Content/trips/lisbon.md",
      // As vim does it by default where it may.
      "cd Content/trips && mv lisbon.md lisbon.md~ && echo b > lisbon.md && rm lisbon.md~",
      // As most others do.
      "cd Content/trips && echo b > .lisbon.md.tmp && mv .lisbon.md.tmp lisbon.md",
      "echo b > elsewhere && mv elsewhere Content/trips/lisbon.md",
      "cd Content/trips && cp lisbon.md '#lisbon.md#' && mv '#lisbon.md#' lisbon.md",
      "touch Content/trips/lisbon.md", "rm Content/trips/lisbon.md",
      "cd Content/trips && echo b > x && ln -f x lisbon.md",
    ])
  func saving(command: String) throws {
    let watched = try Watched()
    try watched.sh(command)
    #expect(try watched.changes().contains("Content/trips/lisbon.md"))
  }

  @Test("what is not watched is not told")
  func silence() throws {
    let watched = try Watched()
    try watched.sh("echo b > other.txt; mkdir Output; echo b > Output/a; echo b > Content/.hidden")
    #expect(try watched.watch.changes(waiting: 200).isEmpty)
  }

  @Test("files and folders that appear are told, and watched from then on")
  func appearing() throws {
    let watched = try Watched()
    try watched.sh(
      "mkdir -p Content/trips/north/oslo && echo a > Content/trips/north/oslo/index.md")
    #expect(try watched.changes().contains("Content/trips/north/oslo/index.md"))
    try watched.sh("echo b > Content/trips/north/oslo/index.md")
    #expect(try watched.changes() == ["Content/trips/north/oslo/index.md"])
    try watched.sh("mkdir Templates && echo a > Templates/trip.mustache")
    #expect(try watched.changes().contains("Templates/trip.mustache"))
    try watched.sh("echo b > Templates/trip.mustache")
    #expect(try watched.changes() == ["Templates/trip.mustache"])
    try watched.sh("mv site.yml old.yml")
    #expect(try watched.changes() == ["site.yml"])
    try watched.sh("mv old.yml site.yml")
    #expect(try watched.changes() == ["site.yml"])
  }

  @Test("a folder that moves is watched where it is")
  func moving() throws {
    let watched = try Watched()
    try watched.sh("mv Content/trips Content/journeys")
    #expect(try watched.changes().isSuperset(of: ["Content/trips", "Content/journeys/lisbon.md"]))
    try watched.sh("echo b > Content/journeys/lisbon.md")
    #expect(try watched.changes() == ["Content/journeys/lisbon.md"])
    try watched.sh("mv Content/journeys elsewhere")
    _ = try watched.changes()
    try watched.sh("echo b > elsewhere/lisbon.md")
    #expect(try watched.watch.changes(waiting: 200).isEmpty)
  }

  @Test("a folder that is removed and made again is watched again")
  func madeAgain() throws {
    let watched = try Watched()
    try watched.sh("rm -r Content")
    #expect(try watched.changes().contains("Content"))
    try watched.sh("mkdir -p Content/trips && echo a > Content/trips/rome.md")
    #expect(try watched.changes().contains("Content/trips/rome.md"))
    try watched.sh("echo b > Content/trips/rome.md")
    #expect(try watched.changes() == ["Content/trips/rome.md"])
  }

  @Test("a link out of the watched folders is not followed, nor one in a circle")
  func links() throws {
    let watched = try Watched()
    try watched.sh(
      "ln -s / Content/everything && ln -s .. Content/trips/up && echo a > Content/trips/rome.md")
    #expect(try watched.changes().contains("Content/trips/rome.md"))
  }

  @Test("more changes than the system keeps are told as such, and watching goes on")
  func overflow() throws {
    let watched = try Watched()
    let limit = try #require(
      Int(
        String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)))
    try watched.sh(
      "i=0; while [ $i -lt \(limit + 100) ]; do : > Content/trips/a; : > Content/trips/b;"
        + " i=$((i + 2)); done; mkdir Content/trips/new; echo a > Content/trips/new/index.md")
    var all = FolderWatch.Changes()
    while true {
      let more = try watched.watch.changes(waiting: 300)
      if more.isEmpty { break }
      all.formUnion(more)
    }
    #expect(all.isOverflown)
    try watched.sh("echo b > Content/trips/new/index.md")
    #expect(try watched.changes() == ["Content/trips/new/index.md"])
  }
}
