public import ModelStore

/// A day of the proleptic Gregorian calendar, without a time or a time zone.
///
/// A trip starts on a day wherever one reads about it; a point in time would move with the reader.
/// Stored as the number of days since 1970-01-01, so that raw order is the order of days.
public struct CalendarDay: RawRepresentable, Sendable, Hashable, Codable, Comparable {
  /// Days since 1970-01-01; negative before it.
  public let rawValue: Int

  /// Makes the day that many days after 1970-01-01.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Makes a day, or nil where the calendar has no such day, such as 30 February.
  ///
  /// - Parameters:
  ///   - year: 1 to 9999.
  ///   - month: 1 to 12.
  ///   - day: From 1.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.daysIn(month: month, of: year)
    else { return nil }
    // Howard Hinnant's days_from_civil: years begin in March, so a leap day ends one.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    rawValue = era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month and day of this day.
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = rawValue + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week, from 1 for Monday to 7 for Sunday (ISO 8601).
  public var weekday: Int {
    let fromMonday = (rawValue + 3) % 7
    return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
  }

  /// The day that many days later.
  public func adding(days: Int) -> CalendarDay { CalendarDay(rawValue: rawValue + days) }

  /// How many nights lie between this day and a later one.
  public func nights(until end: CalendarDay) -> Int { end.rawValue - rawValue }

  /// Orders days by time.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.rawValue < right.rawValue
  }

  private static func daysIn(month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: CustomStringConvertible {
  /// The day in ISO 8601: `2026-06-12`.
  public var description: String {
    let (year, month, day) = components
    if (0...9999).contains(year) {
      return String(unsafeUninitializedCapacity: 10) { text in
        text[4] = UInt8(ascii: "-")
        text[7] = UInt8(ascii: "-")
        for (place, digit) in [
          (0, year / 1000), (1, year / 100 % 10), (2, year / 10 % 10), (3, year % 10),
          (5, month / 10), (6, month % 10), (8, day / 10), (9, day % 10),
        ] {
          text[place] = UInt8(ascii: "0") + UInt8(digit)
        }
        return 10
      }
    }
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension CalendarDay {
  /// Reads `2026-06-12`, also without leading zeros (`2026-6-2`); nil where it is no such day.
  public init?(iso text: some StringProtocol) {
    var text = String(text)
    guard let parts = text.withUTF8(Self.parts) else { return nil }
    self.init(year: parts.0, month: parts.1, day: parts.2)
  }

  /// The three numbers between two dashes; nil where they are not that, or too long.
  private static func parts(of bytes: UnsafeBufferPointer<UInt8>) -> (Int, Int, Int)? {
    var parts: InlineArray<3, (value: Int, length: Int)> = .init(repeating: (0, 0))
    var part = 0
    for byte in bytes {
      if byte == UInt8(ascii: "-") {
        part += 1
        if part == 3 { return nil }
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), parts[part].length < 4 else {
          return nil
        }
        parts[part].value = parts[part].value * 10 + Int(byte - UInt8(ascii: "0"))
        parts[part].length += 1
      }
    }
    guard parts[0].length == 4, parts[1].length > 0, parts[2].length > 0 else { return nil }
    return (parts[0].value, parts[1].value, parts[2].value)
  }
}

extension CalendarDay: FetchableValue {}
