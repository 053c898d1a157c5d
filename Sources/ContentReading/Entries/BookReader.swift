public import Diagnostics
import Markdown
public import PackingLists

/// A book, as `Content/reading.md` says it.
public struct BookDraft: Sendable, Hashable {
  /// Its title.
  public var title: String
  /// Who wrote it.
  public var author: String?
  /// 1 to 5; nil where nobody rated it.
  public var rating: Int?
  /// Whether it was read to its end.
  public var isRead = false
  /// Whether it was given up.
  public var isGivenUp = false
  /// The day on which it was read or came to the list.
  public var date: CalendarDay?
  /// The year where only that is known.
  public var year: Int?
  /// What is said about it.
  public var note: String?
  /// Where its title links to.
  public var url: String?
  /// Where it stands.
  public var position: FilePosition
}

/// A reading list.
public struct ReadingListDraft: Sendable, Hashable {
  /// Its title; nil where it says none.
  public var title: String?
  /// What stands before the books, as safe HTML.
  public var introductionHTML = ""
  /// The books, in the file's order.
  public var books: [BookDraft] = []
  /// The links to places in the site, as they are written.
  public var links: [Located<String>] = []
}

/// Reads `Content/reading.md`.
public struct BookReader {
  private var diagnostics: [Diagnostic] = []
  private var hasBoxes = false

  /// Reads a reading list and says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file as its user would name it.
  ///   - siteTarget: What a link to a place in the site becomes on the page.
  /// - Returns: The books, nil where an error says that the last good page must stay; and the
  ///   problems in the order of their places.
  public static func read(
    bytes: [UInt8], path: String,
    siteTarget: @escaping @Sendable (String) -> String = { $0 }
  ) -> (list: ReadingListDraft?, diagnostics: [Diagnostic]) {
    var reader = BookReader()
    let found = EntryListReader.read(
      bytes: bytes, path: path, keys: BookKey.keys, siteTarget: siteTarget, &reader.diagnostics)
    guard let found else { return (nil, reader.diagnostics.sorted()) }
    reader.hasBoxes = found.entries.contains { $0.box != nil }
    let list = ReadingListDraft(
      title: found.title, introductionHTML: found.introductionHTML,
      books: found.entries.map { reader.book($0, siteTarget) }, links: found.links)
    return (list, reader.diagnostics.sorted())
  }

  private mutating func book(
    _ entry: ListEntry, _ siteTarget: (String) -> String
  ) -> BookDraft {
    var book = BookDraft(title: "", isGivenUp: entry.isGivenUp, position: entry.position)
    var wasRead: Bool?
    var notes = entry.notes
    var title = BookTitle(of: entry)
    // In either order.
    book.date = takeDate(from: &title, entry)
    book.rating = takeRating(from: &title, entry)
    if book.date == nil, book.rating != nil { book.date = takeDate(from: &title, entry) }
    title.splitAuthor()
    book.title = title.title.isEmpty ? entry.text.words(entry.range) : title.title
    book.author = title.author
    if let note = title.note { notes.insert(note, at: 0) }
    for detail in entry.details { read(detail, into: &book, &wasRead, &notes) }
    book.url = (book.url ?? entry.url).map { target in
      LinkTarget(of: target) == .relative ? siteTarget(target) : target
    }
    book.note = notes.isEmpty ? nil : notes.joined(separator: "\n")
    book.year = entry.heads.reversed().lazy.compactMap(Self.year).first
    book.isRead = !book.isGivenUp && isRead(entry, wasRead, book)
    return book
  }

  /// A box says it, else a line or cell, else a head, else that somebody could rate it.
  private func isRead(_ entry: ListEntry, _ wasRead: Bool?, _ book: BookDraft) -> Bool {
    if let box = entry.box { return box == .packed }
    if let wasRead { return wasRead }
    for head in entry.heads.reversed() {
      let words = foldedName(head)
      if BookKey.unreadHeads.contains(words) { return false }
      if BookKey.readHeads.contains(words) { return true }
    }
    return !hasBoxes && book.rating != nil
  }

  private static func year(_ head: String) -> Int? {
    guard head.utf8.count == 4, let year = EntryWords.number(head), year > 0 else { return nil }
    return year
  }

  // MARK: Ratings and dates

  private mutating func takeRating(from title: inout BookTitle, _ entry: ListEntry) -> Int? {
    for part in title.parts.indices.reversed() {
      var words = EntryWords(title.parts[part])
      guard words.words.count > 1 || part > 0, let last = words.words.last,
        let found = Rating(EntryWords.withoutParentheses(last))
      else { continue }
      guard let value = found.value else {
        diagnostics.append(Self.badRating(entry.problem, last))
        continue
      }
      words.removeLast()
      words.removeLast(sign: ",")
      title.parts[part] = words.text
      return value
    }
    return nil
  }

  private mutating func takeDate(from title: inout BookTitle, _ entry: ListEntry) -> CalendarDay? {
    for part in title.parts.indices.reversed() {
      var words = EntryWords(title.parts[part])
      guard words.words.count > 1 || part > 0, let last = words.words.last,
        let found = EntryWords.date(EntryWords.withoutParentheses(last))
      else { continue }
      guard case .day(let day) = found else {
        diagnostics.append(
          entry.problem(
            .entryDate, "\"\(last)\" is no day of the calendar; it stays in the words",
            hint: "write the day as 2026-05-03"))
        continue
      }
      words.removeLast()
      words.removeLast(sign: ",")
      title.parts[part] = words.text
      return day
    }
    return nil
  }

  private static func badRating(
    _ problem: (DiagnosticCode, String, String) -> Diagnostic, _ text: String
  ) -> Diagnostic {
    problem(
      .bookRating, "a rating is a whole number from 1 to 5, got \"\(text)\"",
      "write it as \"4/5\" or \"★★★★\"")
  }

  // MARK: Details

  private mutating func read(
    _ detail: ListEntry.Detail, into book: inout BookDraft, _ wasRead: inout Bool?,
    _ notes: inout [String]
  ) {
    switch BookKey.byName[detail.key] {
    case .author: book.author = detail.value
    case .rating: readRating(detail, into: &book)
    case .ratingOrNote:
      // A French "note" is a mark out of so many; an English one is a remark.
      if Rating(detail.value) != nil {
        readRating(detail, into: &book)
      } else {
        notes.append(detail.value)
      }
    case .read:
      if case .day(let day)? = EntryWords.date(detail.value) {
        (wasRead, book.date) = (true, day)
      } else {
        wasRead = !BookKey.noWords.contains(foldedName(detail.value))
      }
    case .date:
      guard case .day(let day)? = EntryWords.date(detail.value) else {
        diagnostics.append(
          detail.problem(
            .entryDate, "\"\(detail.value)\" is no day of the calendar",
            hint: "write the day as 2026-05-03"))
        return
      }
      book.date = day
    case .link: book.url = detail.url ?? detail.value
    case nil: break
    }
  }

  private mutating func readRating(_ detail: ListEntry.Detail, into book: inout BookDraft) {
    let number = EntryWords.number(detail.value)
    let found = number.map { (1...5).contains($0) ? $0 : nil } ?? Rating(detail.value)?.value
    guard let rating = found else {
      diagnostics.append(Self.badRating(detail.problem, detail.value))
      return
    }
    book.rating = rating
  }
}

/// Something that is written like a rating.
struct Rating {
  /// 1 to 5; nil where it is none after all.
  var value: Int?

  /// Reads `★★★★`, `★★★★☆`, `⭐⭐`, `4/5` and `rating:4`; nil for words of another form.
  init?(_ word: String) {
    // A variation selector only asks for a coloured sign.
    let scalars = word.unicodeScalars.filter { $0.value != 0xFE0F }
    if !scalars.isEmpty, scalars.allSatisfy({ "★☆⭐".unicodeScalars.contains($0) }) {
      let full = scalars.count { $0 != "☆" }
      value = (1...5).contains(full) && scalars.count <= 5 ? full : nil
      return
    }
    if let text = EntryWords.value(of: "rating", in: word) {
      let number = EntryWords.number(text)
      value = number.flatMap { (1...5).contains($0) ? $0 : nil } ?? Rating(text)?.value
      return
    }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "5",
      !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && ($0.isNumber || ".,-".contains($0)) })
    else { return nil }
    value = EntryWords.number(parts[0]).flatMap { (1...5).contains($0) ? $0 : nil }
  }
}
