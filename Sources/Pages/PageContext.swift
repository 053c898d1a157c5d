import Mustache
import PackingLists

/// What all pages of one build share: the site, and how its language writes things.
///
/// Made once per build; the parts of view data that are the same on every page are kept ready. A class,
/// since every item of a page leads to it.
public final class PageContext: Sendable {
  /// The site.
  public let site: SiteInfo

  let words: Words
  let dates: DateText
  let numbers: NumberText
  let siteData: MustacheValue
  let wordsData: MustacheValue
  let phrasesData: MustacheValue
  private let decimalSeparator: String

  /// Prepares everything that the pages of a site share.
  public init(site: SiteInfo) {
    self.site = site
    let words = Words.of(language: site.language)
    self.words = words
    dates = DateText(language: site.language)
    numbers = NumberText(language: site.language, currency: site.currency)
    decimalSeparator = Weight.decimalSeparator(of: site.language)
    siteData = [
      "title": .text(site.title),
      "language": .text(site.language),
      "direction": .text(site.direction),
      "author": .optional(site.author),
      "generator": .text(site.generator),
      "baseURL": .optional(site.baseURL),
    ]
    phrasesData = .object(
      MustacheObject(
        Words.Phrase.allCases.map { ($0.rawValue, .text(words.pattern($0))) }))
    wordsData = .object(
      MustacheObject(Words.Word.allCases.map { ($0.rawValue, .text(words[$0])) }))
  }

  /// The same site, spoken of in another language.
  ///
  /// - Parameter language: Its tag, as in BCP 47.
  /// - Returns: What its pages would share.
  public func speaking(language: String) -> PageContext {
    var site = site
    site.language = language
    return PageContext(site: site)
  }

  /// A weight in the site's units.
  func text(_ weight: Weight) -> String {
    weight.formatted(in: site.units, decimalSeparator: decimalSeparator)
  }

  /// `4 nights`.
  func nights(_ count: Int) -> String {
    words(.nightCount, numbers.count(count), count: count)
  }

  /// `3 of 9 packed`, `All 9 packed`, or that there is nothing yet.
  func progress(packed: Int, of count: Int) -> String {
    if count == 0 { return words[.nothingToPack] }
    if packed == count { return words(.allOfThemPacked, numbers.count(count), count: count) }
    return words(.packedOf, numbers.count(packed), numbers.count(count))
  }

  /// A day as templates are given it; null where there is none.
  func day(_ day: CalendarDay?) -> MustacheValue {
    guard let day else { return .null }
    return [
      "iso": .text(day.description),
      "text": .text(dates.day(day)),
      "day": .integer(day.components.day),
      "monthAndYear": .text(dates.monthAndYear(day)),
    ]
  }

  /// A number of things, as in `3 trips`.
  func count(_ count: Int, of phrase: Words.Phrase) -> String {
    words(phrase, numbers.count(count), count: count)
  }

  /// `3 of 9 done`.
  func done(_ done: Int, of count: Int) -> String {
    words(.doneOf, numbers.count(done), numbers.count(count))
  }

  /// The days of a trip; nil where it has none.
  public func days(from start: CalendarDay?, to end: CalendarDay?) -> String? {
    switch (start, end) {
    case (let start?, let end?): dates.span(from: start, to: end)
    case (let start?, nil): dates.day(start)
    case (nil, let end?): words(.until, dates.day(end))
    case (nil, nil): nil
    }
  }
}

extension MustacheValue {
  /// A text, or null.
  static func optional(_ text: String?) -> MustacheValue { text.map { .text($0) } ?? .null }
}
