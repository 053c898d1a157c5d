import Foundation
import Glibc
import ModelStore
import SQLite
import TestSupport
import Testing

/// The same model as the program `StoreWriter` has.
@Model final class Mark {
  #Index<Mark>([\.name])
  var name: String
  var number: Int
  @Attribute(.externalStorage) var data: Data
  init(_ name: String, _ number: Int) {
    self.name = name
    self.number = number
    data = Data()
  }
}

@Suite("Safety of a store")
struct SafetyTests {
  let folder: TemporaryFolder
  let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appendingPathComponent("a.store")
  }

  private func open(_ file: URL? = nil) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Mark.self, configurations: ModelConfiguration(url: file ?? self.file)))
  }

  static var writer: URL {
    get throws {
      try ValiseProgram.url.deletingLastPathComponent().appendingPathComponent("StoreWriter")
    }
  }

  private func start(_ arguments: String...) throws -> RunningProgram {
    try ValiseProgram.start(arguments, in: folder.url, program: Self.writer)
  }

  @Test("killed in the middle of 200 saves, it opens, is sound, and has every acknowledged save")
  func killed() throws {
    var next = 0
    for round in 0..<6 {
      let program = try start("save", file.path, "killed", "\(next)", "200")
      usleep(UInt32(30_000 + 25_000 * round))
      kill(program.process.processIdentifier, SIGKILL)
      let outcome = try program.outcome()
      // A number may be cut by the kill; what ends in a line feed was acknowledged.
      let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let acknowledged = lines.compactMap { Int($0) }.last.map { $0 + 1 } ?? next
      let context = try open()
      let connection = try Connection(.file(file.path))
      #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]])
      let marks = try context.fetch(FetchDescriptor<Mark>(sortBy: [SortDescriptor(\.number)]))
      #expect(marks.map(\.number) == Array(0..<marks.count))
      #expect(marks.count >= acknowledged && marks.count <= acknowledged + 1)
      for mark in marks {
        #expect(mark.data.count == (mark.number % 10 == 0 ? 150_000 : 1_000))
      }
      next = marks.count
    }
    let files = try? FileManager.default.contentsOfDirectory(atPath: file.path + "-files")
    #expect((files ?? []).count == (next + 9) / 10)
    #expect(next > 0)
  }

  @Test("several processes write at once: each waits its turn, and no update is lost")
  func processes() throws {
    let context = try open()
    let counter = Mark("counter", 0)
    context.insert(counter)
    try context.save()
    let programs = [
      try start("count", file.path, "40"), try start("count", file.path, "40"),
      try start("save", file.path, "x", "0", "40"), try start("save", file.path, "y", "0", "40"),
    ]
    for _ in 0..<40 { try context.transaction { counter.number += 1 } }
    for program in programs {
      let outcome = try program.outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    _ = try context.fetch(FetchDescriptor<Mark>())
    let rows = try Connection(.file(file.path)).rows(
      "SELECT number FROM Mark WHERE name = 'counter'")
    #expect(rows == [[.integer(120)]])
    #expect(counter.number == 120)
    #expect(try context.fetchCounts(groupedBy: \Mark.name) == ["counter": 1, "x": 40, "y": 40])
  }

  @Test("changes of two contexts to different properties of an object both stay")
  func properties() throws {
    let first = try open()
    let mark = Mark("a", 1)
    first.insert(mark)
    try first.save()
    let second = try open()
    let same = try #require(try second.fetch(FetchDescriptor<Mark>()).first)
    same.name = "b"
    mark.number = 2
    try second.save()
    try first.save()
    let third = try #require(try open().fetch(FetchDescriptor<Mark>()).first)
    #expect(third.name == "b" && third.number == 2)
  }

  @Test("a full disk is an error, nothing is half written, and with room the save goes through")
  func fullDisk() throws {
    let disk = folder.url.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard getuid() == 0 else {
      #expect(!Repository.isGate, "the gate runs as root")
      return
    }
    try mount(["-t", "tmpfs", "-o", "size=400k", "tmpfs", disk.path])
    defer { _ = try? run("umount", ["-l", disk.path]) }
    let context = try open(disk.appendingPathComponent("a.store"))
    context.insert(Mark("kept", 1))
    try context.save()
    for number in 0..<2_000 { context.insert(Mark(String(repeating: "x", count: 400), number)) }
    #expect(throws: StoreError.self) { try context.save() }
    #expect(context.insertedModelsArray.count == 2_000)
    let large = Mark("large", 3)
    large.data = Data(repeating: 1, count: 500_000)
    let other = try open(disk.appendingPathComponent("a.store"))
    other.insert(large)
    let error = #expect(throws: StoreError.self) { try other.save() }
    #expect(error?.description.contains("-files/") == true)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path + "/a.store-files").isEmpty)
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Mark>()).map(\.name) == ["kept"])
    try mount(["-o", "remount,size=20000k", disk.path])
    try context.save()
    try other.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Mark>()) == 2_002)
  }

  private func mount(_ arguments: [String]) throws {
    let outcome = try run("mount", arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func run(_ program: String, _ arguments: [String]) throws -> ValiseProgram.Outcome {
    try ValiseProgram.run(
      [program] + arguments, in: URL(fileURLWithPath: "/"),
      program: URL(fileURLWithPath: "/usr/bin/env"))
  }

  @Test("a file that may not be written is an error that names it, and stays as it is")
  func readOnly() throws {
    do {
      let context = try open()
      context.insert(Mark("a", 1))
      try context.save()
    }
    let before = try Data(contentsOf: file)
    guard getuid() == 0 else { return }
    // Root may write anywhere, so the program runs as somebody else, from where that user may look.
    let copy = URL(fileURLWithPath: "/tmp/valise-store-writer-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.writer, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    chmod(copy.path, 0o755)
    chmod(folder.url.path, 0o755)
    let outcome = try ValiseProgram.run(
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", copy.path, "save", file.path, "b", "0",
        "1",
      ], in: URL(fileURLWithPath: "/"), program: URL(fileURLWithPath: "/usr/bin/setpriv"))
    #expect(outcome.status == 2 && outcome.errors.contains(file.path), "\(outcome.errors)")
    #expect(try Data(contentsOf: file) == before)
  }

  @Test(
    "a store that was cut short is an error, and nobody deletes it", arguments: [0.3, 0.6, 0.95])
  func truncated(share: Double) throws {
    do {
      let context = try open()
      for number in 0..<500 { context.insert(Mark(String(repeating: "x", count: 200), number)) }
      try context.save()
    }
    let whole = try Data(contentsOf: file)
    let cut = whole.prefix(Int(Double(whole.count) * share))
    try cut.write(to: file)
    let error = #expect(throws: StoreError.self) {
      _ = try open().fetch(FetchDescriptor<Mark>())
    }
    #expect(error?.isOfTheFile == true, "\(String(describing: error))")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test("a row with a number that no store gives is damage, not an object", arguments: [0, -7])
  func strangeRow(number: Int) throws {
    do {
      let context = try open()
      context.insert(Mark("a", 1))
      try context.save()
    }
    try Connection(.file(file.path)).execute("UPDATE Mark SET _id = \(number)")
    let error = #expect(throws: StoreError.self) {
      _ = try open().fetch(FetchDescriptor<Mark>())
    }
    #expect(error?.isOfTheFile == true)
    #expect(error?.description.contains("\(number)") == true)
  }
}
