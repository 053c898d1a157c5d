import Diagnostics
import PackingLists
import Testing

@testable import ContentReading

@Suite("Goals and books")
struct EntryTests {
  private func goals(_ text: String) -> (goals: [GoalDraft], codes: [DiagnosticCode]) {
    let (list, problems) = GoalReader.read(bytes: Array(text.utf8), path: "Content/goals.md")
    return (list?.goals ?? [], problems.map(\.code))
  }

  private func books(_ text: String) -> (books: [BookDraft], codes: [DiagnosticCode]) {
    let (list, problems) = BookReader.read(bytes: Array(text.utf8), path: "Content/reading.md")
    return (list?.books ?? [], problems.map(\.code))
  }

  // MARK: Goals

  @Test("marks at the end, in any order, and quotation marks around several words")
  func goalMarks() throws {
    let (found, codes) = goals(
      "- [ ] Swim x5 word:swim year:2026 collection:\"Summer Vibes\" — in the sea\n")
    let goal = try #require(found.first)
    #expect(goal.title == "Swim" && goal.target == 5 && goal.kind == .activities)
    #expect(goal.word == "swim" && goal.year == 2026 && goal.collection == "Summer Vibes")
    #expect(goal.note == "in the sea" && codes == [])
  }

  @Test("lines below say the same as marks, in four languages")
  func goalDetails() throws {
    let (found, codes) = goals(
      """
      - Far
        - Ziel: 4
        - Sammlung: Sommer
        - Achieved: 2026-05-01
        - with the train
      """)
    let goal = try #require(found.first)
    #expect(found.count == 1)
    #expect(goal.target == 4 && goal.collection == "Sommer" && goal.note == "with the train")
    #expect(goal.achieved == CalendarDay(iso: "2026-05-01") && codes == [])
  }

  @Test("a heading, a bold line and an entry with a colon say what is counted")
  func goalHeads() {
    let (found, _) = goals(
      """
      ## Unternehmungen
      - A: 3

      **Voyages**
      - B: 3

      - Activities:
        - [ ] C (2)
      - D
      """)
    #expect(found.map(\.kind) == [.activities, .trips, .activities, .trips])
    #expect(found.map(\.title) == ["A", "B", "C", "D"])
  }

  @Test("a table of goals")
  func goalTable() {
    let (found, codes) = goals(
      """
      | Goal | Target | Kind | Why |
      |---|---|---|---|
      | Far | 3 | activities | to see it |
      | [x] Near | | | |
      """)
    #expect(found.map(\.target) == [3, nil] && found.map(\.kind) == [.activities, .trips])
    #expect(found.map(\.isTicked) == [false, true] && found.first?.note == "to see it")
    #expect(codes == [])
  }

  @Test(
    "what is no number or no day is pointed out, and stays in the words",
    arguments: [
      ("- A x0\n", DiagnosticCode.goalTarget, "A"), ("- A: 0\n", .goalTarget, "A"),
      ("- A 2026-02-30\n", .entryDate, "A 2026-02-30"),
      ("- A\n  - Target: -3\n", .goalTarget, "A"), ("- A\n  - Year: soon\n", .entryDate, "A"),
      ("- A\n  - Achieved: yesterday\n", .entryDate, "A"),
    ])
  func badGoals(text: String, code: DiagnosticCode, title: String) {
    let (found, codes) = goals(text)
    #expect(codes == [code])
    #expect(found.first?.title == title && found.first?.target == nil)
  }

  @Test("numbers of many digits, lone marks and empty boxes are words")
  func oddGoals() {
    let (found, codes) = goals(
      "- 99999999999999999999: 99999999999999999999\n- x5\n- [ ]\n- \"open\n- collection:\n- (3)\n")
    #expect(found.map(\.target) == [nil, nil, nil, nil, nil])
    #expect(found.map(\.title).last == "(3)" && codes == [])
  }

  // MARK: Books

  @Test("a struck book and one with [-] are given up, whatever else they say")
  func givenUp() {
    let (found, _) = books("- [x] ~~A ★★~~\n- [-] B\n- [x] C\n")
    #expect(found.map(\.isGivenUp) == [true, true, false])
    #expect(found.map(\.isRead) == [false, false, true])
  }

  @Test("without boxes, headings, lines and ratings tell what was read")
  func readWithoutBoxes() {
    let (found, _) = books(
      """
      ## Gelesen
      - A
      ## To read
      - B ★★★
      ## 2025
      - C
      - D 5/5
      - E
        - Read: 2025-04-01
      - F ★
        - Read: no
      """)
    #expect(found.map(\.isRead) == [true, false, false, true, true, false])
    #expect(found.map(\.year) == [nil, nil, 2025, 2025, 2025, 2025])
    #expect(found[4].date == CalendarDay(iso: "2025-04-01"))
  }

  @Test("a table with a box or a word for read, and a French mark for a rating")
  func bookTable() {
    let (found, codes) = books(
      """
      | Lu | Titre | Auteur | Note | Lien |
      |---|---|---|---|---|
      | [x] | Le Danube | C. Magris | 4/5 | https://example.org |
      | [ ] | La Mer | J. Michelet | à lire en bateau | |
      """)
    #expect(found.map(\.title) == ["Le Danube", "La Mer"])
    #expect(found.map(\.author) == ["C. Magris", "J. Michelet"])
    #expect(found.map(\.rating) == [4, nil] && found.map(\.isRead) == [true, false])
    #expect(found.map(\.note) == [nil, "à lire en bateau"])
    #expect(found.first?.url == "https://example.org" && codes == [])
  }

  @Test(
    "ratings that are none are pointed out once",
    arguments: [
      "- A 0/5\n", "- A 6/5\n", "- A 4.5/5\n", "- A ★★★★★★\n", "- A ☆☆☆\n", "- A rating:7\n",
      "- A\n  - Rating: great\n", "- A\n  - Rating: 11\n", "- A rating:7 2026-01-01\n",
    ])
  func badRatings(text: String) {
    let (found, codes) = books(text)
    #expect(codes == [.bookRating])
    #expect(found.first?.rating == nil)
  }

  @Test("files that are no text, or hold nothing, say so")
  func unreadable() {
    let (list, problems) = BookReader.read(bytes: [0xFF, 0x0A], path: "reading.md")
    #expect(list == nil && problems.map(\.code) == [.fileEncoding])
    #expect(books("").codes == [.entryEmpty])
    #expect(goals("# Goals\n").codes == [.entryEmpty])
    #expect(goals("---\ntitle: [\n---\n- A\n").codes.contains(.yamlSyntax))
  }

  @Test("lists nested a thousand deep, and lines of a hundred thousand words, are read")
  func large() {
    let deep = (0..<1000).map { String(repeating: "  ", count: $0) + "- [ ] a\n" }.joined()
    #expect(!books(deep).books.isEmpty)
    let long = "- " + String(repeating: "word ", count: 100_000) + "★★\n"
    #expect(books(long).books.first?.rating == 2)
  }
}
