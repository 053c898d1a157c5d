import PackingLists

/// The trips of a site as an Atom feed (RFC 4287): those that have begun, the newest first.
///
/// A feed says of each entry when it was last changed. The one day that every copy of a site agrees
/// on is the trip's own first one, so trips enter the feed on the day they begin.
public struct AtomFeed {
  private let cards: [TripCard]
  private let base: String
  private let context: PageContext

  /// Where it stands.
  public static let path = "feed.xml"

  private static let mostEntries = 50

  /// The trips that a feed tells of, of all that there are.
  public static func entries(of cards: [TripCard], in site: SiteInfo) -> [TripCard] {
    let begun = cards.filter { card in
      !card.isArchived && card.start.map { $0 <= site.today } ?? false
    }
    return begun.newest(mostEntries)
  }

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - cards: What ``entries(of:in:)`` gave.
  ///   - base: Where the site stands on the web.
  ///   - context: What all pages share.
  public init(of cards: [TripCard], under base: String, in context: PageContext) {
    self.cards = cards
    self.base = base
    self.context = context
  }

  /// The feed.
  public var xml: String {
    let site = context.site
    let home = escapedMarkup(PageAddress.home.url(under: base))
    let changed = cards.first?.start.map(Self.time) ?? "1970-01-01T00:00:00Z"
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"\(escapedMarkup(site.language))\">",
      "<title>\(escapedMarkup(site.title))</title>",
      "<id>\(home)</id>",
      "<link rel=\"alternate\" type=\"text/html\" href=\"\(home)\"/>",
      "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(url(Self.path))\"/>",
      "<updated>\(changed)</updated>",
      "<author><name>\(escapedMarkup(site.author ?? site.title))</name></author>",
      "<generator>\(escapedMarkup(site.generator))</generator>",
    ]
    for card in cards { lines += entry(card) }
    return lines.joined(separator: "\n") + "\n</feed>\n"
  }

  private func entry(_ card: TripCard) -> [String] {
    let address = PageAddress.trip(card.slug)
    let link = escapedMarkup(address.url(under: base))
    let days = context.days(from: card.start, to: card.end)
    let summary = [card.destination, days, card.nights.map(context.nights)].compactMap(\.self)
      .joined(separator: " · ")
    var lines = [
      "<entry>", "<title>\(escapedMarkup(card.title))</title>", "<id>\(link)</id>",
      "<link rel=\"alternate\" type=\"text/html\" href=\"\(link)\"/>",
      "<updated>\(card.start.map(Self.time) ?? "")</updated>",
      "<summary>\(escapedMarkup(summary))</summary>",
    ]
    if let collection = card.collection {
      lines.append("<category term=\"\(escapedMarkup(collection))\"/>")
    }
    return lines + ["</entry>"]
  }

  private func url(_ path: String) -> String {
    escapedMarkup(PageAddress.url(path, under: base))
  }

  private static func time(_ day: CalendarDay) -> String { "\(day)T00:00:00Z" }
}
