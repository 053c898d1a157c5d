import ModelStore

/// The trips that are not archived, by their first day.
struct TripList {
  @Query(filter: #Predicate<Trip> { !$0.isArchived }, sort: \Trip.startDate)
  private var trips: [Trip]

  var lines: [String] {
    trips.map { trip in
      let stops = trip.stops.map { "\($0.city) (\($0.nights))" }.joined(separator: ", ")
      return
        "\(trip.bookingCode) \(CalendarDay.text(trip.startDate)) \(trip.name): \(stops.isEmpty ? "no stops" : stops)"
    }
  }
}

/// What a person does with trips.
struct TravelDesk {
  static let usage = """
    usage: TravelExample STORE COMMAND…
      import CODE NAME YYYY-MM-DD [CITY:NIGHTS]…   trips   archive CODE   delete CODE   stops
      travellers   traveller FIRST LAST   old-store
    "old-store" makes a store as the first release of this program did.
    """

  let context: ModelContext

  /// Runs a command and gives the lines to print.
  func run(_ words: [String]) throws -> [String] {
    switch (words.first ?? "", Array(words.dropFirst())) {
    case ("import", let rest) where rest.count >= 3: try importTrip(rest)
    case ("trips", []): break
    case ("archive", let rest) where rest.count == 1: try trip(rest[0]).isArchived = true
    case ("delete", let rest) where rest.count == 1: context.delete(try trip(rest[0]))
    case ("stops", []):
      return ["\(try context.fetchCount(FetchDescriptor<Stop>())) stops"]
    case ("travellers", []): return try travellers()
    case ("traveller", let rest) where rest.count == 2:
      context.insert(Traveller(firstName: rest[0], lastName: rest[1]))
      return try travellers()
    default: throw UsageError(Self.usage)
    }
    let page = TripList()
    try context.fetchQueries(of: page)
    return page.lines
  }

  /// Takes a trip in, or brings the one with that booking code up to date.
  ///
  /// The booking code makes the new trip take over the row of the old one. Stops have no key of their own:
  /// the new ones replace the old ones.
  private func importTrip(_ words: [String]) throws {
    let code = words[0]
    try context.delete(model: Stop.self, where: #Predicate { $0.trip?.bookingCode == code })
    let trip = Trip(
      name: words[1], startDate: try CalendarDay.date(words[2]), bookingCode: code)
    trip.stops = try words.dropFirst(3).map { word in
      let parts = word.split(separator: ":")
      guard parts.count == 2, let nights = Int(parts[1]) else { throw UsageError(Self.usage) }
      return Stop(city: String(parts[0]), nights: nights)
    }
    context.insert(trip)
    try context.save()
  }

  private func trip(_ code: String) throws -> Trip {
    let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.bookingCode == code })
    guard let trip = try context.fetch(descriptor).first else {
      throw UsageError("there is no trip \"\(code)\"")
    }
    return trip
  }

  private func travellers() throws -> [String] {
    let byName = FetchDescriptor<Traveller>(
      sortBy: [SortDescriptor(\.lastName), SortDescriptor(\.firstName)])
    return try context.fetch(byName).map { "\($0.lastName), \($0.firstName)" }
  }
}

/// Days as they are written on the command line.
enum CalendarDay {
  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
  }

  static func text(_ date: Date) -> String { date.formatted(style) }

  static func date(_ text: String) throws -> Date {
    do { return try style.parse(text) } catch {
      throw UsageError("\"\(text)\" is not a day such as 2027-04-01")
    }
  }
}

/// What the person asked for cannot be done as it was said.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
