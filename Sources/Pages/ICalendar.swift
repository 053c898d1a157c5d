public import PackingLists

/// A calendar of whole days, as RFC 5545 has it, for calendar programs to take in.
public struct ICalendar: Sendable {
  /// Something that takes whole days.
  public struct Event: Sendable, Hashable {
    /// Who it is, the same in every version of the calendar: a program that has it already changes
    /// it instead of adding another.
    public var identifier: String
    /// The first day.
    public var start: CalendarDay
    /// The last day, itself included; nil for one day.
    public var end: CalendarDay?
    /// What it is called.
    public var summary: String
    /// Where it is.
    public var location: String?
    /// What is said about it.
    public var description: String?
    /// Its page on the web.
    public var url: String?

    /// Makes an event.
    public init(
      identifier: String, start: CalendarDay, end: CalendarDay?, summary: String,
      location: String? = nil, description: String? = nil, url: String? = nil
    ) {
      self.identifier = identifier
      self.start = start
      self.end = end
      self.summary = summary
      self.location = location
      self.description = description
      self.url = url
    }
  }

  private let events: [Event]
  private let name: String
  private let generator: String

  /// Makes a calendar.
  ///
  /// - Parameters:
  ///   - events: Its events, in the order to write.
  ///   - name: What programs call it.
  ///   - generator: The program that made it, such as `Valise 0.2.0`.
  public init(of events: [Event], name: String, generator: String) {
    self.events = events
    self.name = name
    self.generator = generator
  }

  /// The calendar as text, its lines ending in CR LF and folded to 75 bytes.
  ///
  /// The same events give the same text: an event's time stamp is the start of its first day.
  public var text: String {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//\(Self.escaped(generator))//EN",
      "CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:\(Self.escaped(name))",
    ]
    for event in events { lines += Self.lines(of: event) }
    lines.append("END:VCALENDAR")
    return lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  private static func lines(of event: Event) -> [String] {
    // The last day is not part of an event: it ends where the next day begins.
    let end = (event.end ?? event.start).adding(days: 1)
    var lines = [
      "BEGIN:VEVENT", "UID:\(escaped(event.identifier))", "DTSTAMP:\(date(event.start))T000000Z",
      "DTSTART;VALUE=DATE:\(date(event.start))", "DTEND;VALUE=DATE:\(date(end))",
      "SUMMARY:\(escaped(event.summary))",
    ]
    if let location = event.location { lines.append("LOCATION:\(escaped(location))") }
    if let description = event.description { lines.append("DESCRIPTION:\(escaped(description))") }
    // An address is no text: nothing in it is escaped, and it may not end its line.
    if let url = event.url, url.utf8.allSatisfy({ $0 > 0x20 }) { lines.append("URL:\(url)") }
    // The days of a trip leave their owner free for what else is on them.
    return lines + ["TRANSP:TRANSPARENT", "END:VEVENT"]
  }

  private static func date(_ day: CalendarDay) -> String {
    String(decoding: day.description.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        result.append("\\")
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      // Control characters may not stand in a text; a tab may.
      case _ where scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), 0x7F: false
    default: byte >= 0x20
    }
  }

  /// A line in pieces of 75 bytes at most, none of which cuts a character in two.
  private static func folded(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line }
    var result = ""
    var length = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > 75 {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += size
    }
    return result
  }
}
