public import PackingLists

/// The days of trips as a calendar.
public struct TripCalendar {
  private let events: [ICalendar.Event]
  private let context: PageContext

  /// Takes trips; those whose first day is not known have no place in a calendar.
  ///
  /// - Parameters:
  ///   - trips: The trips, in the order to write.
  ///   - context: What all pages of the site share.
  public init(of trips: [Trip], in context: PageContext) {
    self.context = context
    events = trips.compactMap { ICalendar.Event(of: $0, in: context) }
  }

  /// Whether no trip has a day.
  public var isEmpty: Bool { events.isEmpty }

  /// The calendar, as ``ICalendar`` writes it.
  public var text: String {
    ICalendar(of: events, name: context.site.title, generator: context.site.generator).text
  }
}
