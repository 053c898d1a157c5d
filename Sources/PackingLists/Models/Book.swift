public import ModelStore

/// A book of the reading list.
@Model
public final class Book {
  /// Where a book stands; the raw value is the order of the shelves on a page.
  public enum Shelf: Int, Sendable, Codable, CaseIterable, Comparable {
    case toRead, read, givenUp

    /// Orders as pages show the shelves.
    public static func < (left: Shelf, right: Shelf) -> Bool { left.rawValue < right.rawValue }
  }

  /// Its title.
  public var title: String
  /// Who wrote it.
  public var author: String?
  /// 1 to 5; 0 where nobody rated it.
  public var rating = 0
  /// Whether it was read.
  public var shelf: Shelf = Shelf.toRead
  /// The day on which it was read or came to the list.
  public var date: CalendarDay?
  /// The year where only that is known.
  public var year: Int?
  /// The day that it is sorted by: its date, or the first day of its year.
  public var sortDay: CalendarDay?
  /// What is said about it.
  public var note: String?
  /// Where its title links to.
  public var url: String?
  /// Its place in the file, from 0.
  public var position: Int

  /// Makes a book that is not read yet.
  public init(title: String, position: Int) {
    self.title = title
    self.position = position
  }
}
