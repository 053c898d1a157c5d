import ModelStore
public import Mustache
import PackingLists

/// The reading list, or its books rated so much or more: those to read, then those read, newest
/// first.
public struct ReadingPage: Page {
  private let heading: EntryHeading
  private let minimum: Int
  private let counts: [Int]
  private let series: PageSeries
  private let number: Int
  @Query private var books: [Book]

  /// The pages of books rated so much or more.
  ///
  /// - Parameters:
  ///   - minimum: The rating; 0 for all books.
  ///   - counts: How many books have each rating, from 0 to 5.
  /// - Returns: The pages, at least one.
  public static func series(ratedFrom minimum: Int, counts: [Int]) -> PageSeries {
    PageSeries(
      at: minimum == 0 ? .reading : .reading(ratedFrom: minimum),
      count: counts[minimum...].reduce(0, +), size: 200)
  }

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - heading: What stands above the books.
  ///   - minimum: The rating that books have at least; 0 for all books.
  ///   - counts: How many books have each rating, from 0 to 5.
  ///   - number: The page's number, from 1.
  public init(_ heading: EntryHeading, ratedFrom minimum: Int, counts: [Int], number: Int) {
    self.heading = heading
    self.minimum = minimum
    self.counts = counts
    self.number = number
    series = Self.series(ratedFrom: minimum, counts: counts)
    let shown = series.entries(of: number)
    _books = Query(
      FetchDescriptor(
        predicate: #Predicate { $0.rating >= minimum },
        sortBy: [
          SortDescriptor(\.shelf), SortDescriptor(\.sortDay, order: .reverse),
          SortDescriptor(\.position),
        ], fetchLimit: shown.count, fetchOffset: shown.lowerBound))
  }

  /// `reading.html`, `reading/rated-4.html` and so on.
  public var address: PageAddress { series.address(of: number) }
  /// `reading.mustache`.
  public var template: String { "reading" }

  /// What the template is given.
  public func viewData(in context: PageContext) -> MustacheValue {
    let title = heading.title ?? context.words[.readingList]
    let shelves = Book.Shelf.allCases.compactMap { shelf -> MustacheValue? in
      let own = books.filter { $0.shelf == shelf }
      guard !own.isEmpty else { return nil }
      let word: Words.Word =
        switch shelf {
        case .toRead: .toRead
        case .read: .read
        case .givenUp: .givenUp
        }
      return [
        "id": .text("\(shelf)"), "title": .text(context.words[word]),
        "books": .list(own.map { BookRow(book: $0).value(on: address, in: context) }),
      ]
    }
    let choices = ([0] + (2...5)).filter { $0 == 0 || counts[$0...].contains { $0 > 0 } }
    return data(
      title: title, in: context,
      heading.members(title: title) + [
        ("shelves", .list(shelves)),
        ("countText", .text(context.count(series.count, of: .bookCount))),
        ("choices", .list(choices.map { choice($0, in: context) })),
        ("hasChoices", .bool(choices.count > 1)),
      ] + series.members(on: number, in: context))
  }

  private func choice(_ rating: Int, in context: PageContext) -> MustacheValue {
    let target = Self.series(ratedFrom: rating, counts: counts)
    return [
      "href": .text(address.link(to: target.address(of: 1))),
      "text": .text(
        rating == 0
          ? context.words[.allBooks]
          : rating == 5
            ? context.words(.ratedOf, "5", count: 5)
            : context.words(.ratedOrMore, String(rating), count: rating)),
      "countText": .text(context.numbers.count(target.count)),
      "isCurrent": .bool(rating == minimum),
    ]
  }
}
