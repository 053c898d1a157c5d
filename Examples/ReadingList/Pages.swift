import ModelStore

/// All books, newest first.
struct BookList {
  @Query(sort: \Book.addedOn, order: .reverse) private var books: [Book]

  var lines: [String] {
    books.map { book in
      let shelf = book.shelf.map { ", on \($0.name)" } ?? ""
      return
        "\(book.title): \(book.author), rated \(book.rating)/5\(book.isRead ? ", read" : "")\(shelf)"
    }
  }
}

/// The books of a rating and better, by title.
struct TopRated {
  @Query private var books: [Book]

  init(minimumRating: Int) {
    _books = Query(filter: #Predicate<Book> { $0.rating >= minimumRating }, sort: \Book.title)
  }

  var lines: [String] { books.map(\.title) }
}

/// All notes, newest first.
struct NoteList {
  @Query(sort: \Note.createdOn, order: .reverse) private var notes: [Note]

  var lines: [String] { notes.map { "\($0.title): \($0.subject)" } }
}
