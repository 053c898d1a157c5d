import ModelStore

/// A book to read, or one that was read.
@Model
final class Book {
  var title: String
  var author: String
  var rating: Int
  var isRead: Bool
  var addedOn: Date
  var shelf: Shelf?

  init(
    title: String, author: String, rating: Int = 3, isRead: Bool = false, addedOn: Date = .now
  ) {
    self.title = title
    self.author = author
    self.rating = rating
    self.isRead = isRead
    self.addedOn = addedOn
  }
}

/// Where books stand; they go when it goes.
@Model
final class Shelf {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade) var books: [Book] = []

  init(name: String) { self.name = name }
}

/// A note about a subject.
@Model
final class Note {
  var title: String
  var subject: String
  var createdOn: Date

  init(title: String, subject: String, createdOn: Date = .now) {
    self.title = title
    self.subject = subject
    self.createdOn = createdOn
  }
}
