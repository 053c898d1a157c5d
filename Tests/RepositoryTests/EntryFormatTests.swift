import ContentReading
import Testing

@Suite("docs/content-format.md tells how goals and books are read")
struct EntryFormatTests {
  private let page: MarkdownPage

  init() throws {
    page = try MarkdownPage("docs/content-format.md")
  }

  @Test("the targets of goals")
  func goals() throws {
    let rows = page.table(below: "Goals").dropFirst()
    #expect(rows.count > 8)
    for row in rows {
      let line = MarkdownPage.code(in: row[0])[0]
      let (list, problems) = GoalReader.read(bytes: Array("- \(line)\n".utf8), path: "goals.md")
      let goal = try #require(list?.goals.first, "\(line)")
      #expect(goal.target == Int(row[1]), "\(line)")
      #expect("\(goal.kind)" == row[2], "\(line)")
      #expect(problems == [], "\(line)")
    }
  }

  @Test("the titles, authors and ratings of books")
  func books() throws {
    let rows = page.table(below: "The reading list").dropFirst()
    #expect(rows.count > 7)
    for row in rows {
      let line = MarkdownPage.code(in: row[0])[0]
      let (list, problems) = BookReader.read(bytes: Array("- \(line)\n".utf8), path: "reading.md")
      let book = try #require(list?.books.first, "\(line)")
      #expect(book.title == row[1], "\(line)")
      #expect(book.author ?? "" == row[2], "\(line)")
      #expect(book.rating == Int(row[3]), "\(line)")
      #expect(problems == [], "\(line)")
    }
  }

  @Test("the examples of both, without a complaint")
  func examples() throws {
    let examples = page.examples.filter { $0.language == "md" }
    #expect(examples.map(\.heading) == ["Goals", "The reading list"])
    let (goals, problems) = GoalReader.read(
      bytes: Array((examples.first?.text ?? "").utf8), path: "goals.md")
    #expect(problems == [])
    #expect(goals?.title == "Where we want to get")
    #expect(goals?.goals.map(\.target) == [10, 3, nil, 5, nil])
    let (books, complaints) = BookReader.read(
      bytes: Array((examples.last?.text ?? "").utf8), path: "reading.md")
    #expect(complaints == [])
    #expect(books?.books.map(\.isRead) == [true, true, false, false])
    #expect(books?.books.map(\.note) == [nil, "better than the river", nil, nil])
  }
}
