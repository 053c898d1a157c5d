import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A connection to SQLite")
struct ConnectionTests {
  let connection: Connection

  init() throws {
    connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE)")
  }

  private var count: SQLValue {
    get throws { try connection.rows("SELECT count(*) FROM t")[0][0] }
  }

  @Test(
    "each kind of value makes the way there and back",
    arguments: [
      SQLValue.null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\u{0}b — é 👩‍🚀"),
      .blob([]), .blob([0, 255]),
    ])
  func values(value: SQLValue) throws {
    #expect(try connection.rows("SELECT ?", [value]) == [[value]])
  }

  @Test("typed columns read what typed parameters wrote, and NULL reads as nothing")
  func columns() throws {
    let statement = try connection.prepare("SELECT ?, ?, ?, ?, NULL")
    statement.bind(7 as Int64, at: 1)
    statement.bind(1.5, at: 2)
    statement.bind("text", at: 3)
    statement.bind([1, 2], at: 4)
    #expect(try statement.step())
    #expect(statement.columnCount == 5)
    #expect(statement.integer(at: 0) == 7 && statement.real(at: 1) == 1.5)
    #expect(statement.text(at: 2) == "text" && statement.bytes(at: 3) == [1, 2])
    #expect(
      statement.isNull(at: 4) && statement.text(at: 4).isEmpty && statement.bytes(at: 4).isEmpty)
    #expect(try !statement.step())
  }

  @Test("a statement runs with the values that were set last, whatever they were before")
  func values() throws {
    let statement = try connection.prepare("SELECT ?, ?2")
    func shown(_ value: SQLValue) throws -> [SQLValue] {
      statement.bind(value, at: 1)
      statement.bind(value, at: 2)
      defer { statement.reset() }
      #expect(try statement.step())
      return [statement.value(at: 0), statement.value(at: 1)]
    }
    let values: [SQLValue] = [
      .null, .integer(0), .integer(0), .null, .integer(1), .text("a"), .integer(1), .integer(2),
      .real(2), .integer(2), .blob([2]), .null, .null, .text("b"), .null,
    ]
    for value in values { #expect(try shown(value) == [value, value]) }
    #expect(try shown(.integer(7)) == [.integer(7), .integer(7)])
    statement.clearBindings()
    #expect(try statement.step() && statement.isNull(at: 0) && statement.isNull(at: 1))
    // A statement that is running takes no value, and is not thought to have it.
    statement.bind(9 as Int64, at: 1)
    statement.reset()
    #expect(try shown(.integer(9)) == [.integer(9), .integer(9)])
    // There is no such parameter, which is no error.
    statement.bind(1 as Int64, at: 0)
    statement.bindNull(at: 3)
  }

  @Test("an error has the code, SQLite's words and the SQL")
  func errors() throws {
    let syntax = try #require(throws: SQLiteError.self) { try connection.prepare("SELEC 1") }
    #expect(syntax.sql == "SELEC 1" && syntax.message.contains("syntax error"))
    _ = try connection.rows("INSERT INTO t VALUES (1, 'x')")
    let twin = try #require(throws: SQLiteError.self) {
      try connection.rows("INSERT INTO t VALUES (2, 'x')")
    }
    #expect(twin.isConstraint && twin.code == 2067)
    #expect(
      "\(twin)"
        == "SQLite: UNIQUE constraint failed: t.b (code 2067) in: INSERT INTO t VALUES (2, 'x')")
    let empty = try #require(throws: SQLiteError.self) { try connection.prepare("-- nothing") }
    #expect(empty.message == "there is no statement in the text")
  }

  @Test("a transaction is kept at its end and undone where it throws, also inside another")
  func transactions() throws {
    struct Stop: Error {}
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (1, 1)") }
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2, 2)")
        throw Stop()
      }
    }
    #expect(try count == .integer(1))
    try connection.transaction {
      #expect(throws: Stop.self) {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (3, 3)")
          throw Stop()
        }
      }
      try connection.execute("INSERT INTO t VALUES (4, 4)")
    }
    #expect(try connection.rows("SELECT a FROM t") == [[.integer(1)], [.integer(4)]])
    #expect(connection.lastInsertedRowID == 4 && connection.changes == 1)
  }

  @Test("a rehearsal is seen inside and leaves nothing behind")
  func rehearsal() throws {
    let inside = try connection.rehearsal {
      try connection.execute("INSERT INTO t VALUES (1, 1)")
      return try count
    }
    #expect(inside == .integer(1))
    #expect(try count == .integer(0))
  }

  @Test("a statement is prepared once for a text, and a nested use gets its own")
  func cache() throws {
    let sql = "SELECT ?"
    try connection.withStatement(sql) { outer in
      try connection.withStatement(sql) { inner in
        #expect(inner !== outer)
        inner.bind(5 as Int64, at: 1)
      }
    }
    let isNull = try connection.withStatement(sql) { again in
      try again.step() && again.isNull(at: 0)
    }
    #expect(isNull)
  }

  @Test("a Swift closure is a function in SQL")
  func functions() throws {
    try connection.addFunction("repeated", argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0], case .integer(let count) = arguments[1] else {
        return .null
      }
      return .text(String(repeating: text, count: Int(count)))
    }
    #expect(
      try connection.rows("SELECT repeated('ab', 3), repeated(1, 2)") == [[.text("ababab"), .null]])
    for value in [SQLValue.null, .integer(3), .real(2.5), .text("é"), .blob([]), .blob([7])] {
      try connection.addFunction("same", argumentCount: 1) { $0[0] }
      #expect(try connection.rows("SELECT same(?)", [value]) == [[value]])
    }
  }

  @Test("a function that throws fails its statement, with its words")
  func failingFunction() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "no such luck" }
    try connection.addFunction("refused", argumentCount: 0) { _ in throw Refusal() }
    let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT refused()") }
    #expect(error?.message.contains("no such luck") == true)
  }

  @Test("a lock that another connection holds is waited for, then an error")
  func busy() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("a.db").path
    let first = try Connection(.file(path))
    let second = try Connection(.file(path), busyMilliseconds: 20)
    try first.transaction {
      let error = try #require(throws: SQLiteError.self) {
        try second.transaction { try second.execute("CREATE TABLE u (a)") }
      }
      #expect(error.isBusy)
    }
    try second.execute("CREATE TABLE u (a)")
  }

  @Test("a file that is no database is told by its code")
  func foreignFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(String(repeating: "not a database ", count: 80), to: "a.db")
    let connection = try Connection(.file(file.path))
    let error = try #require(throws: SQLiteError.self) {
      try connection.rows("SELECT * FROM sqlite_master")
    }
    #expect(error.isNotADatabase && !error.isCorrupt)
    #expect(throws: SQLiteError.self) {
      try Connection(.file(folder.url.path + "/none"), readOnly: true)
    }
  }
}
