import Mustache
import PackingLists

/// A book as a line of the reading list.
struct BookRow {
  let book: Book

  func value(on page: PageAddress, in context: PageContext) -> MustacheValue {
    let rating = book.rating
    return [
      "title": .text(book.title),
      "author": .optional(book.author.map { context.words(.byAuthor, $0) }),
      "href": .optional(book.url.flatMap(safeLink).map { rooted($0, on: page) }),
      "isRead": .bool(book.shelf == .read),
      "rating": rating == 0 ? .null : .integer(rating),
      "ratingText": rating == 0
        ? .null : .text(context.words(.ratedOf, String(rating), count: rating)),
      "stars": .text(String(repeating: "★", count: rating)),
      "emptyStars": .text(rating == 0 ? "" : String(repeating: "☆", count: 5 - rating)),
      "date": .optional(book.date.map(context.dates.day) ?? book.year.map(String.init)),
      "isoDate": .optional(book.date?.description ?? book.year.map(String.init)),
      "note": .optional(book.note),
    ]
  }

  /// A link into the site goes by the way to its root; others stay.
  private func rooted(_ link: String, on page: PageAddress) -> String {
    let start = link.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return start.contains(":") || link.hasPrefix("//") || link.hasPrefix("#")
      ? link : page.root + link
  }
}
