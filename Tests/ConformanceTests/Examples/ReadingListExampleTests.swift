import TestSupport
import Testing

@Suite("Example: the reading list and notes")
struct ReadingListExampleTests {
  let program: ExampleProgram

  init() throws { program = try ExampleProgram("ReadingListExample") }

  @Test("the books of a rating, by title")
  func topRated() throws {
    try program.run("seed")
    #expect(try program.run("top", "4") == ["Gitanjali", "Godan"])
    #expect(try program.run("top", "1") == ["Gitanjali", "Godan", "Malgudi Days"])
  }

  @Test("U14: books are newest first, can be deleted, and are there in the next run")
  func books() throws {
    #expect(try program.run("books") == [])
    try program.run("add", "Godan", "Premchand", "5")
    try program.run("add", "New book", "Unknown")
    let both = ["New book: Unknown, rated 3/5", "Godan: Premchand, rated 5/5"]
    #expect(try program.run("books") == both)
    #expect(try program.run("delete", "Godan") == [both[0]])
    #expect(try program.run("books") == [both[0]])
  }

  @Test("a book is edited in place")
  func editing() throws {
    try program.run("add", "New book", "Unknown")
    try program.run("edit", "New book", "Kim")
    try program.run("rate", "Kim", "4")
    #expect(try program.run("finish", "Kim") == ["Kim: Unknown, rated 4/5, read"])
  }

  @Test("a shelf takes its books along when it goes")
  func shelves() throws {
    try program.run("seed")
    try program.run("shelve", "Godan", "Novels")
    #expect(
      try program.run("shelve", "Malgudi Days", "Novels")
        .filter { $0.hasSuffix("on Novels") }.count == 2)
    #expect(
      try program.run("clear", "Novels") == ["Gitanjali: Rabindranath Tagore, rated 4/5"])
  }

  @Test("U14: notes are newest first, and can be deleted")
  func notes() throws {
    try program.run("note", "Revision plan", "Maths")
    #expect(
      try program.run("note", "Field trip", "Biology") == [
        "Field trip: Biology", "Revision plan: Maths",
      ])
    #expect(try program.run("unnote", "Field trip") == ["Revision plan: Maths"])
    #expect(try program.run("notes") == ["Revision plan: Maths"])
  }
}
