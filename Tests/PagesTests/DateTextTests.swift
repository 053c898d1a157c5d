import PackingLists
import Testing

@testable import Pages

@Suite("Dates in the site's language")
struct DateTextTests {
  @Test(
    "a span says once what its days share",
    arguments: [
      ("en", "2026-06-12", "2026-06-16", "12–16 June 2026"),
      ("en", "2026-07-30", "2026-08-09", "30 July – 9 August 2026"),
      ("en", "2026-12-30", "2027-01-02", "30 Dec 2026 – 2 Jan 2027"),
      ("en", "2026-06-12", "2026-06-12", "12 June 2026"),
      ("en-US", "2026-06-12", "2026-06-16", "June 12–16, 2026"),
      ("en-US", "2026-07-30", "2026-08-09", "July 30 – August 9, 2026"),
      ("en-US", "2026-12-30", "2027-01-02", "Dec 30, 2026 – Jan 2, 2027"),
      ("de", "2026-06-12", "2026-06-16", "12.–16. Juni 2026"),
      ("de-CH", "2026-12-30", "2027-01-02", "30. Dez. 2026 – 2. Jan. 2027"),
      ("fr", "2026-06-01", "2026-06-16", "1er–16 juin 2026"),
      ("fr", "2026-12-30", "2027-01-01", "30 déc. 2026 – 1er janv. 2027"),
      ("es", "2026-06-12", "2026-06-16", "12–16 de junio de 2026"),
      ("es", "2026-07-30", "2026-08-09", "30 de julio – 9 de agosto de 2026"),
      ("es", "2026-12-30", "2027-01-02", "30 dic 2026 – 2 ene 2027"),
      ("ar", "2026-06-12", "2026-06-16", "2026-06-12 – 2026-06-16"),
    ])
  func span(language: String, start: String, end: String, expected: String) throws {
    let first = try #require(CalendarDay(iso: start))
    let last = try #require(CalendarDay(iso: end))
    #expect(DateText(language: language).span(from: first, to: last) == expected)
  }

  @Test(
    "a span without its year keeps the rest",
    arguments: [
      ("en", "12–16 June"), ("en-US", "June 12–16"), ("de", "12.–16. Juni"),
      ("es", "12–16 de junio"),
    ])
  func withoutYear(language: String, expected: String) throws {
    let first = try #require(CalendarDay(iso: "2026-06-12"))
    let text = DateText(language: language)
      .span(from: first, to: first.adding(days: 4), hasYear: false)
    #expect(text == expected)
  }

  @Test(
    "a board shows a short month and the year",
    arguments: [
      ("en", "Sep 2026"), ("de", "Sept. 2026"), ("fr", "sept. 2026"), ("es", "sept 2026"),
      ("ja", "2026-09"),
    ])
  func board(language: String, expected: String) throws {
    let day = try #require(CalendarDay(iso: "2026-09-05"))
    #expect(DateText(language: language).monthAndYear(day) == expected)
  }
}
