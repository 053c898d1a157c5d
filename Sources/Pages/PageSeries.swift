import Mustache

/// A list that goes on over several pages.
public struct PageSeries: Sendable {
  /// How many entries it has.
  public let count: Int
  private let size: Int
  private let first: PageAddress
  private let later: PageAddress

  /// Divides a list.
  ///
  /// - Parameters:
  ///   - address: The first page; others are named after it.
  ///   - count: How many entries there are.
  ///   - size: How many a page shows.
  public init(at address: PageAddress, count: Int, size: Int) {
    self.init(at: address, later: address, count: count, size: size)
  }

  init(at first: PageAddress, later: PageAddress, count: Int, size: Int) {
    self.first = first
    self.later = later
    self.count = count
    self.size = size
  }

  /// All trips by title: they begin on the front page.
  public static func allTrips(count: Int) -> PageSeries {
    PageSeries(at: .home, later: .trips, count: count, size: 100)
  }

  /// How many pages there are: 1 or more.
  public var pageCount: Int { max(1, (count + size - 1) / size) }

  /// Where a page stands, by its number from 1.
  public func address(of number: Int) -> PageAddress {
    number == 1 ? first : later.numbered(number)
  }

  /// The entries that a page shows, by its number from 1.
  public func entries(of number: Int) -> Range<Int> {
    min((number - 1) * size, count)..<min(number * size, count)
  }

  /// The links to other pages, as the template `pager` shows them.
  func pager(on number: Int, in context: PageContext) -> MustacheValue {
    let here = address(of: number)
    func link(_ other: Int) -> MustacheValue {
      (1...pageCount).contains(other) ? .text(here.link(to: address(of: other))) : .null
    }
    var pages: [MustacheValue] = []
    var last = 0
    for other in 1...pageCount {
      guard other == 1 || other == pageCount || abs(other - number) <= 2 else { continue }
      pages.append([
        "number": .text(context.numbers.count(other)), "href": link(other),
        "isCurrent": .bool(other == number), "followsGap": .bool(other > last + 1),
      ])
      last = other
    }
    return [
      "text": .text(
        context.words(.pageOfPages, context.numbers.count(number), context.numbers.count(pageCount))
      ),
      "previous": link(number - 1), "next": link(number + 1), "pages": .list(pages),
    ]
  }

  /// The names that a page of it has: the links to others, and whether there are any.
  func members(on number: Int, in context: PageContext) -> [(String, MustacheValue)] {
    [
      ("pager", pageCount > 1 ? pager(on: number, in: context) : .null),
      ("isFirstPage", .bool(number == 1)),
    ]
  }
}
