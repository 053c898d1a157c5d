import Foundation
import PackingLists

/// The words of a book: its title, who wrote it, and what is said about it.
struct BookTitle {
  /// The words at each ` — `, the title's first.
  var parts: [String]
  private(set) var author: String?
  /// Whether the first part is the title and nothing else: it is set in italics or in quotes.
  private let isMarked: Bool
  /// Whether words that name somebody follow such a title before any dash.
  private var hasMarkedAuthor = false

  init(of entry: ListEntry) {
    let (name, rest) = NoteSeparator.split(entry.text, entry.range)
    if let title = Self.markedTitle(of: entry.text, in: name) {
      isMarked = true
      let after = Blanks.trimmed(title.upperBound..<name.upperBound, in: entry.text.bytes)
      let author = Self.withoutBy(entry.text.words(after))
      parts = [EntryWords.unquoted(entry.text.words(title))] + (author.isEmpty ? [] : [author])
      hasMarkedAuthor = !author.isEmpty
    } else {
      isMarked = false
      parts = [entry.text.words(name)]
    }
    guard let rest else { return }
    let (first, more) = NoteSeparator.split(entry.text, rest)
    parts.append(entry.text.words(first))
    if let more { parts.append(entry.text.words(more)) }
  }

  /// The title.
  var title: String { parts[0] }

  /// What is said after title and author.
  var note: String? {
    let rest = parts.dropFirst(author == nil ? 1 : 2).filter { !$0.isEmpty }
    return rest.isEmpty ? nil : rest.joined(separator: " — ")
  }

  /// Tells who wrote it, once ratings and dates are taken off: what follows the first dash, the
  /// words after a title in italics, or those after the last "by".
  mutating func splitAuthor() {
    parts = [parts[0]] + parts.dropFirst().filter { !$0.isEmpty }
    // A dash before a small letter begins a remark.
    let namesAuthor = parts.count > 1 && parts[1].first?.isLowercase != true
    if !namesAuthor, !isMarked, let by = parts[0].range(of: " by ", options: .backwards) {
      let (title, author) = (parts[0][..<by.lowerBound], parts[0][by.upperBound...])
      if let first = author.first, first.isUppercase {
        parts[0...0] = [String(title), String(author)]
        self.author = parts[1]
        return
      }
    }
    // What followed the title may have been a rating and nothing else.
    guard parts.count > 1, namesAuthor || (isMarked && hasMarkedAuthor) else { return }
    author = Self.withoutBy(parts[1])
  }

  /// The range of a title that is emphasised, or in quotes, at the beginning of some words.
  private static func markedTitle(of text: InlineText, in range: Range<Int>) -> Range<Int>? {
    let marked = (text.emphasised + text.bold + text.links.map(\.range))
      .filter { $0.lowerBound <= range.lowerBound && $0.upperBound <= range.upperBound }
      .max { $0.upperBound < $1.upperBound }
    if let marked, marked.upperBound > range.lowerBound {
      return range.lowerBound..<marked.upperBound
    }
    for (opening, closing) in [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»")] {
      guard text.bytes[range].starts(with: opening.utf8) else { continue }
      let after = range.lowerBound + opening.utf8.count
      let sign = Array(closing.utf8)
      var index = after
      while index + sign.count <= range.upperBound {
        if text.bytes[index..<index + sign.count].elementsEqual(sign), index > after {
          return range.lowerBound..<index + sign.count
        }
        index += 1
      }
    }
    return nil
  }

  private static func withoutBy(_ words: String) -> String {
    var words = Substring(words)
    words = words.drop { ",;:".contains($0) || $0 == " " }
    for by in ["by ", "von ", "par ", "por "] where words.lowercased().hasPrefix(by) {
      words = words.dropFirst(by.count)
    }
    return String(words)
  }
}

/// What lines below a book, and columns of a table of books, are called.
enum BookKey: CaseIterable {
  case author, rating, ratingOrNote, read, date, link

  static let byName: [String: BookKey] = {
    var keys: [String: BookKey] = [:]
    for key in allCases { for name in key.names { keys[name] = key } }
    return keys
  }()

  static let keys = EntryListReader.Keys(
    details: Set(byName.keys),
    titles: wordSet("title|book|name|titel|buch|titre|livre|titulo|libro"))

  static let readHeads = wordSet("read|finished|done|gelesen|lu|lus|leido|leidos")
  static let unreadHeads = wordSet(
    """
    to read|want to read|unread|next|up next|wish list|wishlist|reading|currently reading
    zu lesen|ungelesen|wunschliste|a lire|non lus|por leer|pendiente|pendientes
    """)
  static let noWords = wordSet("no|not yet|false|-|–|—|✗|✘|nein|non|0")

  private var names: Set<String> {
    switch self {
    case .author: wordSet("author|authors|writer|by|autor|autorin|auteur|autrice|autora")
    case .rating: wordSet("rating|rated|stars|bewertung|sterne|etoiles|puntuacion|estrellas")
    case .ratingOrNote:
      wordSet("note|notes|comment|comments|notiz|notizen|remarque|nota|notas|comentario")
    case .read: wordSet("read|finished|gelesen|lu|lue|termine|leido|terminado")
    case .date: wordSet("date|added|datum|hinzugefugt|ajoute|fecha")
    case .link: wordSet("link|url|lien|enlace")
    }
  }
}
