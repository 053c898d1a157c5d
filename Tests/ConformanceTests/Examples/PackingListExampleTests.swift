import TestSupport
import Testing

@Suite("Example: the packing list")
struct PackingListExampleTests {
  let program: ExampleProgram

  init() throws { program = try ExampleProgram("PackingListExample") }

  @Test("items are added, packed and deleted, in sections, a list a trip")
  func list() throws {
    #expect(try program.run("list", "1") == ["Nothing to pack yet"])
    try program.run("add", "1", "Gear", "boots")
    try program.run("add", "1", "Documents", "Passport")
    #expect(
      try program.run("add", "1", "Clothes", "rain jacket") == [
        "Clothes", "  [ ] rain jacket", "Documents", "  [ ] Passport", "Gear", "  [ ] boots",
      ])
    #expect(try program.run("list", "2") == ["Nothing to pack yet"])
    try program.run("pack", "1", "rain jacket")
    #expect(
      try program.run("delete", "1", "boots") == [
        "Clothes", "  [x] rain jacket", "Documents", "  [ ] Passport",
      ])
    #expect(try program.run("count") == ["2 items"])
  }

  @Test("what cannot be done is said, and nothing is changed")
  func refusals() throws {
    let failure = try program.failure("pack", "1", "boots")
    #expect(failure.status == 2 && failure.errors == "\"boots\" is not on the list of trip 1\n")
    #expect(try program.failure("juggle").errors.hasPrefix("usage:"))
  }

  @Test("U5: killed without a save, the item is gone")
  func killedWithoutSave() throws {
    let first = try ExampleSession(program)
    #expect(try first.nextLine() == "at launch: 0 items")
    try first.type("add 1 Documents Passport")
    #expect(try first.nextLine() == "Documents")
    #expect(try first.nextLine() == "  [ ] Passport")
    try first.type("count")
    #expect(try first.nextLine() == "1 items")
    first.kill()
    let second = try ExampleSession(program)
    #expect(try second.nextLine() == "at launch: 0 items")
    second.kill()
  }

  @Test("U6: killed straight after a save, the item is there")
  func killedAfterSave() throws {
    let first = try ExampleSession(program)
    #expect(try first.nextLine() == "at launch: 0 items")
    try first.type("add 1 Documents Passport")
    try first.type("save")
    while let line = try first.nextLine(), line != "saved" {}
    first.kill()
    let second = try ExampleSession(program)
    #expect(try second.nextLine() == "at launch: 1 items")
    second.kill()
  }

  @Test("U7: killed in the background, where the main context saves by itself, the item is there")
  func killedAfterAutosave() throws {
    let first = try ExampleSession(program)
    #expect(try first.nextLine() == "at launch: 0 items")
    try first.type("add 1 Documents Passport")
    try first.type("background")
    while let line = try first.nextLine(), line != "in the background" {}
    first.kill()
    let second = try ExampleSession(program)
    #expect(try second.nextLine() == "at launch: 1 items")
    second.kill()
  }
}
