import Foundation
import Glibc
import TestSupport
import Testing

/// A machine that says no, and people who press Ctrl-C.
@Suite("Faults")
struct FaultTests {
  static func trips(_ count: Int) -> [String: String] {
    let items = (0..<40).map { "- [ ] thing number \($0) x2 \($0 + 10) g\n" }.joined()
    return Dictionary(
      uniqueKeysWithValues: (0..<count).map { number in
        let stops = "---\nstops:\n  - Oslo: 2\n  - Bergen: 1\n---\n"
        let activities = "\n## Activities\n- [x] sail\n- [ ] ski\n"
        return ("trip-\(number)", "\(stops)# Trip \(number)\n\n## Kit\n\(items)\(activities)")
      })
  }

  @Test("a full disk stops the build with a clear error; with room it is finished")
  func fullDisk() throws {
    let sandbox = try SiteSandbox(trips: Self.trips(60))
    let disk = sandbox.folder.url.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try SmallDisk.mount(at: disk, kilobytes: 300) else { return }
    defer { SmallDisk.unmount(disk) }
    let full = try sandbox.valise("build", "--output", "disk/out")
    #expect(full.status == 2, "\(full.errors)")
    #expect(full.errors.contains("No space left on device") && full.errors.contains("hint:"))
    for (name, bytes) in try sandbox.files(in: "disk/out") where name.hasSuffix(".html") {
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("</html>\n"), "\(name) is cut")
    }
    #expect(SmallDisk.resize(disk, kilobytes: 20_000))
    let roomy = try sandbox.valise("build", "--output", "disk/out")
    #expect(roomy.status == 0, "\(roomy.errors)")
    _ = try sandbox.valise("build", "--output", "other")
    #expect(try sandbox.files(in: "disk/out") == sandbox.files(in: "other"))
  }

  @Test("a full disk under the store loses nothing")
  func fullStoreDisk() throws {
    let sandbox = try SiteSandbox(trips: Self.trips(60))
    let disk = sandbox.folder.url.appendingPathComponent(".valise")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try SmallDisk.mount(at: disk, kilobytes: 200) else { return }
    defer { SmallDisk.unmount(disk) }
    let full = try sandbox.valise("build")
    #expect(full.status == 2 && full.errors.contains("error: "), "\(full.errors)")
    #expect(full.errors.contains("hint:"))
    #expect(SmallDisk.resize(disk, kilobytes: 40_000))
    let roomy = try sandbox.valise("build")
    #expect(roomy.status == 0, "\(roomy.errors)")
    #expect(sandbox.has("Output/trips/trip-59.html"))
  }

  @Test("a folder that may not be written is an error and changes nothing")
  func readOnly() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "- [ ] hat\n"])
    _ = try sandbox.valise("build")
    let before = try sandbox.files(in: "Output")
    try sandbox.folder.write("- [ ] scarf\n", to: "Content/trips/rome.md")
    // Root may write anywhere, so the program runs as somebody else.
    chmod(sandbox.folder.url.path, 0o755)
    let outcome = try Unprivileged.run(
      ["-C", sandbox.folder.url.path, "build"], in: sandbox.folder.url)
    #expect(outcome.status == 2 && outcome.errors.contains("ermission denied"), "\(outcome.errors)")
    #expect(outcome.errors.contains("hint:"))
    #expect(try sandbox.files(in: "Output") == before)
  }

  @Test("an unreadable file is named, keeps its page, and the rest is built")
  func unreadable() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "- [ ] hat\n", "oslo": "- [ ] cap\n"])
    for path in ["", "Content", "Content/trips"] {
      chmod(sandbox.folder.url.appendingPathComponent(path).path, 0o777)
    }
    let first = try Unprivileged.run(
      ["-C", sandbox.folder.url.path, "build"], in: sandbox.folder.url)
    #expect(first.status == 0, "\(first.errors)")
    let rome = sandbox.folder.url.appendingPathComponent("Content/trips/rome.md").path
    chmod(rome, 0o000)
    try sandbox.folder.write("- [ ] gloves\n", to: "Content/trips/oslo.md")
    let outcome = try Unprivileged.run(
      ["-C", sandbox.folder.url.path, "build"], in: sandbox.folder.url)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Content/trips/rome.md:1:1: error"))
    #expect(outcome.errors.contains("[file.unreadable]"))
    #expect(try sandbox.folder.read("Output/trips/rome.html").contains("hat"))
    #expect(try sandbox.folder.read("Output/trips/oslo.html").contains("gloves"))
  }

  @Test("a build killed at any moment is mended by the next", arguments: 0..<12)
  func killed(round: Int) throws {
    let sandbox = try SiteSandbox(trips: Self.trips(120))
    _ = try sandbox.valise("build", "--output", "expected")
    try FileManager.default.removeItem(at: sandbox.folder.url.appendingPathComponent(".valise"))
    let running = try ValiseProgram.start(["build"], in: sandbox.folder.url)
    usleep(UInt32(round * 40_000 + 5_000))
    kill(running.process.processIdentifier, SIGKILL)
    _ = try running.outcome()
    for (name, bytes) in try sandbox.files(in: "Output") where name.hasSuffix(".html") {
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("</html>\n"), "\(name) is cut")
    }
    let mended = try sandbox.valise("build")
    #expect(mended.status == 0, "\(mended.errors)")
    #expect(try sandbox.files(in: "Output") == sandbox.files(in: "expected"))
    #expect(try sandbox.valise("build").output.contains("0 written"))
  }

  @Test("after a kill, an edit that is taken back leaves no page of the state between")
  func killedBetweenEdits() throws {
    let sandbox = try SiteSandbox(trips: Self.trips(60))
    _ = try sandbox.valise("build")
    let first = try sandbox.files(in: "Output")
    for delay in [10_000, 30_000, 60_000, 90_000] as [UInt32] {
      let originals = Self.trips(60)
      for (name, text) in originals {
        try sandbox.folder.write(
          text.replacing("## Kit\n", with: "## Kit\n- [ ] extra\n"), to: "Content/trips/\(name).md")
      }
      let running = try ValiseProgram.start(["build"], in: sandbox.folder.url)
      usleep(delay)
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.outcome()
      for (name, text) in originals {
        try sandbox.folder.write(text, to: "Content/trips/\(name).md")
      }
      _ = try sandbox.valise("build")
      #expect(try sandbox.files(in: "Output") == first)
    }
  }

  @Test("Ctrl-C stops between two files, says so, and the next build finishes")
  func interrupted() throws {
    let sandbox = try SiteSandbox(trips: Self.trips(400))
    let running = try ValiseProgram.start(["build"], in: sandbox.folder.url)
    usleep(150_000)
    kill(running.process.processIdentifier, SIGINT)
    let outcome = try running.outcome()
    // A quick machine may be done before the signal comes.
    if outcome.status != 0 {
      #expect(outcome.status == 128 + SIGINT, "\(outcome)")
      #expect(outcome.errors.contains("[build.interrupted]"))
    }
    #expect(try sandbox.valise("build").status == 0)
    #expect(sandbox.has("Output/print/trip-399.html"))
  }

  @Test("two builds at once: the second waits, says so, and finds nothing left to do")
  func together() throws {
    let sandbox = try SiteSandbox(trips: Self.trips(150))
    let builds = try (0..<3).map { _ in
      try ValiseProgram.start(["build"], in: sandbox.folder.url)
    }
    let outcomes = try builds.map { try $0.outcome() }
    for outcome in outcomes { #expect(outcome.status == 0, "\(outcome.errors)") }
    #expect(outcomes.contains { $0.errors.contains("waiting for it") })
    #expect(try sandbox.valise("build").output.contains("0 written"))
  }
}

/// A small file system in memory, which takes root to mount: the project's gate has it.
enum SmallDisk {
  /// Mounts one; false where this user may not, and then the test says that it was left out.
  static func mount(at folder: URL, kilobytes: Int) throws -> Bool {
    guard getuid() == 0 else {
      #expect(!Repository.isGate, "the gate runs as root")
      print("left out: mounting a small disk takes root")
      return false
    }
    return try run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path])
  }

  static func resize(_ folder: URL, kilobytes: Int) -> Bool {
    (try? run("mount", ["-o", "remount,size=\(kilobytes)k", folder.path])) ?? false
  }

  static func remount(_ folder: URL, options: String) -> Bool {
    (try? run("mount", ["-o", "remount,\(options)", folder.path])) ?? false
  }

  static func unmount(_ folder: URL) {
    _ = try? run("umount", ["-l", folder.path])
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> Bool {
    let outcome = try ValiseProgram.run(
      [program] + arguments, in: URL(fileURLWithPath: "/"),
      program: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.status == 0
  }
}

/// The program as a user who may not write everywhere.
enum Unprivileged {
  static func run(_ arguments: [String], in folder: URL) throws -> ValiseProgram.Outcome {
    guard getuid() == 0 else { return try ValiseProgram.run(arguments, in: folder) }
    // The build folder may lie where only root can look: a copy is what the other user runs.
    let copy = URL(fileURLWithPath: "/tmp/valise-test-program-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: ValiseProgram.url, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    chmod(copy.path, 0o755)
    return try ValiseProgram.run(
      ["--reuid=65534", "--regid=65534", "--clear-groups", copy.path] + arguments, in: folder,
      program: URL(fileURLWithPath: "/usr/bin/setpriv"))
  }
}
