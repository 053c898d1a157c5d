import Foundation
import Glibc
import TestSupport
import Testing

/// Disks that are full or may not be written, clocks that jump, and folders full of other things.
@Suite("Faults of disk and clock")
struct DiskFaultTests {
  private static let faketime = ExternalTool("faketime", package: "faketime")

  /// A site on a disk of its own; nil where this user may not mount one.
  private func site(onDisk kilobytes: Int, in sandbox: SiteSandbox) throws -> URL? {
    let disk = sandbox.folder.url.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try SmallDisk.mount(at: disk, kilobytes: kilobytes) else { return nil }
    try sandbox.folder.write("", to: "disk/valise.yml")
    for (name, text) in FaultTests.trips(40) {
      try sandbox.folder.write(text, to: "disk/Content/trips/\(name).md")
    }
    return disk
  }

  @Test("a disk that gets full at any stage loses nothing, and with room all is as from nothing")
  func full() throws {
    let sandbox = try SiteSandbox()
    guard let disk = try site(onDisk: 400, in: sandbox) else { return }
    defer { SmallDisk.unmount(disk) }
    let content = try sandbox.files(in: "disk/Content")
    var outcomes: [Int32: Int] = [:]
    for kilobytes in stride(from: 250, through: 4_000, by: 250) {
      #expect(SmallDisk.resize(disk, kilobytes: kilobytes))
      let built = try sandbox.valise("-C", "disk", "build")
      outcomes[built.status, default: 0] += 1
      if built.status != 0 {
        #expect(built.status == 2 && built.errors.contains("hint:"), "\(kilobytes): \(built)")
      }
      // An edit goes through whole, or not at all.
      let packed = try sandbox.valise("-C", "disk", "pack", "trip-7", "thing number 12")
      let list = try sandbox.folder.read("disk/Content/trips/trip-7.md")
      let old = try #require(FaultTests.trips(8)["trip-7"])
      let new = old.replacing("[ ] thing number 12 ", with: "[x] thing number 12 ")
      #expect(list == (packed.status == 0 ? new : old), "\(kilobytes): \(packed)")
      if packed.status == 0 {
        #expect(SmallDisk.resize(disk, kilobytes: kilobytes + 200))
        #expect(try sandbox.valise("-C", "disk", "undo").status == 0)
      }
      #expect(try sandbox.files(in: "disk/Content") == content, "\(kilobytes)")
      for (name, bytes) in try sandbox.files(in: "disk/Output") where name.hasSuffix(".html") {
        #expect(String(decoding: bytes.suffix(8), as: UTF8.self) == "</html>\n", "\(name) is cut")
      }
      try? FileManager.default.removeItem(at: disk.appendingPathComponent("Output"))
      if kilobytes % 500 == 0 {
        try? FileManager.default.removeItem(at: disk.appendingPathComponent(".valise"))
      }
    }
    #expect(outcomes.keys.count == 2, "\(outcomes)")
    #expect(SmallDisk.resize(disk, kilobytes: 30_000))
    #expect(try sandbox.valise("-C", "disk", "build").status == 0)
    let mended = try sandbox.files(in: "disk/Output")
    try FileManager.default.removeItem(at: disk.appendingPathComponent(".valise"))
    try FileManager.default.removeItem(at: disk.appendingPathComponent("Output"))
    _ = try sandbox.valise("-C", "disk", "build")
    #expect(try sandbox.files(in: "disk/Output") == mended)
  }

  @Test("a disk that may only be read is named by builds and edits, and nothing changes")
  func readOnly() throws {
    let sandbox = try SiteSandbox()
    guard let disk = try site(onDisk: 20_000, in: sandbox) else { return }
    defer { SmallDisk.unmount(disk) }
    _ = try sandbox.valise("-C", "disk", "build")
    try sandbox.folder.write("- [ ] hat\n", to: "disk/Content/trips/rome.md")
    let before = try sandbox.files(in: "disk")
    #expect(SmallDisk.remount(disk, options: "ro"))
    for command in [["build"], ["pack", "rome", "hat"], ["new", "oslo"], ["list"]] {
      let outcome = try ValiseProgram.run(["-C", "disk"] + command, in: sandbox.folder.url)
      #expect(outcome.status == 2, "\(command): \(outcome)")
      #expect(outcome.errors.lowercased().contains("read-only"), "\(command): \(outcome.errors)")
    }
    #expect(try sandbox.files(in: "disk") == before)
    #expect(SmallDisk.remount(disk, options: "rw"))
    #expect(try sandbox.valise("-C", "disk", "pack", "rome", "hat").status == 0)
    #expect(try sandbox.valise("-C", "disk", "build").status == 0)
  }

  @Test(
    "a clock that jumps back or forth hides no edit", .enabled(if: faketime.isExpected),
    arguments: ["+2 days", "-2 days", "+30 years"])
  func clock(jump: String) throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(6))
    let program = try ValiseProgram.url.path
    func buildElsewhen() throws {
      try Self.faketime.run([jump, program, "build"], in: sandbox.folder.url)
    }
    try buildElsewhen()
    for round in 0..<3 {
      // Of the same size, so that only times tell.
      for name in ["trip-1", "trip-4"] {
        let list = try sandbox.folder.read("Content/trips/\(name).md")
        let (old, new) = ("thing number \(round + 1)1 ", "thing_number \(round + 1)1 ")
        try sandbox.folder.write(list.replacing(old, with: new), to: "Content/trips/\(name).md")
      }
      if round == 1 { try buildElsewhen() } else { _ = try sandbox.valise("build") }
      let page = try sandbox.folder.read("Output/trips/trip-4.html")
      #expect(page.contains("thing_number \(round + 1)1"), "round \(round)")
    }
    _ = try sandbox.valise("build")
    _ = try sandbox.valise("build", "--output", "cold", "--force")
    #expect(try sandbox.files(in: "Output") == sandbox.files(in: "cold"))
  }

  @Test("a hundred thousand files of others in the output stay, and hardly slow a build down")
  func strangers() throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(10))
    _ = try sandbox.valise("build")
    let output = sandbox.folder.url.appendingPathComponent("Output").path
    let folders = ["\(output)/theirs", "\(output)/trips", output]
    mkdir(folders[0], 0o777)
    for number in 0..<100_000 {
      let path = "\(folders[number % 3])/their-\(number).txt"
      let descriptor = creat(path, 0o666)
      #expect(descriptor >= 0)
      close(descriptor)
    }
    let list = try sandbox.folder.read("Content/trips/trip-3.md")
    try sandbox.folder.write(list + "- [ ] one more\n", to: "Content/trips/trip-3.md")
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appendingPathComponent("Content/trips/trip-5.md"))
    let start = Date()
    let built = try sandbox.valise("build")
    #expect(built.status == 0, "\(built.errors)")
    #expect(Date().timeIntervalSince(start) < 10)
    #expect(!sandbox.has("Output/trips/trip-5.html"))
    #expect(try sandbox.folder.read("Output/trips/trip-3.html").contains("one more"))
    var theirs = 0
    for folder in folders {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      theirs += names.count { $0.hasPrefix("their-") }
    }
    #expect(theirs == 100_000)
    // Foundation takes its time over so many; the kernel does not.
    _ = try ValiseProgram.run(
      ["-rf", output], in: sandbox.folder.url, program: URL(fileURLWithPath: "/bin/rm"))
  }
}
