import ModelStore

/// What a person does with books and notes.
struct ReadingList {
  static let usage = """
    usage: ReadingListExample STORE COMMAND…
      seed   books   top RATING   add TITLE AUTHOR [RATING]   edit TITLE NEW-TITLE
      rate TITLE RATING   finish TITLE   delete TITLE   shelve TITLE SHELF   clear SHELF
      note TITLE SUBJECT   notes   unnote TITLE
    """

  let context: ModelContext

  /// Runs a command and gives the lines to print.
  func run(_ words: [String]) throws -> [String] {
    switch (words.first ?? "", Array(words.dropFirst())) {
    case ("seed", []): try seed()
    case ("books", []): break
    case ("top", let rest) where rest.count == 1:
      let page = TopRated(minimumRating: try number(rest[0]))
      try context.fetchQueries(of: page)
      return page.lines
    case ("add", let rest) where rest.count == 2 || rest.count == 3:
      let book = Book(title: rest[0], author: rest[1])
      if rest.count == 3 { book.rating = try number(rest[2]) }
      context.insert(book)
    case ("edit", let rest) where rest.count == 2: try book(rest[0]).title = rest[1]
    case ("rate", let rest) where rest.count == 2: try book(rest[0]).rating = number(rest[1])
    case ("finish", let rest) where rest.count == 1: try book(rest[0]).isRead = true
    case ("delete", let rest) where rest.count == 1: context.delete(try book(rest[0]))
    case ("shelve", let rest) where rest.count == 2: try book(rest[0]).shelf = shelf(rest[1])
    case ("clear", let rest) where rest.count == 1:
      guard let shelf = try existingShelf(rest[0]) else {
        throw UsageError("there is no shelf \"\(rest[0])\"")
      }
      context.delete(shelf)
    case ("note", let rest) where rest.count == 2:
      context.insert(Note(title: rest[0], subject: rest[1]))
      return try notes()
    case ("notes", []): return try notes()
    case ("unnote", let rest) where rest.count == 1:
      let title = rest[0]
      try context.delete(model: Note.self, where: #Predicate { $0.title == title })
      return try notes()
    default: throw UsageError(Self.usage)
    }
    let page = BookList()
    try context.fetchQueries(of: page)
    return page.lines
  }

  private func seed() throws {
    guard try context.fetchCount(FetchDescriptor<Book>()) == 0 else { return }
    context.insert(Book(title: "Godan", author: "Premchand", rating: 5))
    context.insert(Book(title: "Gitanjali", author: "Rabindranath Tagore", rating: 4))
    context.insert(Book(title: "Malgudi Days", author: "R. K. Narayan", rating: 3))
  }

  private func notes() throws -> [String] {
    let page = NoteList()
    try context.fetchQueries(of: page)
    return page.lines
  }

  private func book(_ title: String) throws -> Book {
    let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.title == title })
    guard let book = try context.fetch(descriptor).first else {
      throw UsageError("there is no book \"\(title)\"")
    }
    return book
  }

  private func shelf(_ name: String) throws -> Shelf {
    try existingShelf(name) ?? Shelf(name: name)
  }

  private func existingShelf(_ name: String) throws -> Shelf? {
    try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == name })).first
  }

  private func number(_ text: String) throws -> Int {
    guard let number = Int(text) else { throw UsageError("\"\(text)\" is not a whole number") }
    return number
  }
}

/// What the person asked for cannot be done as it was said.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
