import PackingLists

/// The days of a site's trips, for calendar programs to follow.
public enum SiteCalendar {
  /// Where the calendar of all trips stands.
  public static let path = "trips.ics"

  /// Where the calendar of one trip stands.
  public static func path(of slug: String) -> String { "trips/\(slug).ics" }

  /// The calendar of some trips, those without days left out.
  ///
  /// - Parameters:
  ///   - cards: The trips, in the order to write.
  ///   - context: What all pages share.
  /// - Returns: The same bytes for the same days, titles and places.
  public static func bytes(
    of cards: some Sequence<TripCard>, in context: PageContext
  ) -> [UInt8] {
    ICalendar.bytes(
      of: cards.lazy.compactMap { ICalendar.Event(of: $0, in: context) }, name: context.site.title,
      generator: context.site.generator)
  }

  /// Takes what a calendar shows of a trip into a hash.
  public static func add(_ card: TripCard, to hash: inout StableHash) {
    hash.add(card.slug)
    hash.add(card.title)
    hash.add(card.destination ?? "")
    hash.add(card.start?.rawValue ?? .min)
    hash.add(card.end?.rawValue ?? .min)
  }
}

extension ICalendar.Event {
  /// A trip's days; nil where the first one is not known.
  ///
  /// How far it is packed is left out: a calendar changes with the days of its trips alone.
  init?(of card: TripCard, in context: PageContext) {
    guard let start = card.start else { return nil }
    let base = context.site.baseURL
    let host = base?.split(separator: "/").dropFirst().first.map(String.init) ?? "valise"
    self.init(
      identifier: "trip-\(card.slug)@\(host)", start: start, end: card.end, summary: card.title,
      location: card.destination, url: base.map { PageAddress.trip(card.slug).url(under: $0) })
  }
}
