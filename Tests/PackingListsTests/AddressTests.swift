import PackingLists
import Testing

@Suite("Addresses and identities")
struct AddressTests {
  @Test(
    "a name becomes an address that reads like it",
    arguments: [
      ("Lisbon Trip", "lisbon-trip"), ("Édimbourg & Skye", "edimbourg-skye"), ("--a__b--", "a-b"),
      ("São Paulo 2027", "sao-paulo-2027"), ("Кольский", "кольскии"), ("رحلة عمّان", "رحلة-عمّان"),
      ("東京", "東京"), ("🎒", ""), ("", ""), ("a/b", "a-b"),
    ])
  func slugs(text: String, expected: String) {
    #expect(slug(of: text) == expected)
  }

  @Test("a very long name is cut between characters")
  func long() {
    let address = slug(of: String(repeating: "旅", count: 300))
    #expect(address == String(repeating: "旅", count: 66))
    #expect(slug(of: String(repeating: "a", count: 300)).utf8.count == 200)
  }

  @Test("both Unicode forms of a name give one address")
  func forms() {
    #expect(slug(of: "cafe\u{301}") == slug(of: "caf\u{E9}"))
    #expect(foldedName("CAFE\u{301}") == foldedName("caf\u{E9}"))
    #expect(foldedName("Wool Socks") == "wool socks")
  }

  @Test("an item is the same in another case, and another in another place")
  func identities() {
    func identity(_ trip: String, _ category: String, _ name: String, _ occurrence: Int) -> String {
      ItemIdentity.text(trip: trip, category: category, name: name, occurrence: occurrence)
    }
    let socks = identity("rome", "Clothes", "Socks", 1)
    #expect(socks == identity("rome", "clothes", "SOCKS", 1))
    let others = [
      identity("oslo", "Clothes", "Socks", 1), identity("rome", "Kit", "Socks", 1),
      identity("rome", "Clothes", "Sock", 1), identity("rome", "Clothes", "Socks", 2),
    ]
    #expect(Set(others + [socks]).count == 5)
  }
}

@Suite("Calendar days")
struct CalendarDayTests {
  @Test(
    "days that exist are read and written back",
    arguments: ["1970-01-01", "2026-06-12", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func reads(text: String) throws {
    #expect(try #require(CalendarDay(iso: text)).description == text)
  }

  @Test(
    "what is no day is refused",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01", "2026-1",
      "2026-01-01T00:00", "", "2026--1-1", "today", "２０２６-01-01",
    ])
  func refuses(text: String) {
    #expect(CalendarDay(iso: text) == nil)
  }

  @Test("every day of 800 years follows the one before it")
  func sequence() throws {
    let first = try #require(CalendarDay(iso: "1600-01-01"))
    var (year, month, day) = first.components
    for offset in 1..<292_194 {
      let next = first.adding(days: offset)
      let parts = next.components
      let follows =
        parts == (year, month, day + 1) || parts == (year, month + 1, 1)
        || parts == (year + 1, 1, 1)
      #expect(follows, "\(next)")
      #expect(CalendarDay(year: parts.year, month: parts.month, day: parts.day) == next)
      (year, month, day) = parts
    }
    #expect((year, month, day) == (2399, 12, 31))
  }

  @Test("nights, weekdays and the order of days")
  func arithmetic() throws {
    let start = try #require(CalendarDay(iso: "2026-6-12"))
    let end = try #require(CalendarDay(iso: "2026-06-16"))
    #expect(start.nights(until: end) == 4)
    #expect(start.weekday == 5)
    #expect(CalendarDay(rawValue: -1).weekday == 3)
    #expect(start < end)
    #expect(start.adding(days: 4) == end)
  }
}
