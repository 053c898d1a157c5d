import TestSupport
import Testing

@Suite("Example: trips, stops and travellers")
struct TravelExampleTests {
  let program: ExampleProgram

  init() throws { program = try ExampleProgram("TravelExample") }

  @Test("four imports of three booking codes make three trips, by their first day")
  func upserts() throws {
    try program.run("import", "JP-1", "Japan", "2027-04-01", "Tokyo:4", "Kyoto:3")
    try program.run("import", "FR-2", "France", "2027-02-10", "Nantes:2")
    try program.run("import", "PT-3", "Portugal", "2027-03-20")
    #expect(
      try program.run("import", "JP-1", "Japan in spring", "2027-01-05", "Nara:1") == [
        "JP-1 2027-01-05 Japan in spring: Nara (1)", "FR-2 2027-02-10 France: Nantes (2)",
        "PT-3 2027-03-20 Portugal: no stops",
      ])
  }

  @Test("an archived trip leaves the list, and its stops stay")
  func archiving() throws {
    try program.run("import", "JP-1", "Japan", "2027-04-01", "Tokyo:4")
    #expect(try program.run("archive", "JP-1") == [])
    #expect(try program.run("stops") == ["1 stops"])
  }

  @Test("a trip that is deleted takes its stops along")
  func deleting() throws {
    try program.run("import", "JP-1", "Japan", "2027-04-01", "Tokyo:4", "Kyoto:3")
    try program.run("import", "FR-2", "France", "2027-02-10", "Nantes:2")
    #expect(try program.run("delete", "JP-1") == ["FR-2 2027-02-10 France: Nantes (2)"])
    #expect(try program.run("stops") == ["1 stops"])
  }

  @Test("C22: a store of the first release is migrated by the plan when it is opened, once")
  func migration() throws {
    try program.run("old-store")
    let names = [", Basho", "Lovelace, Ada"]
    #expect(try program.run("travellers") == names)
    #expect(try program.run("trips") == ["JP-1 2027-04-01 Japan: Tokyo (4)"])
    try program.run("traveller", "Ida", "Pfeiffer")
    #expect(try program.run("travellers") == names + ["Pfeiffer, Ida"])
    // The first release does not know the new shape, and leaves it alone.
    let failure = try program.failure("old-store")
    #expect(failure.status == 1 && failure.errors.contains("2.0.0"), "\(failure.errors)")
    #expect(try program.run("travellers") == names + ["Pfeiffer, Ida"])
  }
}
