import Foundation
import SQLite
import TestSupport
import Testing

/// A store that something happened to.
///
/// It is derived, so whatever it was, the pages are those that a build from nothing makes.
@Suite("Faults of the store")
struct StoreFaultTests {
  let sandbox: SiteSandbox
  private var store: URL { sandbox.folder.url.appendingPathComponent(".valise/store.sqlite") }

  init() throws {
    sandbox = try SiteSandbox(trips: FaultTests.trips(12))
    try setTheme(0)
  }

  /// Another theme has every page made anew from the store, without a list being read.
  private func setTheme(_ number: Int) throws {
    let layout = try String(
      contentsOf: Repository.root.appendingPathComponent("Templates/layout.mustache"),
      encoding: .utf8)
    try sandbox.folder.write(layout + "<!-- \(number) -->\n", to: "Templates/layout.mustache")
  }

  /// What builds from nothing make with two themes.
  private func expected() throws -> [[String: Data]] {
    try (0...1).map { number in
      try setTheme(number)
      _ = try sandbox.valise("build", "--force", "--output", "cold-\(number)")
      return try sandbox.files(in: "cold-\(number)")
    }
  }

  private func expectMended(_ theme: Int, _ cold: [[String: Data]], _ what: String) throws {
    let built = try sandbox.valise("build")
    #expect(built.status == 0, "\(what): \(built.errors)")
    #expect(try sandbox.files(in: "Output") == cold[theme], "\(what): \(built.errors)")
  }

  @Test("a store with one bit turned, or cut short, gives no wrong page")
  func damaged() throws {
    let cold = try expected()
    var numbers = SystemRandomNumberGenerator()
    _ = try sandbox.valise("build")
    for round in 0..<30 {
      var bytes = try Data(contentsOf: store)
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      if round % 6 == 5 {
        bytes = bytes[..<place]
      } else {
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      }
      // Written in place: the file keeps its number, and a program that has it open its way to it.
      let file = try FileHandle(forWritingTo: store)
      try file.write(contentsOf: bytes)
      try file.truncate(atOffset: UInt64(bytes.count))
      try file.close()
      try setTheme(round % 2)
      try expectMended(round % 2, cold, "round \(round), byte \(place) of the store")
    }
  }

  @Test("a store of a later Valise, or of another program, is made again")
  func foreign() throws {
    let cold = try expected()
    for change in [
      "PRAGMA user_version = 999", "PRAGMA application_id = 1", "DROP TABLE PackingItem",
      "UPDATE Trip SET title = 'forged'", "ALTER TABLE Trip ADD COLUMN later TEXT",
    ] {
      _ = try sandbox.valise("build")
      try Connection(.file(store.path)).execute(change)
      try setTheme(0)
      try expectMended(0, cold, change)
    }
  }

  @Test("a store that another program holds is waited for, then named; nothing is lost")
  func locked() throws {
    let cold = try expected()
    try setTheme(0)
    _ = try sandbox.valise("build", "--output", "cold-0")
    let holder = try Connection(.file(store.path))
    try holder.execute("BEGIN IMMEDIATE")
    let list = try sandbox.folder.read("Content/trips/trip-3.md")
    try sandbox.folder.write(list + "- [ ] wait\n", to: "Content/trips/trip-3.md")
    let start = Date()
    let refused = try sandbox.valise("build", "--output", "cold-0")
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(refused.errors.contains("[store.failed]") && refused.errors.contains("locked"))
    #expect(Date().timeIntervalSince(start) > 5)
    #expect(try sandbox.files(in: "cold-0") == cold[0])
    // One that lets go in time is only waited for.
    let waiting = try ValiseProgram.start(
      ["build", "--output", "cold-0"], in: sandbox.folder.url)
    usleep(1_000_000)
    try holder.execute("COMMIT")
    #expect(try waiting.outcome().status == 0)
    #expect(try sandbox.folder.read("cold-0/trips/trip-3.html").contains("wait"))
  }

  @Test("commands that only ask do not trust a forged store either")
  func asking() throws {
    _ = try sandbox.valise("build")
    try Connection(.file(store.path)).execute("UPDATE Trip SET title = 'forged'")
    let list = try sandbox.valise("list")
    #expect(list.status == 0 && list.output.contains("Trip 3") && !list.output.contains("forged"))
    #expect(list.errors.contains("was made again"))
    #expect(try sandbox.valise("list").errors.isEmpty)
  }
}
