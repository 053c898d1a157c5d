import TestSupport
import Testing

@Suite("Example: the wish list")
struct WishListExampleTests {
  let program: ExampleProgram

  init() throws { program = try ExampleProgram("WishListExample") }

  @Test("a new store has samples, and a trip that was added is there in the next run")
  func seeding() throws {
    #expect(try program.run("count") == ["4 trips, 8 activities"])
    try program.run("add", "Oslo", "summerVibes")
    #expect(try program.run("count") == ["5 trips, 8 activities"])
  }

  @Test("a collection shows its trips with thumbnails, and the whole picture only when asked")
  func collections() throws {
    #expect(
      try program.run("collection", "winterRetreats") == [
        "Banff, 64 bytes: · Ice walk, · Hot springs"
      ])
    #expect(try program.run("photo", "Banff") == ["300000 bytes"])
  }

  @Test("recent trips are newest first, five at most")
  func recents() throws {
    #expect(try program.run("recent") == ["Banff", "Kyoto", "Lofoten", "Évora"])
    try program.run("add", "Oslo", "summerVibes")
    try program.run("add", "Rome", "springEscapes")
    #expect(try program.run("recent") == ["Rome", "Oslo", "Banff", "Kyoto", "Lofoten"])
  }

  @Test("search without words gives the newest trips, with words trips and activities by name")
  func search() throws {
    #expect(try program.run("search") == ["trip: Banff", "trip: Kyoto", "trip: Lofoten"])
    #expect(try program.run("search", "EVORA") == ["trip: Évora"])
    #expect(
      try program.run("search", "hi") == [
        "activity: Midnight hike, on Lofoten"
      ])
  }

  @Test("editing dates an activity, completing all completes the trip, and goals follow")
  func completion() throws {
    #expect(try program.run("edited", "Ice walk").first == "Ice walk: open, not edited")
    #expect(
      try program.run("rename", "Ice walk", "Glacier") == [
        "Glacier: open, edited now", "Banff: open",
      ])
    #expect(
      try program.run("complete", "Glacier") == ["Glacier: complete, edited now", "Banff: open"])
    #expect(
      try program.run("complete", "Hot springs") == [
        "Hot springs: complete, edited now", "Banff: complete",
      ])
    #expect(
      try program.run("goals") == [
        "Achieved", "  One winter: 1 of 1 trips", "  First trip: 1 of 1 trips", "To come",
        "  Five activities: 2 of 5 activities",
      ])
    #expect(
      try program.run("reopen", "Hot springs") == [
        "Hot springs: open, edited now", "Banff: open",
      ])
    #expect(try program.run("complete", "Learn to whistle").last == "no trip: open")
  }

  @Test("a trip takes its activities along when it goes")
  func deletion() throws {
    try program.run("do", "Kyoto", "Bamboo")
    #expect(try program.run("delete", "Kyoto") == ["3 trips, 7 activities"])
  }
}
