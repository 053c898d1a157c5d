import Mustache
import PackingLists

/// A stop of an itinerary, with its days where the trip's first day is known.
struct StopRow {
  let city: String
  let nights: Int
  let arrival: CalendarDay?
  let departure: CalendarDay?
  let hasYear: Bool

  /// The stops of a trip, given in their order, one after the other.
  static func rows(of stops: [Stop], start: CalendarDay?) -> [StopRow] {
    var day = start
    let end = start.map { $0.adding(days: stops.reduce(0) { $0 + $1.nights }) }
    let hasYear = start?.components.year != end?.components.year
    return stops.map { stop in
      let arrival = day
      day = day.map { $0.adding(days: stop.nights) }
      return StopRow(
        city: stop.city, nights: stop.nights, arrival: arrival, departure: day, hasYear: hasYear)
    }
  }

  func value(in context: PageContext) -> MustacheValue {
    var days: String?
    if let arrival, let departure {
      days = context.dates.span(from: arrival, to: departure, hasYear: hasYear)
    }
    return [
      "city": .text(city),
      "nights": .text(context.nights(nights)),
      "nightCount": .integer(nights),
      "dates": .optional(days),
      "arrival": .optional(arrival?.description),
      "departure": .optional(departure?.description),
    ]
  }
}
