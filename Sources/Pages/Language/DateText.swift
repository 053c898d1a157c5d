import PackingLists

/// Days and spans of days as a language writes them.
///
/// English, German, French and Spanish have their own tables: Foundation's formatters would load a
/// data base of 30 MB for these few words. Any other language gets ISO 8601, which all can read.
struct DateText: Sendable {
  private let style: Style

  private enum Style: Sendable {
    case english, american, german, french, spanish, iso
  }

  /// Chooses the style of a language, named as in BCP 47.
  init(language tag: String) {
    switch primaryLanguage(tag) {
    case "en": style = tag.lowercased().hasSuffix("us") ? .american : .english
    case "de": style = .german
    case "fr": style = .french
    case "es": style = .spanish
    default: style = .iso
    }
  }

  /// One day: `12 June 2026`.
  func day(_ day: CalendarDay) -> String { text(day, months: longMonths, hasYear: true) }

  /// A short month and the year, as a board shows them beside the day: `Jun 2026`.
  func monthAndYear(_ day: CalendarDay) -> String {
    let (year, month, _) = day.components
    if style == .iso { return String(day.description.prefix(7)) }
    return "\(shortMonths[month - 1]) \(year)"
  }

  /// The days from one to another, what they share said once: `12–16 June 2026`.
  ///
  /// The year may be left out; across a new year it never is.
  func span(from start: CalendarDay, to end: CalendarDay, hasYear: Bool = true) -> String {
    let (first, last) = (start.components, end.components)
    guard start != end else { return text(start, months: longMonths, hasYear: hasYear) }
    guard style != .iso else { return "\(start) – \(end)" }
    guard first.year == last.year else {
      let left = text(start, months: shortMonths, hasYear: true)
      return "\(left) – \(text(end, months: shortMonths, hasYear: true))"
    }
    guard first.month == last.month else {
      let left = text(start, months: longMonths, hasYear: false)
      return "\(left) – \(text(end, months: longMonths, hasYear: hasYear))"
    }
    if style == .american {
      let year = hasYear ? ", \(last.year)" : ""
      return "\(longMonths[first.month - 1]) \(first.day)–\(last.day)\(year)"
    }
    return "\(dayNumber(first.day))–\(text(end, months: longMonths, hasYear: hasYear))"
  }

  private func text(_ day: CalendarDay, months: [String], hasYear: Bool) -> String {
    let (year, monthNumber, dayOfMonth) = day.components
    let number = dayNumber(dayOfMonth)
    guard style != .iso else { return day.description }
    let month = months[monthNumber - 1]
    switch style {
    case .american: return "\(month) \(number)" + (hasYear ? ", \(year)" : "")
    case .spanish where months == longMonths:
      return "\(number) de \(month)" + (hasYear ? " de \(year)" : "")
    default: return "\(number) \(month)" + (hasYear ? " \(year)" : "")
    }
  }

  private func dayNumber(_ day: Int) -> String {
    switch style {
    case .german: "\(day)."
    case .french where day == 1: "1er"
    default: String(day)
    }
  }

  private var longMonths: [String] {
    switch style {
    case .german: Self.germanMonths
    case .french: Self.frenchMonths
    case .spanish: Self.spanishMonths
    default: Self.englishMonths
    }
  }

  private var shortMonths: [String] {
    switch style {
    case .german: Self.shortGermanMonths
    case .french: Self.shortFrenchMonths
    case .spanish: Self.shortSpanishMonths
    default: Self.shortEnglishMonths
    }
  }

  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let shortEnglishMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let germanMonths = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
  ]
  private static let shortGermanMonths = [
    "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
  ]
  private static let frenchMonths = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
    "octobre", "novembre", "décembre",
  ]
  private static let shortFrenchMonths = [
    "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.",
    "déc.",
  ]
  private static let spanishMonths = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
  ]
  private static let shortSpanishMonths = [
    "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic",
  ]
}
