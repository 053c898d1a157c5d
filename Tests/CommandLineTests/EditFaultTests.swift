import Foundation
import Glibc
import TestSupport
import Testing

/// Edits when several people, a full disk or a kill come between.
@Suite("Faults while editing")
struct EditFaultTests {
  @Test("eight processes make a hundred edits each, and all are in the file")
  func together() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "## Kit\n- [ ] hat\n\n## Food\n- [ ] tea\n"])
    let program = try ValiseProgram.url.path
    let loops = try (0..<8).map { number in
      let script =
        "for i in $(seq 100); do '\(program)' -q add rome \"p\(number)n$i\" -c Kit || exit 1; done"
      return try ValiseProgram.start(
        ["-c", script], in: sandbox.folder.url, program: URL(fileURLWithPath: "/bin/bash"))
    }
    for loop in loops {
      let outcome = try loop.outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let lines = try sandbox.folder.read("Content/trips/rome.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(2) == ["## Kit", "- [ ] hat"])
    #expect(lines.suffix(4) == ["", "## Food", "- [ ] tea", ""])
    let expected = Set((0..<8).flatMap { p in (1...100).map { "- [ ] p\(p)n\($0)" } })
    #expect(lines.count == 806 && Set(lines.dropFirst(2).dropLast(4).map(String.init)) == expected)
    let built = try sandbox.valise("build", "--verbose")
    #expect(built.errors.contains("0 of them to read"))
  }

  @Test("an edit that is killed at any moment leaves the old file or the new one", arguments: 0..<5)
  func killed(round: Int) throws {
    let items = (0..<400).map { "- [ ] thing number \($0) x2 \($0 + 10) g\n" }.joined()
    let old = "# Rome\n\n## Kit\n\(items)- [ ] hat\n"
    let new = old.replacing("[ ] hat", with: "[x] hat")
    let sandbox = try SiteSandbox(trips: ["rome": old])
    _ = try sandbox.valise("build")
    // From the first moment of a run to a little after its end.
    let start = Date()
    _ = try sandbox.valise("pack", "rome", "hat")
    let microseconds = Int(Date().timeIntervalSince(start) * 1_200_000)
    _ = try sandbox.valise("undo")
    var changed = 0
    for step in 0..<100 {
      let delay = microseconds * (step * 5 + round) / 500
      let running = try ValiseProgram.start(["pack", "rome", "hat"], in: sandbox.folder.url)
      usleep(UInt32(delay))
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.outcome()
      let text = try sandbox.folder.read("Content/trips/rome.md")
      #expect(text == old || text == new, "killed after \(delay) µs")
      let names = try FileManager.default.contentsOfDirectory(
        atPath: sandbox.folder.url.appendingPathComponent("Content/trips").path)
      #expect(names == ["rome.md"])
      guard text == new else { continue }
      changed += 1
      // A kill may fall between the record of the edit and the edit; that one is stepped over.
      let undone = try sandbox.valise("undo")
      #expect(undone.status == 0, "\(undone.errors)")
      #expect(try sandbox.folder.read("Content/trips/rome.md") == old)
    }
    #expect(changed < 100)
    #expect(try sandbox.valise("pack", "rome", "hat").status == 0)
    #expect(try sandbox.valise("build").status == 0)
  }

  @Test("a full disk changes nothing and says so")
  func fullDisk() throws {
    let sandbox = try SiteSandbox()
    let disk = sandbox.folder.url.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try SmallDisk.mount(at: disk, kilobytes: 600) else { return }
    defer { SmallDisk.unmount(disk) }
    let items = (0..<4000).map { "- [ ] thing number \($0)\n" }.joined()
    try sandbox.folder.write(items, to: "disk/Content/trips/rome.md")
    try sandbox.folder.write("", to: "disk/valise.yml")
    // What is left of the disk is less than the list takes.
    let left = String(repeating: "x", count: 430_000)
    try sandbox.folder.write(left, to: "disk/filler")
    let outcome = try sandbox.valise("-C", "disk", "pack", "rome", "thing number 7")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains("No space left on device") && outcome.errors.contains("hint:"))
    #expect(try sandbox.folder.read("disk/Content/trips/rome.md") == items)
    #expect(SmallDisk.resize(disk, kilobytes: 20_000))
    #expect(try sandbox.valise("-C", "disk", "pack", "rome", "thing number 7").status == 0)
    #expect(
      try sandbox.folder.read("disk/Content/trips/rome.md")
        == items.replacing("[ ] thing number 7\n", with: "[x] thing number 7\n"))
  }

  @Test("a file, a folder or a site that may not be written is an error and changes nothing")
  func readOnly() throws {
    let sandbox = try SiteSandbox(trips: ["rome": "- [ ] hat\n"])
    let file = sandbox.folder.url.appendingPathComponent("Content/trips/rome.md")
    let pack = { try Unprivileged.run(["pack", "rome", "hat"], in: sandbox.folder.url) }
    for path in ["", "Content", "Content/trips"] {
      chmod(sandbox.folder.url.appendingPathComponent(path).path, 0o755)
    }
    let site = try pack()
    #expect(site.status == 2 && site.errors.contains("ermission denied"), "\(site.errors)")
    chmod(sandbox.folder.url.path, 0o777)
    let folder = try pack()
    #expect(folder.status == 2 && folder.errors.contains("ermission denied"), "\(folder.errors)")
    chmod(file.deletingLastPathComponent().path, 0o777)
    chmod(file.path, 0o444)
    let readOnly = try pack()
    #expect(readOnly.status == 2 && readOnly.errors.contains("ermission denied"))
    #expect(try sandbox.folder.read("Content/trips/rome.md") == "- [ ] hat\n")
    chmod(file.path, 0o666)
    let allowed = try pack()
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(try sandbox.folder.read("Content/trips/rome.md") == "- [x] hat\n")
  }

  @Test("root keeps the owner of what it edits")
  func owner() throws {
    guard getuid() == 0 else { return print("left out: giving files away takes root") }
    let sandbox = try SiteSandbox(trips: ["rome": "- [ ] hat\n"])
    let file = sandbox.folder.url.appendingPathComponent("Content/trips/rome.md")
    chown(file.path, 1234, 2345)
    #expect(try sandbox.valise("pack", "rome", "hat").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.ownerAccountID] as? Int == 1234)
    #expect(attributes[.groupOwnerAccountID] as? Int == 2345)
  }
}
