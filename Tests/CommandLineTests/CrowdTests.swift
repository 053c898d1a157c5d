import Foundation
import Glibc
import TestSupport
import Testing

/// Much at once, and kills in between.
///
/// At the end every word is there, and the pages are those of a build from nothing.
@Suite("Faults in a crowd")
struct CrowdTests {
  private func expectAsFromNothing(_ sandbox: SiteSandbox) throws {
    let built = try sandbox.valise("build")
    #expect(built.status == 0, "\(built.errors)")
    _ = try sandbox.valise("build", "--force", "--output", "cold")
    #expect(try sandbox.files(in: "Output") == sandbox.files(in: "cold"))
    #expect(try sandbox.valise("build").output.contains(" 0 written"))
  }

  @Test("builds and edits killed a hundred times in a row, and nothing mended in between")
  func killedAgainAndAgain() throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(60))
    var numbers = SystemRandomNumberGenerator()
    let start = Date()
    _ = try sandbox.valise("build")
    let whole = Date().timeIntervalSince(start) * 1_000_000
    var added: Set<Int> = []
    for round in 0..<100 {
      let isEdit = round % 3 == 0
      let trip = "trip-\(Int.random(in: 0..<60, using: &numbers))"
      if round % 3 == 1 {
        let list = try sandbox.folder.read("Content/trips/\(trip).md")
        try sandbox.folder.write(
          list.replacing("## Activities", with: "- [ ] by hand \(round)\n\n## Activities"),
          to: "Content/trips/\(trip).md")
      }
      let running = try ValiseProgram.start(
        isEdit
          ? ["-q", "add", trip, "word\(round)word", "-c", "Kit"]
          : round % 10 == 0 ? ["build", "--force"] : ["build"], in: sandbox.folder.url)
      usleep(UInt32.random(in: 0...UInt32(isEdit ? whole / 8 : whole), using: &numbers))
      kill(running.process.processIdentifier, SIGKILL)
      if try running.outcome().status == 0, isEdit { added.insert(round) }
    }
    for round in 0..<100 where round % 3 != 2 {
      let word = round % 3 == 0 ? "word\(round)word" : "by hand \(round)\n"
      let files = try sandbox.files(in: "Content").values.map {
        String(decoding: $0, as: UTF8.self)
      }
      let count = files.reduce(0) { $0 + $1.ranges(of: word).count }
      #expect(count == 1 || count == 0 && round % 3 == 0 && !added.contains(round), "\(word)")
    }
    #expect(
      try sandbox.files(in: "Content").keys.allSatisfy { $0.hasSuffix(".md") || !$0.contains(".") })
    try expectAsFromNothing(sandbox)
  }

  @Test("builds, a preview, twenty edits and questions at once")
  func crowd() throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(40))
    let folder = sandbox.folder.url
    // It begins with them, and sees all that they do.
    let serving = try ValiseProgram.start(["serve", "--port", "0"], in: folder)
    let builds = try (0..<2).map { _ in try ValiseProgram.start(["build"], in: folder) }
    var others: [RunningProgram] = []
    for number in 0..<20 {
      let arguments =
        number.isMultiple(of: 2)
        ? ["add", "trip-\(number % 4)", "crowd \(number)", "-c", "Kit"]
        : ["pack", "trip-\(number % 4)", "thing number \(number)"]
      others.append(try ValiseProgram.start(arguments, in: folder))
      if number % 7 == 0 { others.append(try ValiseProgram.start(["list"], in: folder)) }
      if number % 9 == 0 { others.append(try ValiseProgram.start(["build"], in: folder)) }
    }
    for running in builds + others {
      let outcome = try running.outcome()
      #expect(outcome.status == 0, "\(outcome)")
    }
    let files = try sandbox.files(in: "Content").mapValues { String(decoding: $0, as: UTF8.self) }
    for number in 0..<20 {
      let list = try #require(files["trips/trip-\(number % 4).md"])
      let line =
        number.isMultiple(of: 2) ? "- [ ] crowd \(number)\n" : "- [x] thing number \(number) "
      #expect(list.ranges(of: line).count == 1, "\(line)")
    }
    // The preview comes to be what a build from nothing makes, and ends as if it had been alone.
    _ = try sandbox.valise("build", "--force", "--output", "cold")
    let cold = try sandbox.files(in: "cold")
    var preview: [String: Data] = [:]
    for _ in 0..<500 where preview != cold {
      preview = try sandbox.files(in: ".valise/preview")
      usleep(20_000)
    }
    #expect(preview == cold)
    serving.process.interrupt()
    #expect(try serving.outcome().status == 0)
    try expectAsFromNothing(sandbox)
  }

  @Test("a list that is written while it is read is read again")
  func writtenWhileRead() throws {
    let sandbox = try SiteSandbox(trips: FaultTests.trips(5))
    let path = sandbox.folder.url.appendingPathComponent("Content/trips/trip-2.md").path
    let lines = (0..<300).map { "- [ ] thing number \($0)" }
    let script = """
      import os, sys, time
      path, end = sys.argv[1], time.time() + 3
      number = 0
      while time.time() < end or number % 2:
          number += 1
          lines = ["- [ ] round %d thing %d\\n" % (number % 2, n) for n in range(300 + number % 7)]
          with open(path, "w") as file:
              for part in range(0, len(lines), 60):
                  file.write("".join(lines[part:part + 60])); file.flush(); time.sleep(0.002)
      """
    try sandbox.folder.write(lines.joined(separator: "\n"), to: "Content/trips/trip-2.md")
    let writer = try ValiseProgram.start(
      ["-c", script, path], in: sandbox.folder.url,
      program: URL(fileURLWithPath: "/usr/bin/python3"))
    var count = 0
    while writer.process.isRunning {
      let built = try sandbox.valise("build")
      #expect(built.status == 0, "\(built.errors)")
      count += 1
    }
    #expect(count > 1)
    try expectAsFromNothing(sandbox)
    let page = try sandbox.folder.read("Output/trips/trip-2.html")
    #expect(page.contains("round 0 thing 299") && !page.contains("round 1 "))
  }
}
