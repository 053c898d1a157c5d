public import PackingLists

/// A calendar of whole days, as RFC 5545 has it, for calendar programs to take in.
public enum ICalendar {
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

  /// A calendar as UTF-8, its lines ending in CR LF and folded to 75 bytes.
  ///
  /// The same events give the same bytes: an event's time stamp is the start of its first day.
  ///
  /// - Parameters:
  ///   - events: Its events, in the order to write; each is taken when the one before it is written, for
  ///     there may be very many.
  ///   - name: What programs call it.
  ///   - generator: The program that made it, such as `Valise 0.2.0`.
  /// - Returns: The whole file.
  public static func bytes(
    of events: some Sequence<Event>, name: String, generator: String
  ) -> [UInt8] {
    var lines = CalendarLines()
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:-//", text: generator, "//EN")
    lines.add("CALSCALE:GREGORIAN")
    lines.add("METHOD:PUBLISH")
    lines.add("X-WR-CALNAME:", text: name)
    for event in events { add(event, to: &lines) }
    lines.add("END:VCALENDAR")
    return lines.bytes
  }

  private static func add(_ event: Event, to lines: inout CalendarLines) {
    lines.add("BEGIN:VEVENT")
    lines.add("UID:", text: event.identifier)
    lines.add("DTSTAMP:", event.start, "T000000Z")
    lines.add("DTSTART;VALUE=DATE:", event.start)
    // The last day is not part of an event: it ends where the next day begins.
    lines.add("DTEND;VALUE=DATE:", (event.end ?? event.start).adding(days: 1))
    lines.add("SUMMARY:", text: event.summary)
    if let location = event.location { lines.add("LOCATION:", text: location) }
    if let description = event.description { lines.add("DESCRIPTION:", text: description) }
    // An address is no text: nothing in it is escaped, and it may not end its line.
    if let url = event.url, url.utf8.allSatisfy({ $0 > 0x20 }) { lines.add("URL:\(url)") }
    // The days of a trip leave their owner free for what else is on them.
    lines.add("TRANSP:TRANSPARENT")
    lines.add("END:VEVENT")
  }
}

/// The lines of a calendar, in one buffer: that of a large site has a million.
private struct CalendarLines {
  private(set) var bytes: [UInt8] = []

  private static let longest = 75

  /// Adds a line as it is.
  mutating func add(_ line: String) { add(line, "") { _ in } }

  /// Adds a line with a day, such as `20270501`.
  mutating func add(_ name: String, _ day: CalendarDay, _ end: String = "") {
    add(name, end) { bytes in
      for byte in day.description.utf8 where byte != UInt8(ascii: "-") { bytes.append(byte) }
    }
  }

  /// Adds a line with a text, which is escaped.
  mutating func add(_ name: String, text: String, _ end: String = "") {
    add(name, end) { bytes in
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        // Control characters may not stand in a text; a tab may.
        case 0x00..<0x09, 0x0A..<0x20, 0x7F: continue
        default: bytes.append(byte)
        }
      }
    }
  }

  /// Adds a line, in pieces of 75 bytes at most, none of which cuts a character in two.
  private mutating func add(
    _ name: String, _ end: String, _ appendValue: (inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    appendValue(&bytes)
    bytes.append(contentsOf: end.utf8)
    if bytes.count - start > Self.longest {
      let line = Array(bytes[start...])
      bytes.removeSubrange(start...)
      var pieceStart = 0
      var room = Self.longest
      while line.count - pieceStart > room {
        var end = pieceStart + room
        while line[end] & 0xC0 == 0x80 { end -= 1 }
        bytes.append(contentsOf: line[pieceStart..<end])
        bytes.append(contentsOf: "\r\n ".utf8)
        pieceStart = end
        // The blank that marks a further piece counts too.
        room = Self.longest - 1
      }
      bytes.append(contentsOf: line[pieceStart...])
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }
}
